//! The wait that a provider's sentence names: "Please try again in 6m0s", "Your quota will reset
//! after 8h44m7s", "Please wait 52220 seconds". A word that speaks of a return, a few small words,
//! then a time; no more grammar than that.

use super::words::{Role, bare, ends_sentence, role};
use super::{duration, time};
use crate::policy::millis::Millis;
use crate::policy::retry_after;
use crate::policy::scan::Scan;

/// So many words may stand between the return and its time.
const MOST_WORDS_BETWEEN: usize = 6;

/// The first time that a sentence, in small letters, names for coming back, and the words that do.
pub fn wait(text: &str, now_ms: f64) -> Option<(Millis, &str)> {
    let mut scan = Scan::new(text);
    let mut before = None;
    while !scan.is_empty() {
        let start = scan;
        let word = scan.word();
        let is = if ends_sentence(word) { None } else { role(bare(word)) };
        let mut after = scan;
        if is == Some(Role::SpeaksOfReturn)
            && before != Some(Role::Misleads)
            && let Some(wait) = time(&mut after, now_ms)
        {
            return Some((wait, after.taken_since(start)));
        }
        before = is;
    }
    None
}

/// The wait that follows, small words skipped.
fn time(scan: &mut Scan, now_ms: f64) -> Option<Millis> {
    for _ in 0..MOST_WORDS_BETWEEN {
        scan.skip(" ~(:");
        if scan.peek().is_some_and(|next| next.is_ascii_digit()) {
            return numeric(scan, now_ms);
        }
        let word = scan.word();
        match role(bare(word)) {
            Some(Role::IsOne) => return duration::unit(scan.letters()).and_then(time::believable),
            Some(Role::StandsBetween | Role::SpeaksOfReturn) if !ends_sentence(word) => {}
            _ => return None,
        }
    }
    None
}

/// A date, a duration, epoch time, or seconds without their name at the end of a sentence.
fn numeric(scan: &mut Scan, now_ms: f64) -> Option<Millis> {
    if let Some(moment) = time::date(scan) {
        return time::believable(moment - now_ms);
    }
    if let Some(wait) = duration::take(scan) {
        return (wait > 0.0).then(|| retry_after::bounded(wait));
    }
    let number = scan.number()?;
    let mut after = *scan;
    after.skip(".,)!");
    let stops = !after.taken_since(*scan).is_empty();
    let ends = after.is_empty() || stops && after.peek() == Some(' ');
    time::believable(time::of_number(number, now_ms)).filter(|_| ends)
}

#[cfg(test)]
mod tests {
    use super::super::own_words::own_words;
    use super::*;

    /// 2026-07-30T12:00:00Z.
    const NOW: f64 = 1_785_412_800_000.0;

    fn ms(text: &str) -> Option<u64> {
        wait(&own_words(text), NOW).map(|(wait, _)| wait.get())
    }

    #[test]
    fn reads_how_providers_put_it() {
        for (text, expected) in [
            ("Rate limit is exceeded. Try again in 17 seconds.", 17_000),
            ("Requested 1443. Please try again in 4.77s. Need more tokens? Visit …", 4770),
            ("Please try again in 50.597142857s.", 50_598),
            ("Please try again in 9m38.016s.", 578_016),
            ("Please try again in 20ms", 20),
            ("Please retry after 45 seconds.", 45_000),
            ("Please retry after 86400 seconds.", 86_400_000),
            ("Your quota will reset after 8h44m7s.", 31_447_000),
            ("Rate limit of 50 per 86400s exceeded. Please wait 52220 seconds", 52_220_000),
            ("No deployments available. Try again in 60 seconds. Passed model=x", 60_000),
            ("Please retry in 36.429760048s.", 36_430),
            ("Try again in about 2 minutes", 120_000),
            ("Please wait for at least 1 hour 5 minutes before retrying", 3_900_000),
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
        assert_eq!(named.map(|(_, words)| words), Some("again in 1s"));
    }
}
