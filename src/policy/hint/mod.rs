//! What the server said about when, and whether, to try again: headers first, then error bodies.
//!
//! Servers say it in a dozen dialects. The rules are few and the dialects are tables, each row with
//! its source: reset headers in `reset`, fields of bodies in `fields`, codes and phrases in `phrases`,
//! the words around a time in `words`.

mod body;
mod duration;
mod event;
mod fields;
mod own_words;
mod pairs;
mod phrases;
mod reset;
mod sentence;
mod signs;
mod time;
mod words;

use super::http_date;
use super::millis::Millis;
use super::retry_after;
use super::sent::Sent;
use super::text::find;
pub use event::event_may_be_retried;
pub use pairs::{Pair, Scalar};

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
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ServerSays {
    /// When: the hint, uncapped.
    pub wait: Option<Millis>,
    /// Whether.
    pub verdict: Option<Verdict>,
    /// Its headers said to try again, so that the outcome is of a kind that is retried, whatever its status
    /// and whatever its body adds.
    pub insists: bool,
}

impl ServerSays {
    /// What headers and body say together. A header's time goes before a body's, and a header's yes
    /// or no before a body's no; but no header can mend a spent account.
    pub fn and_body(self, body: Self) -> Self {
        let spent =
            self.verdict == Some(Verdict::Retry) && body.verdict == Some(Verdict::QuotaExhausted);
        Self {
            wait: self.wait.or(body.wait),
            verdict: if spent { body.verdict } else { self.verdict.or(body.verdict) },
            insists: self.insists,
        }
    }
}

/// Reads `retry-after-ms`, which wins, and `Retry-After`, and nothing else: `serverHints: false`.
/// `header` looks a name up; `now_ms` is the epoch time by our own clock, used for a date where the
/// response's own `Date` cannot be read.
pub fn from_headers(header: &dyn Fn(&str) -> Option<String>, now_ms: f64) -> ServerSays {
    ServerSays { wait: retry_after(header, server_now(header, now_ms)), ..ServerSays::default() }
}

/// Reads all headers that hint: `x-should-retry` over an error, `retry-after-ms`, `Retry-After`,
/// then the reset of the rate limit that is used up.
pub fn from_all_headers(
    status: u16,
    header: &dyn Fn(&str) -> Option<String>,
    now_ms: f64,
) -> ServerSays {
    let now_ms = server_now(header, now_ms);
    let mut verdict = None;
    if status >= 400
        && let Some(value) = header("x-should-retry")
    {
        if value.eq_ignore_ascii_case("true") {
            verdict = Some(Verdict::Retry);
        } else if value.eq_ignore_ascii_case("false") {
            verdict = Some(Verdict::No);
        }
    }
    let mut wait = retry_after(header, now_ms);
    if wait.is_none() {
        wait = reset::hint(status, header, now_ms);
    }
    ServerSays { wait, verdict, insists: verdict == Some(Verdict::Retry) }
}

fn retry_after(header: &dyn Fn(&str) -> Option<String>, now_ms: f64) -> Option<Millis> {
    if let Some(value) = header("retry-after-ms")
        && let wait @ Some(_) = retry_after::parse_ms(&value)
    {
        return wait;
    }
    retry_after::parse(&header("retry-after")?, now_ms)
}

/// The epoch milliseconds by the response's own `Date`, or else by our clock, which may be minutes
/// off. A `Date` shows whole seconds, so that a wait by it is up to one second longer, never shorter.
pub fn server_now(header: &dyn Fn(&str) -> Option<String>, now_ms: f64) -> f64 {
    let date = header("date").and_then(|date| http_date::parse(&date, now_ms));
    date.map_or(now_ms, |seconds| seconds as f64 * 1000.0)
}

/// Whether the body of a response may say more than its headers do. It may, whatever they say: that
/// the money is spent, and why. HTML, text, streams and whatever is no error are not looked into.
pub fn body_may_tell(status: u16, content_type: Option<&str>) -> bool {
    let is_json = |of: &str| {
        let of = of.to_ascii_lowercase();
        of.is_empty() || find(&of, "json").is_some()
    };
    status >= 400 && content_type.is_none_or(is_json)
}

/// The provider's sentence in a body, as it wrote it; empty where there is none.
pub fn message_in(pairs: &[Pair]) -> &str {
    body::Body::read(pairs, 0.0).message
}

/// Reads an error body. `now_ms` is the server's time, as [`server_now`] gives it; `plain`, what
/// [`message_in`] found, as one line without markup, secrets and links; `sent`, the request's body.
pub fn from_body(
    status: u16,
    pairs: &[Pair],
    now_ms: f64,
    plain: &str,
    sent: &dyn Sent,
) -> ServerSays {
    if status < 400 {
        return ServerSays::default();
    }
    let mut body = body::Body::read(pairs, now_ms);
    body.hear(plain, sent, now_ms);
    ServerSays { wait: body.wait, verdict: body.signs.verdict(body.wait), insists: false }
}
