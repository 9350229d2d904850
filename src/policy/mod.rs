//! Decides. Pure Rust: no browser, no clock and no randomness of its own, all of which are
//! arguments, so that every rule is tested natively.

pub mod backoff;
pub mod check;
pub mod config;
pub mod decision;
pub mod given;
pub mod hint;
pub mod history;
pub mod http_date;
pub mod keys;
pub mod message;
pub mod millis;
pub mod nearest;
pub mod retry_after;
mod scan;
