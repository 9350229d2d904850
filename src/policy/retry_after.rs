//! The grammar of Retry-After (RFC 9110 §10.2.3) as it is met: seconds, with decimals too, or an
//! HTTP-date. What cannot be read is no hint, never a zero.

use super::http_date;
use super::millis::Millis;
use super::scan::Scan;

/// From here on (2001) a number of seconds may be a moment: as a wait it were 31 years.
pub const EPOCH_SECONDS: f64 = 1e9;

/// A moment that is written in place of a wait lies so near to now.
const DAY_MS: f64 = 86_400_000.0;

/// What a `Retry-After` value asks for. `now_ms`: epoch milliseconds, the response's own Date where
/// that is known. A moment in the past is no hint.
pub fn parse(value: &str, now_ms: f64) -> Option<Millis> {
    let wait = match decimal(value) {
        Some(seconds) => of_seconds(seconds, now_ms),
        None => http_date::parse(value, now_ms)? as f64 * 1000.0 - now_ms,
    };
    (wait >= 0.0).then(|| bounded(wait))
}

/// Some servers write epoch time where seconds belong.
fn of_seconds(seconds: f64, now_ms: f64) -> f64 {
    let wait = seconds * 1000.0;
    let until = wait - now_ms;
    if seconds >= EPOCH_SECONDS && until.abs() <= DAY_MS { until } else { wait }
}

/// What a `retry-after-ms` value asks for: milliseconds, with decimals too.
pub fn parse_ms(value: &str) -> Option<Millis> {
    decimal(value).map(bounded)
}

/// `1*DIGIT [ "." 1*DIGIT ]`: no sign, no exponent, no unit, no `Infinity`. Equal header lines arrive
/// joined as `5, 5`; they say 5.
pub fn decimal(text: &str) -> Option<f64> {
    let mut scan = Scan::new(text);
    let mut first = None;
    loop {
        scan.skip(" \t");
        let number = scan.number()?;
        if *first.get_or_insert(number) != number {
            return None;
        }
        scan.skip(" \t");
        if scan.is_empty() {
            return first;
        }
        if !scan.eat(",") {
            return None;
        }
    }
}

/// Rounded up to whole milliseconds (but for the error of a float), and no more than JavaScript counts.
pub fn bounded(ms: f64) -> Millis {
    Millis::ceil(ms - 1e-6).min(Millis::LONGEST_HINT)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-07-30T12:00:00Z.
    const NOW: f64 = 1_785_412_800_000.0;

    fn ms(value: &str, now_ms: f64) -> Option<u64> {
        parse(value, now_ms).map(Millis::get)
    }

    #[test]
    fn seconds_that_are_a_moment_within_a_day_of_now_are_that_moment() {
        assert_eq!(ms("1785412842", NOW), Some(42_000));
        assert_eq!(ms("1785412842.5", NOW), Some(42_500));
        assert_eq!(ms("1785412800", NOW), Some(0));
        assert_eq!(ms("1785412799", NOW), None, "the past is no hint");
        assert_eq!(ms("1785326400", NOW), None, "a day ago");
        assert_eq!(ms("1785499200", NOW), Some(86_400_000), "in a day");
    }

    #[test]
    fn other_seconds_are_a_wait_however_long() {
        assert_eq!(ms("1785499201", NOW), Some(1_785_499_201_000));
        assert_eq!(ms("1785326399", NOW), Some(1_785_326_399_000));
        assert_eq!(ms("9999999999", NOW), Some(9_999_999_999_000));
        assert_eq!(ms("5", 10_000.0), Some(5000), "a clock that begins at zero, as in tests");
    }
}
