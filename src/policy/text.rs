//! Strings, without the formatting machinery of `core::fmt` and the searcher behind `str::find` and
//! `str::contains`, which would outweigh what they format and find.

/// A whole number, appended.
pub fn push_number(text: &mut String, number: u64) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.extend(char::from_digit((number % 10) as u32, 10));
}

/// Whether a character stands in a text.
pub fn has(text: &str, sought: char) -> bool {
    text.chars().any(|letter| letter == sought)
}

/// Where a part, which is not empty, first stands in a text.
pub fn find(text: &str, part: &str) -> Option<usize> {
    after_each(text, part)
        .next()
        .map(|after| text.len().saturating_sub(after.len()).saturating_sub(part.len()))
}

/// What follows a part, which is not empty, wherever it stands in a text.
pub fn after_each<'t>(text: &'t str, part: &str) -> impl Iterator<Item = &'t str> {
    // Most places are passed over by their first byte alone.
    let begins = move |byte: u8| part.as_bytes().first() == Some(&byte);
    let places = text.bytes().enumerate().filter(move |(_, byte)| begins(*byte));
    places.filter_map(move |(at, _)| text.get(at..)?.strip_prefix(part))
}

/// The most characters of a message that is shown, as JavaScript counts them.
pub const LONGEST: usize = 200;
/// What stands for what is cut.
pub const CUT: char = '…';

/// At most [`LONGEST`] characters.
pub fn shortened(text: &str) -> String {
    cut_to(text, LONGEST)
}

/// At most `most` UTF-16 code units, an ellipsis in place of what is cut; no character is cut in two.
pub fn cut_to(text: &str, most: usize) -> String {
    let mut kept = String::new();
    let mut length: usize = 0;
    if text.encode_utf16().count() <= most {
        return text.to_owned();
    }
    for letter in text.chars() {
        length = length.saturating_add(letter.len_utf16());
        if length >= most {
            break;
        }
        kept.push(letter);
    }
    kept.push(CUT);
    kept
}
