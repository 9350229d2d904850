//! A config value as the policy sees it: what JavaScript gave, without JavaScript.

/// The value of one config key.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// `null`, which is a bad value for every key.
    Null,
    /// A boolean.
    Bool(bool),
    /// Any number, NaN and infinities included.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Given>),
    /// An array with more entries than anyone means.
    LongList,
    /// Something else; its type's name with its article, such as "a function".
    Other(&'static str),
    /// Reading it threw.
    Threw,
}

impl Given {
    /// What was given, by type and, for numbers, kind; never the value itself.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(n) if n.is_nan() => "NaN",
            Self::Number(n) if n.is_infinite() => "an infinite number",
            Self::Number(n) if *n < 0.0 => "a negative number",
            Self::Number(n) if n.fract() != 0.0 => "a fraction",
            Self::Number(_) => "a number out of range",
            Self::Text(_) => "a string",
            Self::List(items) if items.is_empty() => "an empty array",
            Self::List(_) => "an array",
            Self::LongList => "an array of more than 1000 entries",
            Self::Other(kind) => kind,
            Self::Threw => "a getter that throws",
        }
    }
}

/// A refused argument. Its message names the key, what was given, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadValue {
    /// The message.
    pub message: String,
    /// The right type with a wrong value: a RangeError; else a TypeError.
    pub out_of_range: bool,
}

impl BadValue {
    /// `key`: as the caller wrote it, such as `config.maxRetries`.
    pub fn new(key: &str, given: &Given, expected: &str) -> Self {
        let message = [key, ": got ", given.kind(), "; expected ", expected].concat();
        // Asked for by number: a wrong number is a RangeError, anything else a TypeError.
        let out_of_range = matches!(given, Given::Number(_) | Given::List(_) | Given::LongList)
            && !expected.starts_with(['t', '"', 'A']);
        Self {
            message,
            out_of_range,
        }
    }
}
