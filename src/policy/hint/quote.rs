//! Quotes a provider's message to a person without giving anything away: providers repeat the
//! address, the key and the prompt that they were sent.

use super::clean::clean;
use super::echoed::Runs;
use super::url;
use crate::policy::message::{LONGEST, shortened};

/// What of a request may not be repeated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Private<'a> {
    /// The values of its query, path segments, userinfo and headers, as sent.
    pub secrets: &'a [String],
    /// Its body, where that is a string.
    pub body: Option<&'a str>,
}

/// The shortest secret, in characters. What is shorter is a word like any other.
const SECRET: usize = 8;
/// As much of a message as is read, in bytes.
const READ: usize = 4096;
/// What stands for what is cut.
const CUT: char = '…';

/// The message as one plain line of at most 200 characters, "…" for what is cut out: every URL,
/// every secret of 8 or more characters (also encoded, decoded, without its scheme, or masked), any
/// run of 24 or more characters that also stands in the request's body.
pub fn quote(message: &str, secrets: &[String], body: Option<&str>) -> String {
    short(&words(message, &Private { secrets, body }), secrets)
}

/// The same, before it is shortened.
pub fn words(message: &str, private: &Private) -> String {
    let secrets: Vec<String> = private
        .secrets
        .iter()
        .flat_map(|secret| forms(secret))
        .filter(|s| is_long(s))
        .collect();
    // Once as sent and once as cleaned: what is cut may hold tags, and tags may part it.
    let raw = cut(&folded(beginning(message)), &secrets, private.body);
    unless_telling(cut(&clean(&raw), &secrets, private.body), &secrets)
}

/// At most 200 characters.
pub fn short(words: &str, secrets: &[String]) -> String {
    unless_telling(shortened(words, LONGEST), secrets)
}

/// Cuts can join what stood apart. It takes a strange secret, but then nothing is quoted.
fn unless_telling(text: String, secrets: &[String]) -> String {
    let tells = secrets
        .iter()
        .any(|secret| is_long(secret) && text.contains(secret.as_str()));
    if tells { CUT.to_string() } else { text }
}

/// As much of a long message as is read, up to a white space: nothing is cut in two.
fn beginning(message: &str) -> &str {
    if message.len() <= READ {
        return message;
    }
    let end = (0..=READ).rev().find(|end| {
        message
            .get(..*end)
            .is_some_and(|text| text.ends_with(char::is_whitespace))
    });
    message.get(..end.unwrap_or(0)).unwrap_or("")
}

fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        let c = if c.is_whitespace() || c.is_control() {
            ' '
        } else {
            c
        };
        if c != ' ' || !folded.ends_with(' ') {
            folded.push(c);
        }
    }
    folded
}

/// The text with "…" in place of all that is marked.
fn cut(text: &str, secrets: &[String], body: Option<&str>) -> String {
    let mut marks = vec![false; text.len()];
    url::mark(text, &mut marks);
    for secret in secrets {
        for (start, _) in text.match_indices(secret.as_str()) {
            fill(&mut marks, start, secret.len());
        }
    }
    mark_masked(text, secrets, &mut marks);
    let mut runs = Runs::of(text);
    // A key may have been cut short when it was repeated.
    for other in secrets.iter().map(String::as_str).chain(body) {
        runs.mark(other, &mut marks);
    }
    let mut left = String::new();
    let mut gap = "";
    for (at, c) in text.char_indices() {
        let is_cut = marks.get(at) == Some(&true);
        if is_cut && c == ' ' {
            gap = " "; // at the edge of a cut it stays
        } else if !(is_cut || c == CUT) {
            left.push_str(gap);
            gap = "";
            left.push(c);
        } else if !left.ends_with(CUT) {
            left.push_str(gap);
            gap = "";
            left.push(CUT);
        } else {
            gap = "";
        }
    }
    left
}

/// "Incorrect API key provided: sk-proj-****abcd" (OpenAI) gives twelve characters away.
fn mark_masked(text: &str, secrets: &[String], marks: &mut [bool]) {
    let mut start = 0;
    for token in text.split_inclusive([' ', '\n', '"', '\'', '(', ')', ',', ':', '=']) {
        let is_masked = ["***", "...", "…", "••"]
            .iter()
            .any(|mask| token.contains(mask));
        let begins = |secret: &String| token.get(..4).is_some_and(|head| secret.starts_with(head));
        if is_masked && secrets.iter().any(begins) {
            let word = token.trim_end_matches([' ', '\n', '"', '\'', '(', ')', ',', ':', '=']);
            fill(marks, start, word.len());
        }
        start += token.len();
    }
}

fn fill(marks: &mut [bool], start: usize, length: usize) {
    if let Some(range) = marks.get_mut(start..start.saturating_add(length)) {
        range.fill(true);
    }
}

fn is_long(secret: &str) -> bool {
    secret.chars().nth(SECRET - 1).is_some()
}

/// How a secret may be written: as sent, without its scheme ("Bearer …"), decoded, encoded, and each
/// of them cleaned as the message is.
fn forms(secret: &str) -> Vec<String> {
    let mut forms = Vec::new();
    let credential = secret
        .split_once(' ')
        .map(|(_, credential)| credential.trim());
    for plain in [Some(secret), credential].into_iter().flatten() {
        let decoded = decoded(plain);
        let upper = encoded(&decoded, b"0123456789ABCDEF");
        let lower = encoded(&decoded, b"0123456789abcdef");
        let spaced = decoded.replace('+', " ");
        for form in [plain.to_owned(), decoded, upper, lower, spaced] {
            for form in [clean(&form), form] {
                if !forms.contains(&form) {
                    forms.push(form);
                }
            }
        }
    }
    forms
}

/// `%XX` undone.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = match rest {
            [b'%', high, low, ..] => hex(*high).zip(hex(*low)),
            _ => None,
        };
        bytes.push(hex.map_or(*first, |(high, low)| high * 16 + low));
        rest = if hex.is_some() {
            tail.get(2..).unwrap_or(&[])
        } else {
            tail
        };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

/// As `encodeURIComponent` writes it.
fn encoded(text: &str, digits: &[u8; 16]) -> String {
    let digit = |value: u8| {
        digits
            .get(usize::from(value))
            .copied()
            .map_or('0', char::from)
    };
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(secrets: &[&str], message: &str) -> String {
        let secrets: Vec<String> = secrets.iter().map(|&secret| secret.to_owned()).collect();
        quote(message, &secrets, None)
    }

    #[test]
    fn addresses_go_and_the_sentence_stays() {
        assert_eq!(
            with(&[], "Quota exceeded. See https://a.b/c?key=v. Wait."),
            "Quota exceeded. See …. Wait."
        );
        assert_eq!(
            with(&[], "Read [the docs](https://a.b/c)."),
            "Read the docs (…)."
        );
    }

    #[test]
    fn a_secret_goes_in_whatever_form() {
        let key = "FAKE_KEY/FOR TEST";
        for message in [
            "bad FAKE_KEY/FOR TEST",
            "bad FAKE_KEY%2FFOR%20TEST",
            "bad FAKE_KEY%2fFOR%20TEST",
            "bad FAKE_KEY/FOR\n TEST",
            "bad <b>FAKE_KEY</b>/FOR <i></i>TEST",
        ] {
            let quoted = with(&[key], message);
            assert!(
                quoted.starts_with("bad ") && !quoted.contains("TEST"),
                "{quoted}"
            );
        }
        assert_eq!(with(&["FAKE%5FKEY%5F1"], "bad FAKE_KEY_1"), "bad …");
        assert_eq!(with(&["Bearer FAKE_TOKEN"], "bad FAKE_TOKEN!"), "bad …!");
    }

    #[test]
    fn a_masked_or_shortened_key_goes_too() {
        let key = "Bearer sk-proj-0123456789abcdefghijklmnopqrstuvwxyz";
        assert_eq!(
            with(&[key], "Incorrect API key: sk-proj-****wxyz. Go"),
            "Incorrect API key: … Go"
        );
        assert_eq!(
            with(&[key], "key sk-proj-0123456789abcdefghij is bad"),
            "key … is bad"
        );
        assert_eq!(with(&[key], "one *** two"), "one *** two");
    }

    #[test]
    fn short_values_and_other_words_stay() {
        assert_eq!(
            with(&["seven77", "gpt-5"], "gpt-5 of seven77"),
            "gpt-5 of seven77"
        );
    }

    #[test]
    fn the_prompt_goes() {
        let body = r#"{"messages":[{"content":"Dear Ann,\nthe meeting is \"moved\" to nine."}]}"#;
        let message = "Cannot read: Dear Ann,\nthe meeting is \"moved\" to nine. Sorry";
        assert_eq!(quote(message, &[], Some(body)), "Cannot read: … Sorry");
    }

    #[test]
    fn a_long_message_is_read_in_part_and_shown_in_part() {
        let long = "é ".repeat(60_000);
        assert_eq!(quote(&long, &[], None).chars().count(), LONGEST);
        let run = "k".repeat(60_000);
        assert_eq!(quote(&run, &[], None), "");
    }
}
