//! Quotes a provider's message to a person without giving anything away: providers repeat the
//! address, the key and the prompt that they were sent.

use super::line::{self, Kind};
use super::{runs, url};
use crate::policy::message::{LONGEST, shortened};
use crate::policy::scan::find;

/// What of a request may not be repeated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Private<'a> {
    /// The values of its query, path segments, userinfo and headers, as sent.
    pub secrets: &'a [String],
    /// Its body, where that is a string.
    pub body: Option<&'a str>,
}

/// The shortest secret. What is shorter is a word like any other.
const SECRET: usize = 8;
/// As much of a message as is read, in bytes (a little more where that would part a character).
const READ: usize = 4096;
/// What stands for what is cut.
const CUT: char = '…';

/// The message as one plain line of at most 200 characters, "…" for what is cut out: every URL,
/// every secret of 8 or more characters (also encoded, decoded, or without its scheme), any run of
/// 24 or more characters that also stands in the request's body.
pub fn quote(message: &str, secrets: &[String], body: Option<&str>) -> String {
    let private = Private { secrets, body };
    discreet(&plain(message, &private), &private)
}

/// The message as one plain line, without secrets and the user's words.
pub fn plain(message: &str, private: &Private) -> String {
    let message = message.get(..READ).unwrap_or(message);
    let line = cut(&line::of(message, Kind::Plain), private, false);
    let clean = line::of(&line, Kind::Markup);
    // What tags had parted is looked for once more.
    if clean == line { line } else { cut(&clean, private, false) }
}

/// The same without addresses of any kind, and short.
pub fn discreet(plain: &str, private: &Private) -> String {
    let text = shortened(&cut(plain, &Private::default(), true), LONGEST);
    for secret in private.secrets {
        // Cuts can join what stood apart. It takes a strange secret, but then nothing is quoted.
        if secret.len() >= SECRET && find(text.as_bytes(), secret.as_bytes(), 0).is_some() {
            return String::new();
        }
    }
    text
}

/// The text with "…" in place of all that is private, and of addresses; of those without a scheme only
/// if they are `bare`.
fn cut(text: &str, private: &Private, bare: bool) -> String {
    let mut marks = vec![false; text.len()];
    url::mark(text.as_bytes(), bare, &mut marks);
    for secret in private.secrets {
        mark(text.as_bytes(), secret.as_bytes(), &mut marks);
        // "Bearer …"
        if let Some(space) = find(secret.as_bytes(), b" ", 0) {
            mark(
                text.as_bytes(),
                secret.as_bytes().get(space + 1..).unwrap_or_default(),
                &mut marks,
            );
        }
        // A key may have been cut short when it was repeated.
        runs::mark(text, secret, &mut marks);
    }
    if let Some(body) = private.body {
        runs::mark(text, body, &mut marks);
    }
    let mut left = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if marks.get(at) == Some(&false) && c != CUT {
            left.push(c);
        } else if !left.ends_with(CUT) {
            left.push(CUT);
        }
    }
    left
}

/// Marks a secret wherever it stands.
fn mark(text: &[u8], secret: &[u8], marks: &mut [bool]) {
    if secret.len() < SECRET {
        return;
    }
    for start in 0..text.len() {
        let rest = text.get(start..).unwrap_or_default();
        if let Some(left) = strip(rest, secret)
            && let Some(range) = marks.get_mut(start..text.len() - left)
        {
            range.fill(true);
        }
    }
}

/// How much is left of a text that begins with this secret, encoded (as in a URL) or decoded.
fn strip(mut text: &[u8], mut secret: &[u8]) -> Option<usize> {
    while !secret.is_empty() {
        if unit(&mut text)? != unit(&mut secret)? {
            return None;
        }
    }
    Some(text.len())
}

/// Takes a byte, or `%XX`; a plus is a space.
fn unit(text: &mut &[u8]) -> Option<u8> {
    let (byte, rest) = match *text {
        [b'%', high, low, rest @ ..] => (hex(*high) << 4 | hex(*low), rest),
        [b'+', rest @ ..] => (b' ', rest),
        [byte, rest @ ..] => (*byte, rest),
        [] => return None,
    };
    *text = rest;
    Some(byte)
}

/// The value of a digit; of anything else, anything.
fn hex(digit: u8) -> u8 {
    (digit & 15) + (digit >> 6) * 9
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
        let own = ["https://my.app"];
        assert_eq!(with(&own, "From https://my.app/chat?x=1, no"), "From …, no");
        assert_eq!(with(&[], "Read [the docs](https://a.b/c)."), "Read the docs (…).");
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
            assert!(quoted.starts_with("bad ") && !quoted.contains("TEST"), "{quoted}");
        }
        assert_eq!(with(&["FAKE%5FKEY%5F1"], "bad FAKE_KEY_1"), "bad …");
        assert_eq!(with(&["Bearer FAKE_TOKEN"], "bad FAKE_TOKEN!"), "bad …!");
    }

    #[test]
    fn a_shortened_key_goes_too() {
        let key = "Bearer sk-proj-0123456789abcdefghijklmnopqrstuvwxyz";
        assert_eq!(with(&[key], "key sk-proj-0123456789abcdefghij is bad"), "key … is bad");
    }

    #[test]
    fn short_values_and_other_words_stay() {
        assert_eq!(with(&["seven77", "gpt-5"], "gpt-5 of seven77"), "gpt-5 of seven77");
    }

    #[test]
    fn eight_characters_are_a_secret() {
        assert_eq!(with(&["eight888"], "not eight888!"), "not …!");
    }

    #[test]
    fn a_prompt_with_markup_goes_too() {
        let body = r#"{"content":"<p>Dear <b>Ann</b>, <i>see</i> you</p>"}"#;
        let quoted = quote("Odd: <p>Dear <b>Ann</b>, <i>see</i> you</p>", &[], Some(body));
        assert_eq!(quoted, "Odd: …");
    }

    #[test]
    fn what_a_cut_would_join_into_a_secret_is_not_quoted() {
        assert_eq!(with(&["SECRET_1", "before…after"], "beforeSECRET_1after"), "");
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
        assert_eq!(quote(&run, &[], None).chars().count(), LONGEST);
    }
}
