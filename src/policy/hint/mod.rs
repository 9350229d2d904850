//! What the server said about when, and whether, to try again.

use super::http_date;
use super::millis::Millis;
use super::retry_after;

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

/// Reads `retry-after-ms`, which wins, and `Retry-After`. `header` looks a name up; `now_ms` is the
/// epoch time by our own clock, used for a date where the response's own `Date` cannot be read.
pub fn from_headers(header: impl Fn(&str) -> Option<String>, now_ms: f64) -> ServerSays {
    let wait = header("retry-after-ms")
        .and_then(|value| retry_after::parse_ms(&value))
        .or_else(|| {
            let value = header("retry-after")?;
            retry_after::parse(&value, server_now(&header).unwrap_or(now_ms))
        });
    ServerSays {
        wait,
        ..ServerSays::default()
    }
}

/// The server's clock, in epoch milliseconds: ours may be minutes off.
fn server_now(header: impl Fn(&str) -> Option<String>) -> Option<f64> {
    let seconds = http_date::parse(header("date")?.trim())?;
    Some(seconds as f64 * 1000.0)
}
