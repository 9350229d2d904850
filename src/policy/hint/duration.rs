//! Durations with units, as programs print them and as people write them: Go's `1h2m3.5s` and
//! `373.801628ms` (OpenAI, Groq), protobuf's `45.837906927s` (Google), "2 minutes and 5 seconds".

use crate::policy::retry_after;

/// Units, in milliseconds. Capitals do not matter.
const UNITS: &[(&str, f64)] = &[
    ("ms", 1.0),
    ("s", 1000.0),
    ("m", 60_000.0),
    ("h", 3_600_000.0),
    ("d", 86_400_000.0),
    ("second", 1000.0),
    ("minute", 60_000.0),
    ("hour", 3_600_000.0),
    ("day", 86_400_000.0),
    ("week", 604_800_000.0),
    ("sec", 1000.0),
    ("min", 60_000.0),
    ("hr", 3_600_000.0),
    ("millisecond", 1.0),
    ("msec", 1.0),
    ("ns", 1e-6),
    ("us", 1e-3),
    ("µs", 1e-3),
    ("μs", 1e-3),
];

/// The milliseconds of a text that is a duration and nothing else.
pub fn exact(text: &str) -> Option<f64> {
    let (ms, rest) = prefix(text.trim())?;
    rest.is_empty().then_some(ms)
}

/// The milliseconds of the duration that a text begins with, and what follows it.
pub fn prefix(text: &str) -> Option<(f64, &str)> {
    let (mut sum, mut rest) = component(text)?;
    loop {
        let next = rest.trim_start_matches([' ', ',']);
        let next = next.strip_prefix("and ").unwrap_or(next);
        let Some((ms, after)) = component(next) else {
            return Some((sum, rest));
        };
        sum += ms;
        rest = after;
    }
}

/// A unit that stands alone, as in "a minute".
pub fn unit(text: &str) -> Option<(f64, &str)> {
    let letters = |c: char| c.is_ascii_alphabetic() || c == 'µ' || c == 'μ';
    let rest = text.trim_start_matches(letters);
    let word = text.strip_suffix(rest)?;
    let known = |word: &str| {
        UNITS
            .iter()
            .find(|(unit, _)| unit.eq_ignore_ascii_case(word))
    };
    let singular = || {
        known(
            word.strip_suffix(['s', 'S'])
                .filter(|word| word.len() > 1)?,
        )
    };
    known(word).or_else(singular).map(|(_, ms)| (*ms, rest))
}

/// The decimal number that a text begins with; thousands may be parted by commas.
pub fn number(text: &str) -> Option<(f64, &str)> {
    let mut rest = after_digits(text);
    while let Some(group) = rest.strip_prefix(',')
        && group.len() - after_digits(group).len() == 3
    {
        rest = after_digits(group);
    }
    if let Some(fraction) = rest.strip_prefix('.')
        && fraction.starts_with(|c: char| c.is_ascii_digit())
    {
        rest = after_digits(fraction);
    }
    let digits: String = text
        .strip_suffix(rest)?
        .chars()
        .filter(|c| *c != ',')
        .collect();
    Some((retry_after::decimal(&digits)?, rest))
}

fn component(text: &str) -> Option<(f64, &str)> {
    let (number, rest) = number(text)?;
    let (unit, rest) = unit(rest.trim_start_matches([' ', '-']))?;
    Some((number * unit, rest))
}

fn after_digits(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit())
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
            ("45 seconds", 45_000.0),
            ("1 minute", 60_000.0),
            ("1 hour 5 minutes", 3_900_000.0),
            ("1 hour, 5 minutes and 2 secs", 3_902_000.0),
            ("52,220 Seconds", 52_220_000.0),
            ("2 hrs", 7_200_000.0),
            ("30-second", 30_000.0),
        ] {
            let read = exact(text);
            assert!(
                read.is_some_and(|read| (read - ms).abs() < 1e-3),
                "{text}: {read:?}"
            );
        }
    }

    #[test]
    fn what_has_no_unit_or_a_strange_one_is_no_duration() {
        for text in [
            "",
            "abc",
            "-1",
            "-5s",
            "39",
            "5x",
            "5 s later",
            "s",
            "1.s",
            ".5s",
            "1e3s",
        ] {
            assert_eq!(exact(text), None, "{text}");
        }
    }

    #[test]
    fn a_duration_ends_where_the_sentence_does() {
        assert_eq!(prefix("4.77s. Need more?"), Some((4770.0, ". Need more?")));
        assert_eq!(
            prefix("30 seconds, 3 requests"),
            Some((30_000.0, ", 3 requests"))
        );
        assert_eq!(prefix("1,5 s"), None);
    }
}
