//! What calls of a Rust program share, what one of them sends, who hears of it, and how it can fail.

use fetch_with_retry::call::context::Context;
use fetch_with_retry::call::host::Level;
use fetch_with_retry::call::message::Message;
use fetch_with_retry::call::record::Record;
use fetch_with_retry::policy::millis::Millis;
use reqwest::{Url, header::HeaderMap};
use std::error::Error;
use std::fmt;
use std::time::{Duration, Instant};

/// What all calls of the program share.
pub struct Program {
    /// Its connections.
    pub http: reqwest::Client,
    /// What is known of services, and who waits.
    pub context: Context,
    /// The beginning of its own clock.
    pub began: Instant,
}

impl Program {
    /// A client that itself retries nothing and needs no proxy.
    pub fn new() -> Result<Self, reqwest::Error> {
        let http = reqwest::Client::builder().retry(reqwest::retry::never()).no_proxy().build()?;
        Ok(Self { http, context: Context::default(), began: Instant::now() })
    }
}

/// A request. Its body is text, so it can be sent as often as need be.
pub struct Post {
    /// Where to.
    pub url: Url,
    /// With these.
    pub headers: HeaderMap,
    /// JSON.
    pub body: String,
}

/// Who hears of a call.
pub trait Listener {
    /// Something to tell the person.
    fn hear(&self, message: Message);
    /// A line for whoever looks for a fault.
    fn read(&self, level: Level, line: &str);
    /// What happened on the way, in the end.
    fn keep(&self, record: Record);
}

/// Why there is no response.
#[derive(Debug)]
pub enum Failure {
    /// Nobody there, or the connection was cut. Without the URL.
    Unreachable(reqwest::Error),
    /// No response headers in time.
    TimedOut,
    /// It could not be sent at all.
    Unsendable(reqwest::Error),
}

/// For tokio, which takes what is too long for "never".
pub fn duration(wait: Millis) -> Duration {
    Duration::from_millis(wait.get())
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(error) => write!(f, "No answer ({}).", cause(error)),
            Self::TimedOut => f.write_str("No answer in time."),
            Self::Unsendable(error) => write!(f, "It cannot be sent ({}).", cause(error)),
        }
    }
}

/// The innermost error: the outer ones say little more than that there is one.
pub fn cause(error: &reqwest::Error) -> &dyn Error {
    let mut cause: &dyn Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause
}
