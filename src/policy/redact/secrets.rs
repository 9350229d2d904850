//! Secrets that are repeated, encoded as in a URL, or decoded.

use super::keys::Keys;
use super::{Marks, is_secret, placed};
use crate::policy::text::has;

/// Marks each secret wherever it stands; and what follows "Bearer ".
pub fn mark(text: &str, secrets: &[String], marks: &mut Marks) {
    if secrets.is_empty() {
        return;
    }
    let text = Encoded::of(text, true);
    let mut heads = Keys::for_about(text.bytes.len());
    text.bytes.windows(HEAD).for_each(|bytes| heads.insert(head(bytes)));
    for secret in secrets {
        let token = secret.split_once(' ').map(|(_, token)| token);
        for part in [Some(secret.as_str()), token].into_iter().flatten() {
            // Decoded it is a third as long at least.
            if !is_secret(part) || part.len() / 3 > text.bytes.len() {
                continue;
            }
            // A percent sign may be the secret's own.
            for is_coded in [true, false].into_iter().take(if has(part, '%') { 2 } else { 1 }) {
                let sought = Encoded::of(part, is_coded).bytes;
                // There may be thousands of secrets, of which hardly any is in the text.
                let start = sought.get(..HEAD).map(head);
                if start.is_some_and(|start| !heads.contains(start)) {
                    continue;
                }
                find_all(&text.bytes, &sought, |from| {
                    let end = from.saturating_add(sought.len());
                    marks.mark(text.place_of(from)..text.place_of(end));
                });
            }
        }
    }
}

/// How many bytes of a secret are looked up before it is searched for.
const HEAD: usize = 8;

fn head(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |key, byte| (key << 8) | u64::from(*byte))
}

/// A text encoded in the one way, as `encodeURIComponent` does, however it was before; space and plus
/// alike, since forms write the one for the other.
struct Encoded {
    bytes: Vec<u8>,
    /// Where in the text, in UTF-16 code units, what each byte stands for begins.
    places: Vec<usize>,
    end: usize,
}

impl Encoded {
    /// `is_coded`: `%XX` is a byte, and not three characters.
    fn of(text: &str, is_coded: bool) -> Self {
        let room = Vec::with_capacity(text.len());
        let mut encoded = Self { bytes: room, places: Vec::with_capacity(text.len()), end: 0 };
        let mut letters = placed(text);
        let mut rest = text;
        while let Some((place, letter)) = letters.next() {
            encoded.end = place.saturating_add(letter.len_utf16());
            rest = rest.get(letter.len_utf8()..).unwrap_or_default();
            let coded = if is_coded && letter == '%' { coded_byte(rest) } else { None };
            if let Some(byte) = coded {
                encoded.end = place.saturating_add(3);
                rest = rest.get(2..).unwrap_or_default();
                letters.next();
                letters.next();
                encoded.push(byte, place);
            } else {
                let mut utf8 = [0; 4];
                letter.encode_utf8(&mut utf8).bytes().for_each(|byte| encoded.push(byte, place));
            }
        }
        encoded
    }

    fn push(&mut self, byte: u8, place: usize) {
        let byte = if byte == b'+' { b' ' } else { byte };
        let is_plain = byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte);
        let coded = [b'%', digit(byte >> 4), digit(byte & 15)];
        let form = if is_plain { &[byte] } else { coded.as_slice() };
        self.bytes.extend_from_slice(form);
        self.places.extend(form.iter().map(|_| place));
    }

    fn place_of(&self, at: usize) -> usize {
        self.places.get(at).copied().unwrap_or(self.end)
    }
}

/// The byte of two hex digits.
pub(super) fn coded_byte(text: &str) -> Option<u8> {
    let mut digits = text.chars().map(|letter| letter.to_digit(16));
    let (high, low) = (digits.next()??, digits.next()??);
    u8::try_from((high << 4) | low).ok()
}

fn digit(value: u8) -> u8 {
    b"0123456789ABCDEF".get(usize::from(value)).copied().unwrap_or_default()
}

/// Where `sought` begins in `text`, overlaps included, in one pass (Knuth, Morris and Pratt).
fn find_all(text: &[u8], sought: &[u8], mut found: impl FnMut(usize)) {
    // For each beginning of what is sought: how much of its end is a beginning too.
    let mut borders: Vec<usize> = Vec::with_capacity(sought.len());
    let longer = |borders: &[usize], mut count: usize, byte: u8| {
        while count > 0 && sought.get(count) != Some(&byte) {
            count = borders.get(count.saturating_sub(1)).copied().unwrap_or_default();
        }
        count.saturating_add(usize::from(sought.get(count) == Some(&byte)))
    };
    let mut count = 0;
    borders.push(0);
    for byte in sought.iter().skip(1) {
        count = longer(&borders, count, *byte);
        borders.push(count);
    }
    count = 0;
    for (end, byte) in text.iter().enumerate() {
        count = longer(&borders, count, *byte);
        if count == sought.len() {
            found(end.saturating_add(1).saturating_sub(count));
        }
    }
}
