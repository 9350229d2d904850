//! How each type of rule is written by a caller: what it takes, and what would be written for what it holds.

use super::backoff::Jitter;
use super::config::{IdempotencyKey, LongRetryAfter, Sharing};
use super::given::Given;
use super::millis::Millis;

/// A place in a config.
pub trait Field {
    /// Takes a value that is within its limits. False if it is of another type.
    fn put(&mut self, given: &Given) -> bool;
    /// What a caller would write for what is there; undefined where there is nothing to write.
    fn given(&self) -> Given;
}

/// A choice whose values have names.
pub trait Named: Copy + PartialEq + 'static {
    /// Each value with its name.
    const NAMES: &'static [(&'static str, Self)];
}

/// The names of the values, in order.
pub fn names<T: Named>() -> Vec<&'static str> {
    T::NAMES.iter().map(|(name, _)| *name).collect()
}

impl Named for Jitter {
    const NAMES: &'static [(&'static str, Self)] =
        &[("equal", Self::Equal), ("full", Self::Full), ("none", Self::None)];
}

impl Named for LongRetryAfter {
    const NAMES: &'static [(&'static str, Self)] =
        &[("clamp", Self::Clamp), ("giveUp", Self::GiveUp)];
}

impl Named for Sharing {
    const NAMES: &'static [(&'static str, Self)] =
        &[("off", Self::Off), ("context", Self::Context), ("extension", Self::Extension)];
}

impl<T: Named> Field for T {
    fn put(&mut self, given: &Given) -> bool {
        let Given::Text(text) = given else { return false };
        let found = T::NAMES.iter().find(|(name, _)| name == text);
        found.map(|(_, value)| *self = *value).is_some()
    }
    fn given(&self) -> Given {
        let found = T::NAMES.iter().find(|(_, value)| value == self);
        found.map_or(Given::Undefined, |(name, _)| Given::Text((*name).to_owned()))
    }
}

/// Numbers of several types, each made of a JavaScript number and made one again.
macro_rules! number {
    ($type:ty, $take:expr, $tell:expr) => {
        impl Field for $type {
            fn put(&mut self, given: &Given) -> bool {
                given.number().map(|number| *self = $take(number)).is_some()
            }
            fn given(&self) -> Given {
                Given::Number($tell(*self))
            }
        }
    };
}

number!(f64, |number| number, |number| number);
number!(Millis, Millis::ceil, Millis::as_f64);
// A count: `u64::MAX` is no limit.
number!(u64, |number| number as u64, |count| Millis::new(count).as_f64());

impl Field for bool {
    fn put(&mut self, given: &Given) -> bool {
        let Given::Flag(flag) = given else { return false };
        *self = *flag;
        true
    }
    fn given(&self) -> Given {
        Given::Flag(*self)
    }
}

/// Statuses.
impl Field for Vec<u16> {
    fn put(&mut self, given: &Given) -> bool {
        numbers(given).map(|list| *self = list.map(|number| number as u16).collect()).is_some()
    }
    fn given(&self) -> Given {
        Given::List(self.iter().map(|status| Given::Number(f64::from(*status))).collect())
    }
}

/// A schedule: an empty one is none.
impl Field for Vec<f64> {
    fn put(&mut self, given: &Given) -> bool {
        numbers(given).map(|list| *self = list.collect()).is_some()
    }
    fn given(&self) -> Given {
        if self.is_empty() {
            return Given::Undefined;
        }
        Given::List(self.iter().map(|ms| Given::Number(*ms)).collect())
    }
}

fn numbers(given: &Given) -> Option<impl Iterator<Item = f64>> {
    let Given::List(entries) = given else { return None };
    Some(entries.iter().filter_map(Given::number))
}

/// A label.
impl Field for Option<String> {
    fn put(&mut self, given: &Given) -> bool {
        let Given::Text(text) = given else { return false };
        *self = Some(text.clone());
        true
    }
    fn given(&self) -> Given {
        self.clone().map_or(Given::Undefined, Given::Text)
    }
}

impl Field for IdempotencyKey {
    fn put(&mut self, given: &Given) -> bool {
        *self = match given {
            Given::Flag(false) => Self::Off,
            Given::Flag(true) => Self::In("Idempotency-Key".to_owned()),
            Given::Text(name) if is_token(name) => Self::In(name.clone()),
            _ => return false,
        };
        true
    }
    fn given(&self) -> Given {
        match self {
            Self::Off => Given::Flag(false),
            Self::In(name) => Given::Text(name.clone()),
        }
    }
}

/// `token` of RFC 9110 §5.6.2, which the name of a header is.
fn is_token(text: &str) -> bool {
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_fit)
}
