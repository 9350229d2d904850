//! Makes one plain line of what a server wrote: no markup, no control characters, nothing that is
//! invisible or turns the direction of what follows.

use crate::policy::scan::find;

/// One line of plain text: white space folded, tags, Markdown's links and bold type taken off.
pub fn clean(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut gap = false;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let rest = chars.as_str().as_bytes();
        let c = match c {
            '<' => {
                if let [b'a'..=b'z' | b'A'..=b'Z' | b'/' | b'!' | b'?', ..] = rest
                    && find(rest, b">", 0).is_some()
                {
                    // Such a tag parts words; others may stand in the middle of one.
                    gap |= matches!(
                        rest,
                        [b'b', b'r', ..] | [b'/', b'p' | b'd' | b'l' | b'h' | b't', ..]
                    );
                    chars.find(|c| *c == '>');
                }
                continue;
            }
            '[' if opens_link(rest) => continue,
            ']' if rest.first() == Some(&b'(') => {
                gap = true;
                continue;
            }
            // Three and more are a mask ("sk-****").
            '*' if rest.first() == Some(&b'*') && rest.get(1) != Some(&b'*') => {
                chars.next();
                continue;
            }
            '>'
            | '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}' => continue,
            '`' => '\'',
            c => c,
        };
        if is_space(c) {
            gap = true;
            continue;
        }
        if gap && !line.is_empty() {
            line.push(' ');
        }
        gap = false;
        line.push(c);
    }
    line
}

/// Whether "text](" follows.
fn opens_link(rest: &[u8]) -> bool {
    let close = find(rest, b"](", 0);
    close.is_some_and(|close| find(rest, b"[", 0).is_none_or(|open| open > close))
}

/// White space and control characters.
pub fn is_space(c: char) -> bool {
    matches!(c, '\0'..=' ' | '\u{7f}'..='\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{3000}')
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
            ("![logo](…)", "!logo (…)"),
            ("a [b] c", "a [b] c"),
            ("**Bold** and *so* is `code`", "Bold and *so* is 'code'"),
            ("evil\u{202e}txt\u{200b}.exe\u{feff}", "eviltxt.exe"),
            ("a\u{2028}b", "a b"),
            ("details[0]", "details[0]"),
            ("key sk-****abcd", "key sk-**abcd"),
            ("", ""),
        ] {
            assert_eq!(clean(text), cleaned, "{text}");
        }
    }
}
