//! What the server said about when, and whether, to try again: headers first, then error bodies.
//!
//! Servers say it in a dozen dialects. The rules are few and the dialects are tables, each row with
//! its source: reset headers in `reset`, fields of bodies in `body`, where an error stands in a body
//! in `envelope`, codes and phrases in `signs`, the words around a time in `sentence`.

mod body;
mod clean;
mod duration;
mod echo;
mod echoed;
mod envelope;
mod event;
mod headers;
mod moment;
mod pairs;
mod quote;
mod reset;
mod sentence;
mod signs;
mod url;

use super::millis::Millis;
pub use event::event_may_be_retried;
pub use pairs::{Pair, Scalar};
pub use quote::{Private, quote};

/// Whether to try again, where the server says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Yes, whatever the status.
    Retry,
    /// No.
    No,
    /// No: the money or the day's allowance is spent.
    QuotaExhausted,
}

/// All that one response says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServerSays {
    /// When: the hint, uncapped.
    pub wait: Option<Millis>,
    /// Whether.
    pub verdict: Option<Verdict>,
    /// Why, in the provider's own words, already cleaned.
    pub provider_message: Option<String>,
}

impl ServerSays {
    /// What headers and body say together. A header's time goes before a body's, and a header's yes
    /// or no before a body's no; but no header can mend a spent account.
    pub fn and_body(self, body: Self) -> Self {
        let verdict = match (self.verdict, body.verdict) {
            (Some(Verdict::Retry), Some(Verdict::QuotaExhausted)) => body.verdict,
            (header, body) => header.or(body),
        };
        Self {
            wait: self.wait.or(body.wait),
            verdict,
            provider_message: self.provider_message.or(body.provider_message),
        }
    }
}

/// Reads `retry-after-ms`, which wins, and `Retry-After`, and nothing else: `serverHints: false`.
/// `header` looks a name up; `now_ms` is the epoch time by our own clock, used for a date where the
/// response's own `Date` cannot be read.
pub fn from_headers(header: impl Fn(&str) -> Option<String>, now_ms: f64) -> ServerSays {
    let now_ms = server_now(&header, now_ms);
    ServerSays {
        wait: headers::wait(&header, now_ms),
        ..ServerSays::default()
    }
}

/// Reads all headers that hint: `x-should-retry`, `retry-after-ms`, `Retry-After`, then the reset of
/// the rate limit that is used up.
pub fn from_all_headers(
    status: u16,
    header: impl Fn(&str) -> Option<String>,
    now_ms: f64,
) -> ServerSays {
    let now_ms = server_now(&header, now_ms);
    let wait = headers::wait(&header, now_ms).or_else(|| reset::hint(status, &header, now_ms));
    ServerSays {
        wait,
        verdict: headers::should_retry(status, &header),
        provider_message: None,
    }
}

/// The epoch milliseconds by the response's own `Date`, or else by our clock, which may be minutes
/// off.
pub fn server_now(header: impl Fn(&str) -> Option<String>, now_ms: f64) -> f64 {
    headers::server_now(&header).unwrap_or(now_ms)
}

/// Whether the body of a response may say more than its headers do. It may, whatever they say: that
/// the money is spent, and why. HTML, text, streams and whatever is no error are not looked into.
pub fn body_may_tell(status: u16, content_type: Option<&str>) -> bool {
    status >= 400 && headers::is_json(content_type)
}

/// Reads an error body. `now_ms` is the server's time, as [`server_now`] gives it; `private` is what
/// may not be repeated.
pub fn from_body(status: u16, pairs: &[Pair], now_ms: f64, private: &Private) -> ServerSays {
    if status < 400 {
        return ServerSays::default();
    }
    body::Body::read(status, pairs, now_ms, private).says(private)
}
