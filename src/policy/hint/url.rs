//! Finds the addresses in a text: a link in an error message may carry a key, an account or a path.

use crate::policy::scan::find;

/// Marks each byte of `text` that belongs to an address, without the punctuation around it. Those
/// without a scheme may be names of a limit, so they are marked only if they are to be: `bare`.
pub fn mark(text: &[u8], bare: bool, marks: &mut [bool]) {
    let mut start = 0;
    for word in text.split(|byte| matches!(byte, b' ' | b'"' | b'<' | b'>')) {
        if let Some(from) = address(word, bare)
            && let Some(last) = word.iter().rposition(is_last)
            && let Some(range) = marks.get_mut(start + from..=start + last)
        {
            range.fill(true);
        }
        start += word.len() + 1;
    }
}

/// Where in a word an address begins: at the scheme, or at what looks like a host before a path
/// (`ai.google.dev/docs`, `www.example.com`).
fn address(word: &[u8], bare: bool) -> Option<usize> {
    let scheme = find(word, b"://", 0);
    let path = || word.iter().position(|byte| bare && matches!(byte, b'/' | b'?'));
    let www = || find(word, b"www.", 0).filter(|_| bare).map(|_| word.len());
    let end = scheme.or_else(path).or_else(www)?;
    let before = word.get(..end)?;
    let from = before.iter().rposition(|byte| !is_name(byte)).map_or(0, |at| at + 1);
    let is_host =
        |host: &[u8]| host.windows(2).any(|pair| matches!(pair, [b'.', b'a'..=b'z' | b'A'..=b'Z']));
    (scheme.is_some() || is_host(before.get(from..)?)).then_some(from)
}

fn is_last(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'=' | 0x80..)
}

fn is_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'_' | b'.' | b':' | 0x80..)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left_of(text: &str) -> String {
        let mut marks = vec![false; text.len()];
        mark(text.as_bytes(), true, &mut marks);
        let left = text.char_indices().filter(|(at, _)| marks.get(*at) == Some(&false));
        left.map(|(_, c)| c).collect()
    }

    #[test]
    fn addresses_are_found_and_their_punctuation_is_left() {
        for (text, left) in [
            ("See https://platform.openai.com/docs?x=1.", "See ."),
            ("(HTTPS://a.b/c), ok", "(), ok"),
            ("url=ws://h:1/p;q", "url="),
            ("at www.example.com/help or www.example.com.", "at  or ."),
            ("metric: generativelanguage.googleapis.com/free_tier, limit: 0", "metric: , limit: 0"),
            ("[docs](https://x.y/z)", "[docs]()"),
            ("<a href=\"https://x.y/z?k=v\">", "<a href=\"\">"),
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
