//! Finds the addresses in a text: a link in an error message may carry a key, an account or a path.

/// What an address begins with, beside a host.
const STARTS: &[&str] = &["www.", "data:", "mailto:", "blob:", "javascript:"];
/// What parts a scheme from the rest: plain, escaped in JSON, escaped in a URL.
const SCHEME_ENDS: &[&str] = &["://", ":\\/\\/", "%3a%2f%2f"];

/// Marks each byte of `text` that belongs to an address, without the punctuation around it.
pub fn mark(text: &str, marks: &mut [bool]) {
    let parts = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"' | '`');
    let mut start = 0;
    for token in text.split_inclusive(parts) {
        let word = token.trim_end_matches(parts);
        if let Some(from) = address(word) {
            let from = start + from;
            let until = start + word.trim_end_matches(is_closing).len();
            if let Some(range) = marks.get_mut(from..until.max(from)) {
                range.fill(true);
            }
        }
        start += token.len();
    }
}

fn is_closing(c: char) -> bool {
    matches!(
        c,
        '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '\'' | '*' | '…'
    )
}

/// Where in a word an address begins.
fn address(word: &str) -> Option<usize> {
    let lower = word.to_ascii_lowercase();
    let scheme = SCHEME_ENDS.iter().filter_map(|end| lower.find(end)).min();
    if let Some(end) = scheme {
        let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-');
        return Some(lower.get(..end)?.trim_end_matches(is_scheme).len());
    }
    let named = STARTS.iter().filter_map(|start| lower.find(start)).min();
    let first = || {
        let bare = lower.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        is_host_and_path(bare).then_some(lower.len() - bare.len())
    };
    named.filter(|at| lower.len() > at + 12).or_else(first)
}

/// `ai.google.dev/docs`, `localhost:11434/api`, `10.0.0.1/x?key=…`
fn is_host_and_path(text: &str) -> bool {
    let Some((host, _)) = text.split_once(['/', '?']) else {
        return false;
    };
    let name = host.split(':').next().unwrap_or("");
    let top = name.rsplit('.').next().unwrap_or("");
    let is_name = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'));
    let is_top = top.len() > 1 && top.chars().all(|c| c.is_ascii_alphabetic());
    let is_ipv4 = name.split('.').count() == 4 && top.parse::<u8>().is_ok();
    is_name && (name == "localhost" || name.contains('.') && (is_top || is_ipv4))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> String {
        let mut marks = vec![false; text.len()];
        mark(text, &mut marks);
        text.char_indices()
            .filter(|(at, _)| marks.get(*at) == Some(&false))
            .map(|(_, c)| c)
            .collect()
    }

    #[test]
    fn addresses_are_found_and_their_punctuation_is_left() {
        for (text, left) in [
            ("See https://platform.openai.com/docs?x=1.", "See ."),
            ("(HTTPS://a.b/c), ok", "(), ok"),
            ("url=ws://h:1/p;q", "url="),
            ("at www.example.com/help now", "at  now"),
            (
                "metric: generativelanguage.googleapis.com/free_tier, limit: 0",
                "metric: , limit: 0",
            ),
            ("[docs](https://x.y/z)", "[docs]()"),
            ("<a href=\"https://x.y/z?k=v\">", "<a href=\"\">"),
            ("dial localhost:11434/api/chat!", "dial !"),
            ("10.0.0.1/x?key=v", ""),
            ("https:\\/\\/x.y\\/z", ""),
            ("q=https%3A%2F%2Fx.y%2Fz", "q="),
        ] {
            assert_eq!(cut(text), left, "{text}");
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
            assert_eq!(cut(text), text);
        }
    }
}
