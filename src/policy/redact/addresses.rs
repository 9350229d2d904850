//! Links, and what else leads somewhere.

use std::ops::Range;

use super::{Marks, length};
use crate::policy::text::find;

/// Marks links, without the punctuation around them: from the scheme on, or from what looks like a
/// host before a path (`ai.google.dev/docs`, `www.example.com`).
pub fn mark(text: &str, is_bare: bool, marks: &mut Marks) {
    let mut place = 0_usize;
    for word in text.split([' ', '"', '<', '>']) {
        let after = |end: usize| place.saturating_add(length(word.get(..end).unwrap_or_default()));
        if let Some(link) = address_in(word, is_bare) {
            marks.mark(after(link.start)..after(link.end));
        }
        place = after(word.len()).saturating_add(1);
    }
}

fn address_in(word: &str, is_bare: bool) -> Option<Range<usize>> {
    let scheme = find(word, "://");
    let path = || word.find(['/', '?']);
    let whole = || find(word, "www.").map(|_| word.len());
    let end = scheme.or_else(path).or_else(whole)?;
    let before = word.get(..end)?;
    let from = after_last(before, |letter| !may_be_of_host(letter));
    let host = before.get(from..)?;
    if scheme.is_some() || (is_bare && is_host(host)) {
        return Some(from..after_last(word, may_end));
    }
    None
}

/// Where what follows the last of such characters begins.
fn after_last(text: &str, is_such: impl Fn(char) -> bool) -> usize {
    let last = text.char_indices().rev().find(|(_, letter)| is_such(*letter));
    last.map_or(0, |(at, letter)| at.saturating_add(letter.len_utf8()))
}

fn may_be_of_host(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || matches!(letter, '_' | '.' | ':' | '+' | '-')
        || !letter.is_ascii()
}

/// Whether a letter follows a dot; "v1.2/3" is no address.
fn is_host(host: &str) -> bool {
    host.split('.')
        .skip(1)
        .any(|label| label.starts_with(|first: char| first.is_ascii_alphabetic()))
}

fn may_end(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '/' | '=') || !letter.is_ascii()
}
