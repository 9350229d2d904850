//! What is said of an argument that cannot be used: it names the argument, what was given and what was
//! expected; never the value, which may be a secret.

/// Which error it becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A TypeError.
    Type,
    /// A RangeError: the type is right, the size is wrong.
    Range,
}

/// An argument that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misuse {
    /// Which error it becomes.
    pub kind: Kind,
    /// What it says.
    pub text: String,
}

impl Misuse {
    /// "config.label: got null; expected a string".
    pub fn of_value(kind: Kind, argument: &str, got: &str, expected: &str) -> Self {
        Self { kind, text: [argument, ": got ", got, "; expected ", expected].concat() }
    }

    /// "config.lable: unknown key; did you mean label?" `advice` is what stands last.
    pub fn of_key(key: &str, advice: &str) -> Self {
        Self { kind: Kind::Type, text: ["config.", key, ": unknown key; ", advice].concat() }
    }
}
