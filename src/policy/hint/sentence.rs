//! The wait that a provider's sentence names: "Please try again in 6m0s", "Your quota will reset
//! after 8h44m7s", "Please wait 52220 seconds". A word that speaks of a return, a few small words,
//! then a time; no more grammar than that.

use super::duration;
use super::moment;
use crate::policy::millis::Millis;
use crate::policy::retry_after;

/// Words that speak of a return.
const RETURN: &[&str] = &[
    "again",
    "retry",
    "retry-after",
    "wait",
    "reset",
    "resets",
    "available",
    "back",
    "access",
    "resume",
    "resumes",
    "refresh",
    "refreshes",
    "replenish",
    "expires",
    "renews",
    "unblocked",
];

/// A word before one of those that makes it speak of something else ("connection reset after 30s").
const OTHERWISE: &[&str] = &["connection", "stream", "socket", "peer", "not", "don't"];

/// What may stand between it and the time.
const BETWEEN: &[&str] = &[
    "in",
    "after",
    "for",
    "at",
    "on",
    "until",
    "till",
    "about",
    "approximately",
    "approx",
    "around",
    "roughly",
    "least",
    "another",
    "the",
    "next",
    "your",
    "request",
    "requests",
    "this",
    "it",
    "be",
    "again",
    "of",
    "please",
    "quota",
    "limit",
];

/// A time in a sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Named<'a> {
    /// How long from now.
    pub wait: Millis,
    /// The words that say so.
    pub words: &'a str,
}

/// The first time that a sentence, in small letters, names for coming back.
pub fn wait(text: &str, now_ms: f64) -> Option<Named<'_>> {
    let mut rest = text;
    let mut before = "";
    while let Some((word, after)) = next_word(rest) {
        let bare = bare(word);
        if RETURN.contains(&bare)
            && !OTHERWISE.contains(&before)
            && !ends_sentence(word)
            && let Some((ms, end)) = time(after, now_ms)
            && ms > 0.0
        {
            let words = rest.trim_start().strip_suffix(end).unwrap_or(rest);
            return Some(Named {
                wait: retry_after::bounded(ms),
                words,
            });
        }
        before = bare;
        rest = after;
    }
    None
}

/// The milliseconds until the time that follows, small words skipped, and what stands after it.
fn time(text: &str, now_ms: f64) -> Option<(f64, &str)> {
    let mut rest = text;
    for _ in 0..6 {
        rest = rest.trim_start_matches([' ', '~', '≈', '(', ':']);
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            return numeric(rest, now_ms);
        }
        let (word, after) = next_word(rest)?;
        match bare(word) {
            "a" | "an" | "one" => return duration::unit(after.trim_start()),
            bare if BETWEEN.contains(&bare) && !ends_sentence(word) => rest = after,
            _ => return None,
        }
    }
    None
}

/// A date, a duration, epoch time, or seconds without their name at the end of a sentence.
fn numeric(text: &str, now_ms: f64) -> Option<(f64, &str)> {
    if let Some((moment, rest)) = moment::rfc3339(text) {
        let wait = moment::believable(moment - now_ms)?;
        return Some((wait.as_f64(), rest));
    }
    if let Some(found) = duration::prefix(text) {
        return Some(found);
    }
    let (number, rest) = duration::number(text)?;
    let after = rest.trim_start_matches(['.', ',', ')', '!']);
    let ends = rest.is_empty() || after.len() < rest.len() && !after.starts_with(is_word);
    let wait = moment::believable(moment::of_number(number, now_ms)).filter(|_| ends)?;
    Some((wait.as_f64(), rest))
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric()
}

fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(' ').unwrap_or(text.len());
    text.split_at_checked(end)
        .filter(|(word, _)| !word.is_empty())
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !is_word(c))
}

fn ends_sentence(word: &str) -> bool {
    word.ends_with(['.', '!', '?', ';'])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-07-30T12:00:00Z.
    const NOW: f64 = 1_785_412_800_000.0;

    fn ms(text: &str) -> Option<u64> {
        wait(&text.to_ascii_lowercase(), NOW).map(|named| named.wait.get())
    }

    #[test]
    fn reads_how_providers_put_it() {
        for (text, expected) in [
            ("Rate limit is exceeded. Try again in 17 seconds.", 17_000),
            (
                "Requested 1443. Please try again in 4.77s. Need more tokens? Visit …",
                4770,
            ),
            ("Please try again in 50.597142857s.", 50_598),
            ("Please try again in 9m38.016s.", 578_016),
            ("Please try again in 20ms", 20),
            ("Please retry after 45 seconds.", 45_000),
            ("Please retry after 86400 seconds.", 86_400_000),
            ("Your quota will reset after 8h44m7s.", 31_447_000),
            (
                "Rate limit of 50 per 86400s exceeded. Please wait 52220 seconds",
                52_220_000,
            ),
            (
                "No deployments available. Try again in 60 seconds. Passed model=x",
                60_000,
            ),
            ("Please retry in 36.429760048s.", 36_430),
            ("Try again in about 2 minutes", 120_000),
            (
                "Please wait for at least 1 hour 5 minutes before retrying",
                3_900_000,
            ),
            ("Please retry your request after 30s", 30_000),
            ("Slow down and try again in a minute.", 60_000),
            ("Rate limited; retry after: 30", 30_000),
            ("Limit resets at 2026-07-30T12:01:00Z.", 60_000),
            ("Quota will reset at 2026-07-30 12:01:00 UTC", 60_000),
            ("The limit resets at 1785412860", 60_000),
            ("available again in (~5 min)", 300_000),
            ("Try again later. If it persists, wait 10 minutes.", 600_000),
        ] {
            assert_eq!(ms(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_numbers_are_no_wait() {
        for text in [
            "",
            "Please try again later. Limit 20 requests.",
            "Try again. 5 seconds passed.",
            "Please try again in a few minutes",
            "Please retry 3 times",
            "retry after 3 attempts",
            "upstream connect error: connection reset after 30s",
            "Try again in 0s",
            "Limit resets at 2026-07-30T11:59:00Z",
            "Please wait",
            "again in",
            "try again in 10:30",
            "The request took 30 seconds",
        ] {
            assert_eq!(ms(text), None, "{text}");
        }
    }

    #[test]
    fn the_words_are_those_that_name_the_time() {
        let named = wait("please try again in 1s, ok", NOW);
        assert_eq!(named.map(|named| named.words), Some("again in 1s"));
    }
}
