//! A JSON body as policy sees it: flat pairs of a path and a scalar, made by the platform's own
//! JSON.parse. So the fields of all providers are rows of one table, and no tree is walked here.

use crate::policy::retry_after;

/// A scalar of a JSON document, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Keys and indices joined by dots: `error.details.0.retryDelay`. A document that is itself an
    /// array begins with an index (`0.error.code`); one that is a scalar has an empty path.
    pub path: String,
    /// What stands there.
    pub value: Scalar,
}

/// What is no object and no array.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// A string, as it is.
    Text(String),
    /// A number.
    Number(f64),
    /// `true` or `false`.
    Flag(bool),
    /// `null`: as good as absent.
    Null,
}

impl Scalar {
    /// The string; empty if it is none.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Number(_) | Self::Flag(_) | Self::Null => "",
        }
    }

    /// The string as one line, its control characters spaces.
    pub fn line(&self) -> String {
        self.text().replace(|c: char| c.is_ascii_control(), " ")
    }

    /// The number that stands there, or in the string. What is negative counts and times nothing.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Text(_) => retry_after::decimal(&self.line()),
            Self::Number(number) => Some(*number).filter(|n| n.is_finite() && *n >= 0.0),
            Self::Flag(_) | Self::Null => None,
        }
    }
}

/// Whether a path leads through `root` (empty, or with a dot at its end) to `pattern`: keys joined
/// by dots, capitals aside, `*` for any key.
pub fn leads(path: &str, root: &str, pattern: &str) -> bool {
    let Some(path) = path.strip_prefix(root) else { return false };
    let mut wanted = pattern.split('.');
    let fits =
        |key: &str| wanted.next().is_some_and(|want| want == "*" || want.eq_ignore_ascii_case(key));
    path.split('.').all(fits) && wanted.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_one_key_and_a_path_is_not_left_early() {
        for (path, leads_there) in [
            ("error.details.0.reason", true),
            ("error.details.12.Reason", true),
            ("error.details.reason", false),
            ("error.details.0.1.reason", false),
            ("error.details.0.reason.x", false),
            ("error.details.0", false),
            ("details.0.reason", false),
            ("", false),
        ] {
            assert_eq!(leads(path, "error.", "details.*.reason"), leads_there, "{path}");
        }
    }

    #[test]
    fn a_number_is_read_as_a_header_would_write_it() {
        let text = |text: &str| Scalar::Text(text.to_owned());
        for (value, number) in [
            (Scalar::Number(1.5), Some(1.5)),
            (Scalar::Number(-5.0), None),
            (Scalar::Number(f64::INFINITY), None),
            (Scalar::Number(f64::NAN), None),
            (Scalar::Flag(true), None),
            (Scalar::Null, None),
            (text("42\n"), Some(42.0)),
            (text("-5"), None),
            (text("1e3"), None),
        ] {
            assert_eq!(value.number(), number, "{value:?}");
        }
    }
}
