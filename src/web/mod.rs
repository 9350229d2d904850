//! Does. The browser, one concern a file; no rule of when or whether to retry. What handles the
//! caller's own objects is JavaScript, beside its declarations here.

pub mod attempt;
pub mod awake;
pub mod callback;
pub mod caller;
pub mod clock;
pub mod cooldown;
pub mod idle;
pub mod info;
pub mod log;
pub mod notify;
pub mod online;
pub mod pause;
pub mod peek;
pub mod probe;
pub mod request;
pub mod settings;
pub mod waiting;
pub mod wake;
