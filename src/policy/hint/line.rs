//! Makes one line of a text.

use crate::policy::scan::find;

/// How a text is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// As it is meant.
    Plain,
    /// As JSON writes its strings: escapes are undone (RFC 8259 §7).
    Json,
    /// Perhaps with markup, which is taken off: tags, Markdown's links and bold type, and what is
    /// invisible or turns the direction of what follows.
    Markup,
}

/// The text with white space and control characters folded, and none at its edges.
pub fn of(text: &str, kind: Kind) -> String {
    let mut line = String::with_capacity(text.len());
    let mut gap = false;
    let mut high = 0;
    let mut chars = text.chars();
    while let Some(mut c) = chars.next() {
        if kind == Kind::Json && c == '\\' {
            c = chars.next().unwrap_or(' ');
            if matches!(c, 'b' | 'f' | 'n' | 'r' | 't') {
                c = ' ';
            }
            if c == 'u' {
                let mut unit = 0;
                for _ in 0..4 {
                    unit = unit * 16 + chars.next().and_then(|c| c.to_digit(16)).unwrap_or(0);
                }
                // A pair of surrogates is one character.
                match unit & 0xfc00 {
                    0xd800 => {
                        high = unit;
                        continue;
                    }
                    0xdc00 => unit = 0x1_0000 + ((high & 0x3ff) << 10) + (unit & 0x3ff),
                    _ => {}
                }
                c = char::from_u32(unit).unwrap_or(' ');
            }
        }
        if kind == Kind::Markup {
            let rest = chars.as_str().as_bytes();
            match c {
                '<' => {
                    if let [b'a'..=b'z' | b'A'..=b'Z' | b'/' | b'!' | b'?', ..] = rest
                        && find(rest, b">", 0).is_some()
                    {
                        // Such a tag parts words; others may stand in the middle of one.
                        gap |= matches!(
                            rest,
                            [b'b', b'r', ..] | [b'/', b'p' | b'd' | b'l' | b'h' | b't', ..]
                        );
                        while chars.next() != Some('>') {}
                    }
                    continue;
                }
                '[' if opens_link(rest) => continue,
                ']' if rest.first() == Some(&b'(') => c = ' ',
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
                '`' => c = '\'',
                _ => {}
            }
        }
        if matches!(
            c,
            '\0'..=' ' | '\u{7f}'..='\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}'
                | '\u{3000}'
        ) {
            gap = true;
        } else {
            if gap && !line.is_empty() {
                line.push(' ');
            }
            gap = false;
            line.push(c);
        }
    }
    line
}

/// Whether "text](" follows.
fn opens_link(rest: &[u8]) -> bool {
    let close = find(rest, b"](", 0);
    close.is_some_and(|close| find(rest, b"[", 0).is_none_or(|open| open > close))
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
            assert_eq!(of(text, Kind::Markup), cleaned, "{text}");
        }
    }
}
