//! The wait that a provider's sentence names: "Please try again in 6m0s", "Your quota will reset
//! after 8h44m7s", "Please wait 52220 seconds". A word that speaks of a return, a few small words,
//! then a time; no more grammar than that.

use super::time;
use crate::policy::millis::Millis;
use crate::policy::retry_after;
use crate::policy::scan::{Scan, letter_of};

/// What single words do:
///   R  speaks of a return
///   B  may stand between that and the time
///   1  is a number
///   O  makes the next word speak of something else ("connection reset after 30s")
///   A  announces, with a colon, a text of the user's
const WORDS: &str = concat!(
    "Ragain\nRretry\nRretry-after\nRwait\nRreset\nRresets\nRavailable\nRback\nRaccess\n",
    "Rresume\nRrefresh\nRrefreshes\nRrenews\nRcooldown\nRexpires\n",
    "Bin\nBafter\nBfor\nBat\nBon\nBuntil\nBabout\nBapproximately\nBaround\nBroughly\nBleast\n",
    "Banother\nBthe\nBnext\nByour\nBrequest\nBrequests\nBthis\nBit\nBbe\n",
    "1a\n1an\n1one\n",
    "Oconnection\nOstream\nOsocket\nOpeer\nOnot\n",
    "Aprompt\nAinput\nAtext\nAcontent\nAquery\nAuser\nAsaid\nAwrote\nAquestion\nAbody\n",
    "Amail\nAemail\nAstring\nAvalue\nAreceived\nAgot\nAinstructions\n",
);

fn role(word: &[u8]) -> u8 {
    letter_of(WORDS, word)
}

/// The provider's own words, in small letters: what stands in quotation marks is left out, and all
/// that follows a colon which announces the user's. "Invalid input: please try again in 1s" asks
/// for nothing.
pub fn own_words(text: &str) -> Vec<u8> {
    let mut own = Vec::new();
    let mut open = 0;
    let mut rest = text.as_bytes();
    while let [byte, tail @ ..] = rest {
        let after_word = own.last().is_some_and(is_alphanumeric);
        let mark = match rest {
            // An apostrophe is none.
            [b'\'', ..] if open == 0 && after_word => 0,
            [b'\'', next, ..] if open != 0 && is_alphanumeric(next) => 0,
            [b'"' | b'\'', ..] => *byte,
            // “ ” „ « »
            [0xe2, 0x80, 0x9c..=0x9e, ..] | [0xc2, 0xab | 0xbb, ..] => 1,
            _ => 0,
        };
        if mark != 0 && (open == 0 || open == mark) {
            open = if open == 0 { mark } else { 0 };
            own.push(b'"');
        } else if open == 0 {
            if *byte == b':' && role(last_word(&own)) == b'A' {
                break;
            }
            // "52,220 seconds"
            if !(*byte == b',' && after_word && tail.first().is_some_and(u8::is_ascii_digit)) {
                own.push(byte.to_ascii_lowercase());
            }
        }
        rest = tail;
    }
    own
}

fn is_alphanumeric(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

fn last_word(text: &[u8]) -> &[u8] {
    let start = text.iter().rposition(|byte| !is_alphanumeric(byte)).map_or(0, |at| at + 1);
    text.get(start..).unwrap_or_default()
}

/// The first time that a sentence, in small letters, names for coming back, and the words that do.
pub fn wait(text: &[u8], now_ms: f64) -> Option<(Millis, &[u8])> {
    let mut scan = Scan(text);
    let mut before = 0;
    while !scan.0.is_empty() {
        let from = scan.0;
        let word = scan.word();
        let is = if ends_sentence(word) { 0 } else { role(bare(word)) };
        let mut after = scan;
        if is == b'R'
            && before != b'O'
            && let Some(wait) = time(&mut after, now_ms)
        {
            return Some((wait, from.get(..from.len() - after.0.len()).unwrap_or_default()));
        }
        before = is;
    }
    None
}

/// The wait that follows, small words skipped.
fn time(scan: &mut Scan, now_ms: f64) -> Option<Millis> {
    for _ in 0..6 {
        scan.skip(b" ~(:");
        if let Some(b'0'..=b'9') = scan.0.first() {
            return numeric(scan, now_ms);
        }
        let word = scan.word();
        match role(bare(word)) {
            b'1' => return time::unit(scan.letters()).and_then(time::believable),
            b'B' | b'R' if !ends_sentence(word) => {}
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
    if let Some(wait) = time::duration(scan) {
        return (wait > 0.0).then(|| retry_after::bounded(wait));
    }
    let number = scan.number()?;
    let mut after = *scan;
    after.skip(b".,)!");
    let ends = after.0.is_empty() || after.0.len() < scan.0.len() && after.0.first() == Some(&b' ');
    time::believable(time::of_number(number, now_ms)).filter(|_| ends)
}

fn ends_sentence(word: &[u8]) -> bool {
    matches!(word, [.., b'.' | b'!' | b'?' | b';'])
}

fn bare(mut word: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = word
        && !is_alphanumeric(first)
    {
        word = rest;
    }
    while let [rest @ .., last] = word
        && !is_alphanumeric(last)
    {
        word = rest;
    }
    word
}

#[cfg(test)]
mod tests {
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
        let named = wait(b"please try again in 1s, ok", NOW);
        assert_eq!(named.map(|(_, words)| words), Some(&b"again in 1s"[..]));
    }

    #[test]
    fn what_is_quoted_or_announced_is_not_the_providers() {
        for (text, own) in [
            (r#"Invalid input: "please try again in 1s""#, "invalid input"),
            (r#"Bad word "try again in 1s". Wait."#, r#"bad word "". wait."#),
            ("Failed (prompt: try again in 1s)", "failed (prompt"),
            ("You've hit the models' limit. Wait 5 s.", "you've hit the models' limit. wait 5 s."),
            ("model 'x' not found", "model \"\" not found"),
            ("It said “wait 5 s", "it said \""),
            ("Rate limit reached: wait 5 s", "rate limit reached: wait 5 s"),
            ("", ""),
        ] {
            assert_eq!(String::from_utf8(own_words(text)).as_deref(), Ok(own), "{text}");
        }
    }
}
