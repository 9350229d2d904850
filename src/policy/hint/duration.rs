//! Durations as programs and people write them. All texts are in small letters.

use crate::policy::scan::Scan;

/// The units that are met, in milliseconds; a plural's `s` aside.
const UNITS: &[(&str, f64)] = &[
    ("ns", 1e-6),
    ("us", 1e-3),
    ("µs", 1e-3), // U+00B5, as Go writes it
    ("μs", 1e-3), // U+03BC
    ("ms", 1.0),
    ("msec", 1.0),
    ("millisecond", 1.0),
    ("s", 1000.0),
    ("sec", 1000.0),
    ("second", 1000.0),
    ("m", 60_000.0),
    ("min", 60_000.0),
    ("minute", 60_000.0),
    ("h", 3_600_000.0),
    ("hr", 3_600_000.0),
    ("hour", 3_600_000.0),
    ("d", 86_400_000.0),
    ("day", 86_400_000.0),
];

/// The milliseconds of a unit.
pub fn unit(name: &str) -> Option<f64> {
    let of = |name: &str| UNITS.iter().find(|(unit, _)| *unit == name).map(|(_, ms)| *ms);
    of(name).or_else(|| of(name.strip_suffix('s')?))
}

/// The milliseconds of a text that is a duration and nothing else.
pub fn exact(text: &str) -> Option<f64> {
    let mut scan = Scan::new(text);
    take(&mut scan).filter(|_| scan.is_empty())
}

/// Takes a duration, in milliseconds: Go's `1h2m3.5s` and `373.801628ms` (OpenAI, Groq), protobuf's
/// `45.837906927s` (Google), "2 minutes and 5 seconds".
pub fn take(scan: &mut Scan) -> Option<f64> {
    let mut sum = None;
    let mut next = *scan;
    while let Some(number) = next.number() {
        next.skip(" -");
        let Some(unit) = unit(next.letters()) else { break };
        sum = Some(sum.unwrap_or(0.0) + number * unit);
        *scan = next;
        next.skip(" ,");
        let mut and = next;
        if and.word() == "and" {
            next = and;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

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
