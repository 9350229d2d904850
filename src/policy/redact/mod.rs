//! Quotes a provider's message to a person without giving anything away: providers repeat the
//! address, the key and the prompt that they were sent.

mod addresses;
mod collect;
mod keys;
mod plain;
pub mod runs;
mod secrets;

use std::ops::Range;

pub use collect::secrets_of;

use super::sent::{NothingSent, Sent};
use super::text::{CUT, find, shortened};

/// As much of a message as is read.
const READ: usize = 4096;
/// The shortest secret. What is shorter is a word like any other.
const SHORTEST_SECRET: usize = 8;

/// What of a request may not be repeated.
pub struct Private<'a> {
    /// The values of its query, path segments, userinfo and headers ([`secrets_of`]).
    pub secrets: Vec<String>,
    /// Its body.
    pub sent: &'a dyn Sent,
}

/// The message as one plain line, without markup, secrets, links and the user's words.
pub fn plain(message: &str, hidden: &Private) -> String {
    let line = cut(&plain::folded(up_to(message, READ)), hidden, false);
    let clean = plain::folded(&plain::unmarked(&line));
    // What tags had parted is looked for once more.
    if clean == line { line } else { cut(&clean, hidden, false) }
}

/// A plain line without addresses of any kind, and short; empty if nothing can be shown.
pub fn discreet(line: &str, hidden: &Private) -> String {
    let nothing = Private { secrets: Vec::new(), sent: &NothingSent };
    let text = shortened(&cut(line, &nothing, true));
    // Cuts can join what stood apart. It takes a strange secret, but then nothing is quoted.
    let is_told = |secret: &String| is_secret(secret) && find(&text, secret).is_some();
    let is_empty = text.chars().eq([CUT]);
    if is_empty || hidden.secrets.iter().any(is_told) { String::new() } else { text }
}

/// As much of the text as has so many UTF-16 code units at most.
fn up_to(text: &str, most: usize) -> &str {
    let end = text
        .char_indices()
        .zip(placed(text))
        .find(|(_, (place, letter))| place.saturating_add(letter.len_utf16()) > most);
    end.and_then(|((at, _), _)| text.get(..at)).unwrap_or(text)
}

fn is_secret(value: &str) -> bool {
    up_to(value, SHORTEST_SECRET.saturating_sub(1)).len() < value.len()
}

/// The characters, each with its place in UTF-16 code units.
fn placed(text: &str) -> impl Iterator<Item = (usize, char)> {
    text.chars().scan(0_usize, |next, letter| {
        let place = *next;
        *next = next.saturating_add(letter.len_utf16());
        Some((place, letter))
    })
}

/// How long it is in UTF-16 code units.
fn length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// What is to be cut out of a text: by UTF-16 code unit, since the body may be JavaScript's.
struct Marks(Vec<bool>);

impl Marks {
    fn mark(&mut self, range: Range<usize>) {
        let end = range.end.min(self.0.len());
        if let Some(units) = self.0.get_mut(range.start..end) {
            units.fill(true);
        }
    }
}

/// Puts "…" in place of all that is private, and of addresses; `is_bare`: of those without a scheme
/// too, which may be names of a limit.
fn cut(text: &str, hidden: &Private, is_bare: bool) -> String {
    let mut marks = Marks(vec![false; length(text)]);
    addresses::mark(text, is_bare, &mut marks);
    secrets::mark(text, &hidden.secrets, &mut marks);
    // A key may have been cut short when it was repeated.
    let shortened = runs::repeated(text, hidden.secrets.iter().map(String::as_str));
    shortened.into_iter().chain(hidden.sent.repeated_in(text)).for_each(|run| marks.mark(run));
    let mut left = String::with_capacity(text.len());
    for (place, letter) in placed(text) {
        if letter != CUT && marks.0.get(place) == Some(&false) {
            left.push(letter);
        } else if !left.ends_with(CUT) {
            left.push(CUT);
        }
    }
    left
}
