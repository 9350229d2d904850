//! Rate-limit headers. They come with every answer; only those of the dimension that is used up
//! say when to come back.

use super::time;
use crate::policy::millis::Millis;
use crate::policy::retry_after;
use crate::policy::scan::Scan;

/// What is left of a dimension, and when it is filled again. A new provider is a row.
const DIMENSIONS: &[[&str; 2]] = &[
    // Anthropic: https://docs.anthropic.com/en/api/rate-limits (RFC 3339)
    ["anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"],
    ["anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"],
    ["anthropic-ratelimit-input-tokens-remaining", "anthropic-ratelimit-input-tokens-reset"],
    ["anthropic-ratelimit-output-tokens-remaining", "anthropic-ratelimit-output-tokens-reset"],
    // Anthropic, plans: a status in place of a number (epoch seconds)
    ["anthropic-ratelimit-unified-status", "anthropic-ratelimit-unified-reset"],
    // OpenAI, Azure, Groq: https://platform.openai.com/docs/guides/rate-limits (Go durations)
    ["x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"],
    ["x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"],
    // Cerebras: https://inference-docs.cerebras.ai/support/rate-limits (seconds)
    ["x-ratelimit-remaining-tokens-minute", "x-ratelimit-reset-tokens-minute"],
    ["x-ratelimit-remaining-requests-day", "x-ratelimit-reset-requests-day"],
    // OpenRouter (epoch ms), GitHub (epoch s), Together (s)
    ["x-ratelimit-remaining", "x-ratelimit-reset"],
    // Discord (s, with decimals); X (epoch s)
    ["x-ratelimit-remaining", "x-ratelimit-reset-after"],
    ["x-rate-limit-remaining", "x-rate-limit-reset"],
    // IETF draft-ietf-httpapi-ratelimit-headers, up to 06 (s)
    ["ratelimit-remaining", "ratelimit-reset"],
    // Mistral
    ["ratelimitbysize-remaining", "ratelimitbysize-reset"],
];

/// When the dimension that is used up is filled again; of several, the last. Only a response that
/// may be a refusal by rate is asked: the headers of a broken server (500) explain nothing. Where a
/// 429 names one reset and not what is left, that one is meant.
pub fn hint(status: u16, header: &dyn Fn(&str) -> Option<String>, now_ms: f64) -> Option<Millis> {
    if !matches!(status, 403 | 429 | 498 | 503 | 529) {
        return None;
    }
    let mut last = None;
    if let Some(field) = header("ratelimit") {
        last = structured(&field, now_ms);
    }
    let mut unsaid = None;
    let mut several = false;
    for [remaining, reset] in DIMENSIONS {
        if let Some(value) = header(reset)
            && let wait @ Some(_) = time::reset(&value, now_ms)
        {
            match header(remaining) {
                Some(left) if is_none(&left) => last = last.max(wait),
                Some(_) => {}
                None => {
                    several = unsaid.is_some();
                    unsaid = wait;
                }
            }
        }
    }
    if last.is_none() && status == 429 && !several { unsaid } else { last }
}

/// The `RateLimit` field of the IETF draft: `"default";r=0;t=30` per policy (07 and later), or
/// `limit=100, remaining=0, reset=30` (03 to 06).
fn structured(field: &str, now_ms: f64) -> Option<Millis> {
    let mut last = None;
    let mut exhausted = false;
    let mut reset = None;
    let mut scan = Scan::new(field);
    while !scan.is_empty() {
        let key = scan.letters();
        if scan.eat("=") {
            let number = scan.number();
            match key {
                "r" | "remaining" => exhausted = number == Some(0.0),
                "t" | "reset" => {
                    reset = number.and_then(|n| time::believable(time::of_number(n, now_ms)));
                }
                _ => {}
            }
            if exhausted {
                last = last.max(reset);
            }
        } else if key.is_empty() {
            scan.step();
        } else {
            // A name: the next policy.
            (exhausted, reset) = (false, None);
        }
    }
    last
}

/// Whether nothing is left: 0, or a status that says so. (-1 is "unlimited" in the wild.)
fn is_none(left: &str) -> bool {
    left == "rejected" || retry_after::decimal(left) == Some(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(status: u16, headers: &[(&str, &str)]) -> Option<u64> {
        let header = |name: &str| {
            headers.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        hint(status, &header, 1_785_412_800_000.0).map(Millis::get)
    }

    #[test]
    fn the_exhausted_dimension_counts_and_of_two_the_later() {
        let fine = ("x-ratelimit-remaining-requests", "9987");
        let slow = ("x-ratelimit-reset-requests", "8.64s");
        let spent = ("x-ratelimit-remaining-tokens", "0");
        let soon = ("x-ratelimit-reset-tokens", "20ms");
        assert_eq!(of(429, &[fine, slow, spent, soon]), Some(20));
        let both = [("x-ratelimit-remaining-requests", "0"), slow, spent, soon];
        assert_eq!(of(429, &both), Some(8640));
        assert_eq!(of(429, &[fine, slow]), None);
        assert_eq!(of(429, &[("x-ratelimit-remaining", "-1"), ("x-ratelimit-reset", "9")]), None);
    }

    #[test]
    fn a_broken_server_is_not_asked() {
        let headers = [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "30")];
        assert_eq!(of(503, &headers), Some(30_000));
        assert_eq!(of(500, &headers), None);
        assert_eq!(of(500, &[("x-ratelimit-reset", "30")]), None);
        assert_eq!(of(503, &[("x-ratelimit-reset", "30")]), None);
    }

    #[test]
    fn a_single_reset_is_meant_where_nothing_says_what_is_left() {
        assert_eq!(of(429, &[("ratelimit-reset", "30")]), Some(30_000));
        let two = [("x-ratelimit-reset-requests", "1s"), ("x-ratelimit-reset-tokens", "6m0s")];
        assert_eq!(of(429, &two), None);
    }

    #[test]
    fn the_structured_field_is_read_in_both_forms() {
        for (field, ms) in [
            (r#""default";r=0;t=30"#, Some(30_000)),
            (r#""burst";r=0;t=5, "day";r=50;t=900"#, Some(5_000)),
            (r#""a";r=0;t=5,"b";t=60;r=0"#, Some(60_000)),
            ("default;r=0;t=30", Some(30_000)),
            ("a;r=0, b;t=30", None),
            (r#""default";r=50;t=30"#, None),
            ("limit=100, remaining=0, reset=30", Some(30_000)),
            ("limit=100, remaining=1, reset=30", None),
            ("", None),
            ("\";;=,\"", None),
        ] {
            assert_eq!(of(429, &[("ratelimit", field)]), ms, "{field}");
        }
    }
}
