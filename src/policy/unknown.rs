//! What is said of a key that is not known, and of a config that is none.

use super::foreign::{Place, meant_by};
use super::given::Given;
use super::keys::{KEYS, Key};
use super::misuse::{Kind, Misuse};
use super::nearest::nearest;

/// Letters of a key that are looked at. It is a name, not a value; but one of any length may be a slip.
pub const LONGEST_KEY: usize = 40;

/// Refuses a key that is not known, unless its value is undefined: it counts as absent then.
pub fn known(key: &str, given: &Given) -> Result<(), Misuse> {
    if *given == Given::Undefined || Key::of_name(key).is_some() {
        return Ok(());
    }
    let advice = match meant_by(key) {
        Some(Place::Init(member)) if member.eq_ignore_ascii_case(key) => {
            "it belongs in init, the second argument".to_owned()
        }
        Some(Place::Init(member)) => ["it belongs in init, as ", member].concat(),
        Some(Place::Key(name)) => did_you_mean(name),
        None => {
            let start: String = key.chars().take(LONGEST_KEY).collect();
            did_you_mean(nearest(&start, KEYS.iter().map(|key| key.name)).unwrap_or_default())
        }
    };
    Err(Misuse::of_key(if is_name(key) { key } else { "…" }, &advice))
}

/// Refuses a config that is no object.
pub fn no_config(given: &Given) -> Misuse {
    Misuse::of_value(Kind::Type, "config", given.words(), "an object")
}

fn did_you_mean(name: &str) -> String {
    ["did you mean ", name, "?"].concat()
}

/// Whether it may be shown: what is no name, or a long one, may hold anything.
fn is_name(key: &str) -> bool {
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (1..=LONGEST_KEY).contains(&key.len()) && key.bytes().all(is_fit)
}
