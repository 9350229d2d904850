//! Does. The browser, one concern a file; no rule of when or whether to retry.

pub mod attempt;
pub mod body;
pub mod callback;
pub mod caller;
pub mod clock;
pub mod error;
pub mod flag;
pub mod headers;
pub mod info;
pub mod listener;
pub mod log;
pub mod notify;
pub mod online;
pub mod request;
pub mod settings;
pub mod timer;
pub mod waiting;
