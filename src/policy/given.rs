//! What a caller wrote, as the rules see it: enough to check it and to say what is wrong with it, whatever
//! language it came from. How it is read off JavaScript is the host's business.

use serde::{Serialize, Serializer};

/// More entries than anyone means; reading them all would freeze the page.
pub const LONGEST_LIST: usize = 1000;

/// A value of any type.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// Nothing: as if the key were absent.
    Undefined,
    /// The value `null`, which is a bad one everywhere.
    Null,
    /// `true` or `false`.
    Flag(bool),
    /// A number, possibly NaN or infinite.
    Number(f64),
    /// A string.
    Text(String),
    /// An array of at most [`LONGEST_LIST`] entries. One inside it is [`Given::Nested`].
    List(Vec<Given>),
    /// An array in an array, not looked into: it may hold itself.
    Nested,
    /// An array of more entries, none of which was read.
    TooLong,
    /// A function.
    Function,
    /// Another object.
    Object {
        /// Whether it has the methods `log()` and `warn()`.
        logs: bool,
    },
    /// Whatever else there is, in words: "a symbol".
    Other(&'static str),
    /// It could not be read: a getter that throws, a revoked proxy.
    Threw,
}

impl Given {
    /// What it is, in words for an error: its type, never the value.
    pub const fn words(&self) -> &'static str {
        match self {
            Self::Undefined => "undefined",
            Self::Null => "null",
            Self::Flag(_) => "a boolean",
            Self::Number(number) if number.is_nan() => "NaN",
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::List(entries) if entries.is_empty() => "an empty array",
            Self::List(_) | Self::Nested => "an array",
            Self::TooLong => "an array of more than 1000",
            Self::Function => "a function",
            Self::Object { .. } => "an object",
            Self::Other(words) => words,
            Self::Threw => "a value that throws when read",
        }
    }

    /// The same where a number was expected: what is wrong with one is then its size.
    pub fn size_in_words(&self) -> &'static str {
        match self {
            Self::Number(number) if number.is_infinite() => "an infinite number",
            Self::Number(number) if *number < 0.0 => "a negative number",
            Self::Number(number) if number.fract() != 0.0 && !number.is_nan() => "a fraction",
            Self::Number(number) if !number.is_nan() => "a number out of range",
            other => other.words(),
        }
    }

    /// The number that it is.
    pub const fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }
}

/// Outward, what is plain data is that data; all else is undefined.
impl Serialize for Given {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Flag(flag) => to.serialize_bool(*flag),
            Self::Number(number) => to.serialize_f64(*number),
            Self::Text(text) => to.serialize_str(text),
            Self::List(entries) => to.collect_seq(entries),
            _ => to.serialize_unit(),
        }
    }
}
