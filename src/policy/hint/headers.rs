//! What a response's headers say.

use super::Verdict;
use crate::policy::http_date;
use crate::policy::millis::Millis;
use crate::policy::retry_after;

/// Looks a header's value up by its name.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// `retry-after-ms` (OpenAI, Azure), which wins, or `Retry-After`.
pub fn wait(header: Lookup, now_ms: f64) -> Option<Millis> {
    let ms = || header("retry-after-ms").and_then(|value| retry_after::parse_ms(&value));
    let or_date = || header("retry-after").and_then(|value| retry_after::parse(&value, now_ms));
    ms().or_else(or_date)
}

/// `x-should-retry` (OpenAI, Anthropic): true or false, in any capitals. It decides over errors.
pub fn should_retry(status: u16, header: Lookup) -> Option<Verdict> {
    let value = header("x-should-retry").filter(|_| status >= 400)?;
    match value.trim() {
        value if value.eq_ignore_ascii_case("true") => Some(Verdict::Retry),
        value if value.eq_ignore_ascii_case("false") => Some(Verdict::No),
        _ => None,
    }
}

/// The server's clock, in epoch milliseconds: ours may be minutes off. It shows whole seconds, so
/// that a wait by it is up to one second longer, never shorter.
pub fn server_now(header: Lookup) -> Option<f64> {
    let seconds = http_date::parse(header("date")?.trim())?;
    Some(seconds as f64 * 1000.0)
}

/// Whether an error body of this type can say anything: JSON of any kind, or nobody knows.
pub fn is_json(content_type: Option<&str>) -> bool {
    content_type.is_none_or(|of| of.trim().is_empty() || of.to_ascii_lowercase().contains("json"))
}
