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
            Self::Text(text) => retry_after::decimal(text.trim()),
            Self::Bool(_) | Self::Null => None,
        }
    }
}

/// What stands below `root` at `pattern`: keys joined by dots, capitals aside, `*` for any key.
pub fn at<'a>(
    pairs: &'a [Pair],
    root: &'a str,
    pattern: &'a str,
) -> impl Iterator<Item = &'a Scalar> {
    pairs
        .iter()
        .filter(move |(path, _)| below(path, root).is_some_and(|path| fits(path, pattern)))
        .map(|(_, scalar)| scalar)
}

/// The rest of a path that leads through `root`; the empty root holds everything.
pub fn below<'a>(path: &'a str, root: &str) -> Option<&'a str> {
    match root {
        "" => Some(path),
        _ => path.strip_prefix(root)?.strip_prefix('.'),
    }
}

fn fits(path: &str, pattern: &str) -> bool {
    let mut keys = path.split('.');
    let mut wanted = pattern.split('.');
    loop {
        match (keys.next(), wanted.next()) {
            (None, None) => return true,
            (Some(key), Some(want)) if want == "*" || key.eq_ignore_ascii_case(want) => {}
            _ => return false,
        }
    }
}
