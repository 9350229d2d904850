//! A JSON body as policy sees it: flat pairs of a path and a scalar, made by the platform's own
//! JSON.parse. A parser of ours would weigh more than all rules together.

use crate::policy::retry_after;

/// A leaf of a JSON document.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// A string.
    Text(String),
    /// A number.
    Number(f64),
    /// A boolean.
    Bool(bool),
    /// `null`.
    Null,
}

/// A path such as `error.details.0.retryDelay`, and what stands there. A document that is itself
/// an array begins with a number (`0.error.code`); one that is a scalar has an empty path.
pub type Pair = (String, Scalar);

impl Scalar {
    /// The text of a string.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A number that is not negative, in digits or as a string of them.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => (*number >= 0.0).then_some(*number),
            Self::Text(text) => retry_after::decimal(text),
            Self::Bool(_) | Self::Null => None,
        }
    }
}

/// Whether a path leads through `root` (empty, or with a dot at its end) to `pattern`: keys joined
/// by dots, capitals aside, `*` for any key.
pub fn leads(path: &str, root: &[u8], pattern: &[u8]) -> bool {
    let Some(mut path) = path.as_bytes().strip_prefix(root) else { return false };
    let mut pattern = pattern;
    loop {
        (path, pattern) = match (path, pattern) {
            ([], []) => return true,
            ([b'.', ..] | [], [b'*', pattern @ ..]) => (path, pattern),
            ([_, path @ ..], [b'*', ..]) => (path, pattern),
            ([key, path @ ..], [want, pattern @ ..]) if key.eq_ignore_ascii_case(want) => {
                (path, pattern)
            }
            _ => return false,
        }
    }
}
