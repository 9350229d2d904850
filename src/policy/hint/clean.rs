//! Makes one plain line of what a server wrote: no markup, no control characters, nothing that is
//! invisible or turns the direction of what follows.

/// One line of plain text: white space folded, tags, Markdown's links and emphasis taken off.
pub fn clean(text: &str) -> String {
    let mut line = String::new();
    let mut rest = text;
    let mut gap = false;
    while let Some(c) = rest.chars().next() {
        rest = rest.get(c.len_utf8()..).unwrap_or("");
        match c {
            '<' => {
                if let Some((tag, after)) = tag(rest) {
                    rest = after;
                    gap |= is_block(tag);
                }
                continue;
            }
            '>' | '`' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' => continue,
            '\u{2060}'..='\u{206f}' | '\u{feff}' => continue,
            ']' if rest.starts_with('(') => {
                if let Some((before, link)) = line.rsplit_once('[') {
                    line = [before.strip_suffix('!').unwrap_or(before), link].concat();
                }
                gap = true;
                continue;
            }
            _ if c.is_whitespace() || c.is_control() => {
                gap = true;
                continue;
            }
            _ => {}
        }
        let mut run = 1;
        if c == '*' {
            let after = rest.trim_start_matches('*');
            run += rest.len() - after.len();
            rest = after;
            // One or two are emphasis or a bullet, three and more a mask ("sk-****").
            if run < 3 {
                continue;
            }
        }
        if gap && !line.is_empty() {
            line.push(' ');
        }
        gap = false;
        line.extend(std::iter::repeat_n(c, run));
    }
    line
}

/// A tag, a comment or an autolink, and what follows it, given what follows its `<`.
fn tag(text: &str) -> Option<(&str, &str)> {
    let opens = |c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?');
    text.split_once('>').filter(|_| text.starts_with(opens))
}

/// Whether a tag parts words. Others may stand in the middle of one.
fn is_block(tag: &str) -> bool {
    let name = tag.trim_start_matches('/');
    let name = name
        .split(|c: char| !c.is_ascii_alphabetic())
        .next()
        .unwrap_or("");
    ["br", "p", "div", "li", "tr", "td", "h"]
        .iter()
        .any(|block| block.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_control_characters_go() {
        for (text, cleaned) in [
            ("  a\n\tb \r\n c\u{0}d ", "a b c d"),
            ("<p>Too <b>many</b>.</p><br/>Wait", "Too many. Wait"),
            ("<script>alert(1)</script>", "alert(1)"),
            ("<<b>img src=x onerror=y>", "img src=x onerror=y"),
            ("limit < 5 & > 3", "limit 5 & 3"),
            ("See [the docs](…) now", "See the docs (…) now"),
            ("![logo](…)", "logo (…)"),
            ("**Bold** and *so* is `code`", "Bold and so is code"),
            ("key sk-****abcd", "key sk-****abcd"),
            ("evil\u{202e}txt\u{200b}.exe\u{feff}", "eviltxt.exe"),
            ("a\u{2028}b", "a b"),
            ("details[0]", "details[0]"),
            ("", ""),
        ] {
            assert_eq!(clean(text), cleaned, "{text}");
        }
    }
}
