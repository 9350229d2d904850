//! When a limit resets, in any of the dialects, told apart by form and magnitude.

use super::duration;
use crate::policy::http_date;
use crate::policy::millis::Millis;
use crate::policy::retry_after;

/// No limit resets later than this: 9999999999, 2³¹−1 and their kind mean "never" or "unknown".
const YEAR_MS: f64 = 366.0 * 86_400_000.0;
/// From here on a number is epoch seconds (2001), and from here on epoch milliseconds (1973).
const EPOCH_SECONDS: f64 = 1e9;
const EPOCH_MILLIS: f64 = 1e11;

/// The wait until what a reset field names: seconds, epoch seconds or milliseconds, a duration
/// with units, RFC 3339, or an HTTP-date. Zero, the past and the unbelievable are no hint.
pub fn reset(value: &str, now_ms: f64) -> Option<Millis> {
    let value = retry_after::once(value.trim());
    let wait = if let Some(number) = retry_after::decimal(value) {
        of_number(number, now_ms)
    } else if let Some((moment, "")) = rfc3339(value) {
        moment - now_ms
    } else if let Some(ms) = duration::exact(value) {
        ms
    } else {
        http_date::parse(value)? as f64 * 1000.0 - now_ms
    };
    believable(wait)
}

/// The wait that a bare number means, in milliseconds: by its magnitude a time to come, or seconds.
pub fn of_number(number: f64, now_ms: f64) -> f64 {
    match number {
        _ if number >= EPOCH_MILLIS => number - now_ms,
        _ if number >= EPOCH_SECONDS => number * 1000.0 - now_ms,
        _ => number * 1000.0,
    }
}

/// A wait in the future, and not further off than any reset is.
pub fn believable(wait_ms: f64) -> Option<Millis> {
    (wait_ms > 0.0 && wait_ms <= YEAR_MS).then(|| retry_after::bounded(wait_ms))
}

/// The epoch milliseconds of the date and time that a text begins with (RFC 3339, and a little
/// less strict: a space for the T, no seconds, no zone, no time at all), and what follows it.
pub fn rfc3339(text: &str) -> Option<(f64, &str)> {
    let mut parts = text.get(..10)?.split('-');
    let mut part = |length: usize| {
        parts
            .next()
            .filter(|part| part.len() == length)
            .and_then(http_date::number)
    };
    let (year, month, day) = (part(4)?, part(2)?, part(2)?);
    let rest = text.get(10..)?;
    let time = [" at ", "T", "t", " "]
        .into_iter()
        .find_map(|parting| rest.strip_prefix(parting));
    let (seconds, rest) = time.and_then(clock).unwrap_or((0, rest));
    let (fraction, rest) = match rest.strip_prefix('.').and_then(|_| fraction(rest)) {
        Some(found) => found,
        None => (0.0, rest),
    };
    let (offset, rest) = zone(rest);
    let seconds = http_date::at(year, month, day, seconds)?.saturating_sub(offset);
    Some(((seconds as f64 + fraction) * 1000.0, rest))
}

/// Seconds of the `hh:mm:ss` or `hh:mm` that a text begins with.
fn clock(text: &str) -> Option<(i64, &str)> {
    let of = |length: usize, rest: &str| {
        http_date::seconds_of_day(&[text.get(..length)?, rest].concat())
    };
    match of(8, "") {
        Some(seconds) => Some((seconds, text.get(8..)?)),
        None => Some((of(5, ":00")?, text.get(5..)?)),
    }
}

/// `.123`
fn fraction(text: &str) -> Option<(f64, &str)> {
    let rest = text
        .strip_prefix('.')?
        .trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.strip_suffix(rest)?;
    Some((retry_after::decimal(&["0", digits].concat())?, rest))
}

/// Seconds east of UTC of `+hh:mm` or `+hhmm`; `Z`, `UTC`, `GMT` and nothing are none.
fn zone(text: &str) -> (i64, &str) {
    let offset = || {
        let (sign, digits) = match text.strip_prefix('+') {
            Some(digits) => (1, digits),
            None => (-1, text.strip_prefix('-')?),
        };
        let hours = http_date::number(digits.get(..2)?)?;
        let rest = digits.get(2..)?;
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        let minutes = http_date::number(rest.get(..2)?)?;
        Some((sign * (hours * 3600 + minutes * 60), rest.get(2..)?))
    };
    let named = ["Z", "z", " UTC", " utc", "UTC", " GMT", " gmt", "GMT"];
    let name = || named.into_iter().find_map(|name| text.strip_prefix(name));
    offset().unwrap_or_else(|| (0, name().unwrap_or(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-07-30T12:00:00Z.
    const NOW: f64 = 1_785_412_800_000.0;

    #[test]
    fn every_dialect_of_42_seconds_is_42_seconds() {
        for value in [
            "42",
            "42s",
            "42000ms",
            "0m42s",
            "1785412842",
            "1785412842000",
            "1785412842.000",
            "2026-07-30T12:00:42Z",
            "2026-07-30T12:00:42.000Z",
            "2026-07-30T14:00:42+02:00",
            "2026-07-30T07:30:42-0430",
            "2026-07-30 12:00:42 UTC",
            "2026-07-30t12:00:42z",
            "Thu, 30 Jul 2026 12:00:42 GMT",
            " 42 ",
            "42, 42",
        ] {
            assert_eq!(reset(value, NOW), Some(Millis::new(42_000)), "{value}");
        }
        assert_eq!(
            reset("2026-07-30T12:00:00.0001Z", NOW),
            Some(Millis::new(1))
        );
    }

    #[test]
    fn zero_the_past_sentinels_and_garbage_are_no_hint() {
        for value in [
            "0",
            "0s",
            "",
            "abc",
            "-1",
            "9999999999",
            "9999999999999",
            "99999999999999999999999999",
            "2147483647",
            "4294967295",
            "9223372036854775807",
            "1785412799",
            "1785412797000",
            "2026-07-30T11:59:59Z",
            "2026-02-30T12:00:00Z",
            "9999-12-31T23:59:59Z",
            "2026-07-30T12:00:42Z, or later",
            "NaN",
            "Infinity",
        ] {
            assert_eq!(reset(value, NOW), None, "{value}");
        }
    }
}
