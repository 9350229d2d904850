//! Times as servers name them: durations with units, RFC 3339, epoch time; told apart by form and
//! magnitude. All texts are in small letters.

use crate::policy::http_date;
use crate::policy::millis::Millis;
use crate::policy::retry_after;
use crate::policy::scan::{Scan, letter_of};

/// No limit resets later than this: 9999999999, 2³¹−1 and their kind mean "never" or "unknown".
const YEAR_MS: f64 = 366.0 * 86_400_000.0;
/// From here on a number is epoch seconds (2001), and from here on epoch milliseconds (1973).
const EPOCH_SECONDS: f64 = 1e9;
const EPOCH_MILLIS: f64 = 1e11;

/// The wait until what a reset field names: seconds, epoch seconds or milliseconds, a duration
/// with units, RFC 3339, or an HTTP-date. Zero, the past and the unbelievable are no hint.
pub fn reset(value: &str, now_ms: f64) -> Option<Millis> {
    if let Some(number) = retry_after::decimal(value) {
        return believable(of_number(number, now_ms));
    }
    let lower = value.to_ascii_lowercase();
    let mut scan = Scan(lower.as_bytes());
    let wait = match date(&mut scan).filter(|_| scan.0.is_empty()) {
        Some(moment) => moment - now_ms,
        None => match exact(&lower) {
            Some(wait) => wait,
            None => http_date::parse(value)? as f64 * 1000.0 - now_ms,
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

/// The milliseconds of a text that is a duration and nothing else.
pub fn exact(text: &str) -> Option<f64> {
    let mut scan = Scan(text.as_bytes());
    duration(&mut scan).filter(|_| scan.0.is_empty())
}

/// Takes a duration, in milliseconds: Go's `1h2m3.5s` and `373.801628ms` (OpenAI, Groq), protobuf's
/// `45.837906927s` (Google), "2 minutes and 5 seconds".
pub fn duration(scan: &mut Scan) -> Option<f64> {
    let mut sum = None;
    let mut next = *scan;
    while let Some(number) = next.number() {
        next.skip(b" -");
        let Some(unit) = unit(next.letters()) else { break };
        sum = Some(sum.unwrap_or(0.0) + number * unit);
        *scan = next;
        next.skip(b" ,");
        let mut and = next;
        if and.word() == b"and" {
            next = and;
        }
    }
    sum
}

/// Units, each behind its length's place in the list.
const UNITS: &str = concat!(
    "0ns\n1us\n1µs\n1μs\n2ms\n2msec\n2millisecond\n3s\n3sec\n3second\n4m\n4min\n4minute\n",
    "5h\n5hr\n5hour\n6d\n6day\n",
);
const LENGTHS: [f64; 7] = [1e-6, 1e-3, 1.0, 1000.0, 60_000.0, 3_600_000.0, 86_400_000.0];

/// The milliseconds of a unit.
pub fn unit(name: &[u8]) -> Option<f64> {
    let mut place = letter_of(UNITS, name);
    if place == 0 {
        place = letter_of(UNITS, name.strip_suffix(b"s")?);
    }
    LENGTHS.get(usize::from(place.wrapping_sub(b'0'))).copied()
}

/// Takes a date and time, in epoch milliseconds (RFC 3339, and a little less strict: a space or "at"
/// for the T, no seconds, no zone, no time at all).
pub fn date(scan: &mut Scan) -> Option<f64> {
    let mut next = *scan;
    let mut part = |least| next.digits(least, least).filter(|_| next.eat(b"-"));
    let (year, month) = (part(4)?, part(2)?);
    let day = next.digits(2, 2)?;
    let mut seconds = http_date::at(year, month, day)? as f64;
    *scan = next;
    next.skip(b" at");
    if let Some(clock) = http_date::clock(&mut next) {
        seconds += clock;
        let west = next.0.first() == Some(&b'-');
        if next.eat(b"+-") {
            let hours = next.digits(2, 2)?;
            next.eat(b":");
            let offset = (hours * 60 + next.digits(2, 2)?) as f64 * 60.0;
            seconds += if west { offset } else { -offset };
        }
        *scan = next;
        next.eat(b" ");
        if matches!(next.letters(), b"z" | b"utc" | b"gmt") {
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

    #[test]
    fn reads_what_programs_and_people_write() {
        for (text, ms) in [
            ("6m0s", 360_000.0),
            ("1s", 1000.0),
            ("7.66s", 7660.0),
            ("1h0m0s", 3_600_000.0),
            ("1d2h", 93_600_000.0),
            ("12ms", 12.0),
            ("0s", 0.0),
            ("8h44m7s", 31_447_000.0),
            ("373.801628ms", 373.801_628),
            ("250µs", 0.25),
            ("595500ns", 0.5955),
            ("45 seconds", 45_000.0),
            ("1 minute", 60_000.0),
            ("1 hour 5 minutes", 3_900_000.0),
            ("1 hour, 5 minutes and 2 secs", 3_902_000.0),
            ("52220 Seconds", 52_220_000.0),
            ("2 hrs", 7_200_000.0),
            ("30-second", 30_000.0),
        ] {
            let read = exact(&text.to_ascii_lowercase());
            assert!(read.is_some_and(|read| (read - ms).abs() < 1e-3), "{text}: {read:?}");
        }
    }

    #[test]
    fn what_has_no_unit_or_a_strange_one_is_no_duration() {
        for text in ["", "abc", "-1", "-5s", "39", "5x", "5 s later", "s", "1.s", ".5s", "1e3s"] {
            assert_eq!(exact(&text.to_ascii_lowercase()), None, "{text}");
        }
    }
}
