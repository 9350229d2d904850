//! Moments as servers name them: RFC 3339, epoch time, or a wait; told apart by form and magnitude.

use super::duration;
use crate::policy::http_date;
use crate::policy::millis::Millis;
use crate::policy::retry_after::{self, EPOCH_SECONDS};
use crate::policy::scan::Scan;

/// No limit resets later than this: 9999999999, 2³¹−1 and their kind mean "never" or "unknown".
const YEAR_MS: f64 = 366.0 * 86_400_000.0;
/// From here on (1973) a number is epoch milliseconds.
const EPOCH_MILLIS: f64 = 1e11;

/// The wait until what a reset field names: seconds, epoch seconds or milliseconds, a duration
/// with units, RFC 3339, or an HTTP-date. Zero, the past and the unbelievable are no hint.
pub fn reset(value: &str, now_ms: f64) -> Option<Millis> {
    if let Some(number) = retry_after::decimal(value) {
        return believable(of_number(number, now_ms));
    }
    let lower = value.to_ascii_lowercase();
    let mut scan = Scan::new(&lower);
    let wait = match date(&mut scan).filter(|_| scan.is_empty()) {
        Some(moment) => moment - now_ms,
        None => match duration::exact(&lower) {
            Some(wait) => wait,
            None => http_date::parse(value, now_ms)? as f64 * 1000.0 - now_ms,
        },
    };
    believable(wait)
}

/// The wait that a bare number means, in milliseconds: by its magnitude a time to come, or seconds.
pub fn of_number(number: f64, now_ms: f64) -> f64 {
    if number >= EPOCH_MILLIS {
        number - now_ms
    } else if number >= EPOCH_SECONDS {
        number * 1000.0 - now_ms
    } else {
        number * 1000.0
    }
}

/// A wait in the future, and not further off than any reset is.
pub fn believable(wait_ms: f64) -> Option<Millis> {
    (wait_ms > 0.0 && wait_ms <= YEAR_MS).then(|| retry_after::bounded(wait_ms))
}

/// Takes a date and time, in epoch milliseconds (RFC 3339, and a little less strict: a space or "at"
/// for the T, no seconds, no zone, no time at all).
pub fn date(scan: &mut Scan) -> Option<f64> {
    let mut next = *scan;
    let mut part = |least| next.digits(least, least).filter(|_| next.eat("-"));
    let (year, month) = (part(4)?, part(2)?);
    let day = next.digits(2, 2)?;
    let mut seconds = http_date::at(year, month, day)? as f64;
    *scan = next;
    next.skip(" at");
    if let Some(clock) = http_date::clock(&mut next) {
        seconds += clock;
        let west = next.peek() == Some('-');
        if next.eat("+-") {
            let hours = next.digits(2, 2)? as f64;
            next.eat(":");
            let offset = hours * 3600.0 + next.digits(2, 2)? as f64 * 60.0;
            seconds += if west { offset } else { -offset };
        }
        *scan = next;
        next.eat(" ");
        if matches!(next.letters(), "z" | "utc" | "gmt") {
            *scan = next;
        }
    }
    Some(seconds * 1000.0)
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
        assert_eq!(reset("2026-07-30T12:00:00.0001Z", NOW), Some(Millis::new(1)));
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
