//! What a value must look like: its limits, and how they read in an error.

use super::given::Given;
use super::misuse::Kind;

/// Limits of a number, and their words.
#[derive(Clone, Copy)]
pub struct Range {
    /// What is expected, in words; of a list, what the whole is.
    pub expected: &'static str,
    /// Whether a number is within them. NaN must not be.
    pub holds: fn(f64) -> bool,
}

/// What is expected of a value.
#[derive(Clone, Copy)]
pub enum Form {
    /// A number within limits.
    Number(Range),
    /// An array of them.
    Numbers {
        /// Those of each entry.
        each: Range,
        /// Whether there may be no entry at all.
        may_be_empty: bool,
    },
    /// One of these words.
    OneOf(fn() -> Vec<&'static str>),
    /// What the place takes where it is kept, in words.
    Plain(&'static str),
}

impl Form {
    /// Whether the value is within the limits, if it is of the type that has them.
    pub fn holds(&self, given: &Given) -> bool {
        match (self, given) {
            (Self::Number(range), Given::Number(number)) => (range.holds)(*number),
            (Self::Numbers { each, may_be_empty }, Given::List(entries)) => {
                (*may_be_empty || !entries.is_empty())
                    && entries.iter().all(|entry| is_within(each, entry))
            }
            _ => true,
        }
    }

    /// What is expected, in words.
    pub fn expected(&self) -> String {
        match self {
            Self::Number(range) | Self::Numbers { each: range, .. } => range.expected.to_owned(),
            Self::OneOf(words) => one_of(&words()),
            Self::Plain(expected) => (*expected).to_owned(),
        }
    }

    /// What a value is that was refused, in words.
    pub fn got(&self, given: &Given) -> String {
        match (self, given) {
            (Self::Number(_), number) => number.size_in_words().to_owned(),
            (Self::Numbers { each, .. }, Given::List(entries)) => {
                match entries.iter().find(|entry| !is_within(each, entry)) {
                    Some(odd) => ["an array with ", odd.size_in_words()].concat(),
                    None => given.words().to_owned(),
                }
            }
            _ => given.words().to_owned(),
        }
    }

    /// Which error a value is that was refused.
    pub fn kind(&self, given: &Given) -> Kind {
        match (self, given) {
            (Self::Number(_), Given::Number(_)) => Kind::Range,
            (Self::Numbers { .. }, Given::List(entries))
                if entries.iter().all(|entry| entry.number().is_some()) =>
            {
                Kind::Range
            }
            _ => Kind::Type,
        }
    }
}

fn is_within(range: &Range, given: &Given) -> bool {
    given.number().is_some_and(range.holds)
}

/// `"a", "b" or "c"`.
fn one_of(words: &[&str]) -> String {
    let mut text = String::new();
    for (at, word) in words.iter().enumerate() {
        text.push_str(match at {
            0 => "\"",
            _ if at.saturating_add(1) == words.len() => "\" or \"",
            _ => "\", \"",
        });
        text.push_str(word);
    }
    text.push('"');
    text
}
