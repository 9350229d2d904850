//! Finds the addresses in a text: a link in an error message may carry a key, an account or a path.

use crate::policy::scan::{Scan, find};

/// Marks each byte of `text` that belongs to an address, without the punctuation around it.
pub fn mark(text: &[u8], marks: &mut [bool]) {
    let mut start = 0;
    for word in text.split(|byte| matches!(byte, b' ' | b'"' | b'<' | b'>')) {
        if let Some(from) = address(word) {
            let mut end = word.len();
            while let Some(b'.' | b',' | b';' | b':' | b'!' | b'?' | b')' | b']' | b'}' | b'\'') =
                word.get(end.wrapping_sub(1))
            {
                end -= 1;
            }
            if let Some(range) = marks.get_mut(start + from..start + end) {
                range.fill(true);
            }
        }
        start += word.len() + 1;
    }
}

/// Where in a word an address begins: with a scheme, with `www.`, or with what looks like a host
/// before a path (`ai.google.dev/docs`, `localhost:11434/api`).
fn address(word: &[u8]) -> Option<usize> {
    if let Some(scheme) = find(word, b"://", 0) {
        let before = word.get(..scheme)?.iter().rposition(|byte| !is_name(byte));
        return Some(before.map_or(0, |at| at + 1));
    }
    if let www @ Some(_) = find(word, b"www.", 0) {
        return www;
    }
    let from = word.iter().position(u8::is_ascii_alphanumeric)?;
    let rest = word.get(from..)?;
    let (host, rest) = rest.split_at_checked(rest.iter().position(|byte| !is_name(byte))?)?;
    let mut rest = Scan(rest);
    if rest.eat(b":") {
        rest.digits(1, 5)?;
    }
    let is_host = match host.iter().rposition(|byte| *byte == b'.') {
        None => host == b"localhost",
        Some(dot) => host.get(dot + 1..)?.first()?.is_ascii_alphabetic(),
    };
    (is_host && rest.eat(b"/?")).then_some(from)
}

fn is_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+' | b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left_of(text: &str) -> String {
        let mut marks = vec![false; text.len()];
        mark(text.as_bytes(), &mut marks);
        let left = text.char_indices().filter(|(at, _)| marks.get(*at) == Some(&false));
        left.map(|(_, c)| c).collect()
    }

    #[test]
    fn addresses_are_found_and_their_punctuation_is_left() {
        for (text, left) in [
            ("See https://platform.openai.com/docs?x=1.", "See ."),
            ("(HTTPS://a.b/c), ok", "(), ok"),
            ("url=ws://h:1/p;q", "url="),
            ("at www.example.com/help now", "at  now"),
            ("metric: generativelanguage.googleapis.com/free_tier, limit: 0", "metric: , limit: 0"),
            ("[docs](https://x.y/z)", "[docs]()"),
            ("<a href=\"https://x.y/z?k=v\">", "<a href=\"\">"),
            ("dial localhost:11434/api/chat!", "dial !"),
            ("dial ollama.local:11434?key=v", "dial "),
            ("://", ""),
        ] {
            assert_eq!(left_of(text), left, "{text}");
        }
    }

    #[test]
    fn what_is_no_address_stays() {
        for text in [
            "model openai/gpt-4.1 and/or meta-llama/llama-3.1-8b",
            "5/10 of v1.2/3",
            "Error: data: none",
            "gemini-2.5-flash, 4.77s. Need",
            "",
        ] {
            assert_eq!(left_of(text), text);
        }
    }
}
