//! Decides. Pure Rust: no browser, no clock and no randomness of its own, all of which are
//! arguments, so that every rule is tested natively.

pub mod backoff;
pub mod config;
pub mod cooldown;
pub mod decision;
pub mod duration;
pub mod field;
pub mod foreign;
pub mod form;
pub mod given;
pub mod hint;
pub mod history;
pub mod hopeless;
pub mod http_date;
pub mod keys;
pub mod limits;
pub mod log;
pub mod message;
pub mod millis;
pub mod misuse;
pub mod moment;
pub mod nearest;
pub mod outcome;
pub mod place;
pub mod presets;
pub mod redact;
pub mod request_init;
pub mod retry_after;
mod scan;
pub mod sendable;
pub mod sent;
pub mod stream;
pub mod text;
pub mod unknown;
