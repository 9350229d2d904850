//! Whether to try again, by the provider's codes and words.

use super::Verdict;
use super::phrases::PHRASES;
use crate::policy::hopeless::HOPELESS;
use crate::policy::millis::Millis;
use crate::policy::scan::Scan;
use crate::policy::text::after_each;

/// What a code or a phrase tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// This request can never succeed.
    NeverFits,
    /// Credit, billing, a budget.
    Money,
    /// The allowance of a day or a month.
    DailyAllowance,
    /// An allowance per day that may come back bit by bit (a token bucket).
    TricklingDay,
    /// Money or a rate, as the rest will show.
    Unclear,
    /// A limit per minute or less.
    ShortLimit,
    /// Of a kind that passes.
    Passes,
    /// Of a kind that does not; by itself no reason against a status that passes, since Mistral sends
    /// `invalid_request_error` with its 429.
    DoesNotPass,
    /// Of an error, whatever kind.
    Error,
}

/// The signs that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    found: Vec<Sign>,
}

impl Signs {
    /// Adds what a text tells: a code, or a sentence.
    pub fn read(&mut self, text: &str) {
        let text = comparable(text);
        for (sign, phrase) in PHRASES {
            if says(&text, phrase) {
                self.add(*sign);
            }
        }
        // "Limit 6000, Requested 7000": more than is ever allowed at once (Groq, OpenAI).
        if let Some(limit) = number_after(&text, "limit")
            && let Some(requested) = number_after(&text, "requested")
            && requested > limit
        {
            self.add(Sign::NeverFits);
        }
    }

    /// Adds a sign.
    pub fn add(&mut self, sign: Sign) {
        if !self.tell(sign) {
            self.found.push(sign);
        }
    }

    /// Whether this sign was found.
    pub fn tell(&self, sign: Sign) -> bool {
        self.found.contains(&sign)
    }

    /// Whether to try again. `wait`: what the same body asks for.
    pub fn verdict(&self, wait: Option<Millis>) -> Option<Verdict> {
        if self.tell(Sign::NeverFits) {
            return Some(Verdict::No);
        }
        let comes_back_soon = wait.is_some_and(|wait| wait <= HOPELESS);
        let spent = self.tell(Sign::Money)
            || self.tell(Sign::DailyAllowance)
            || self.tell(Sign::TricklingDay) && !comes_back_soon
            || self.tell(Sign::Unclear) && !self.tell(Sign::ShortLimit) && wait.is_none();
        spent.then_some(Verdict::QuotaExhausted)
    }
}

/// A text in the form in which phrases are written. ("6,000" is a number.)
fn comparable(text: &str) -> String {
    let without_commas = text.chars().filter(|c| *c != ',');
    without_commas
        .map(|c| if matches!(c, '_' | '-') { ' ' } else { c.to_ascii_lowercase() })
        .collect()
}

/// Whether a phrase stands in the text; one that ends in a digit, as a whole number: "limit: 0" is
/// neither "limit: 05" nor "limit: 0.5".
fn says(text: &str, phrase: &str) -> bool {
    let is_number = phrase.ends_with(|c: char| c.is_ascii_digit());
    let goes_on = |after: &str| {
        after.trim_start_matches(['0', '.']).starts_with(|c: char| c.is_ascii_digit())
    };
    after_each(text, phrase).any(|after| !is_number || !goes_on(after))
}

fn number_after(text: &str, word: &str) -> Option<f64> {
    after_each(text, word).find_map(|after| {
        let mut scan = Scan::new(after);
        scan.skip(" :=");
        scan.number()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs(texts: &[&str]) -> Signs {
        let mut signs = Signs::default();
        texts.iter().for_each(|text| signs.read(text));
        signs
    }

    fn verdict(text: &str) -> Option<Verdict> {
        signs(&[text]).verdict(None)
    }

    #[test]
    fn a_request_over_the_limit_itself_never_fits() {
        for (text, never) in [
            ("Limit 6000, Requested 7000", true),
            ("Limit 6000, Used 5034, Requested 1443", false),
            ("limit: 30,000; requested: 45,000", true),
            ("Request too large for gpt-4o on tokens per min (TPM)", true),
            ("Limit 6,000, Used 5,034, Requested 700", false),
            ("Requested 7000", false),
        ] {
            assert_eq!(verdict(text) == Some(Verdict::No), never, "{text}");
        }
    }

    #[test]
    fn a_limit_of_zero_is_no_limit_of_twenty() {
        assert_eq!(verdict("requests, limit: 0, model: m"), Some(Verdict::QuotaExhausted));
        assert_eq!(verdict("limit: 0"), Some(Verdict::QuotaExhausted));
        assert_eq!(verdict("limit: 0.5, model: m"), None);
        assert_eq!(verdict("requests, limit: 20, model: m"), None);
        assert_eq!(verdict("limit: 05"), None);
    }

    #[test]
    fn a_daily_allowance_that_trickles_back_is_left_to_its_hint() {
        let signs = signs(&["on tokens per day (TPD): Limit 100000"]);
        assert_eq!(signs.verdict(Some(Millis::new(578_016))), None);
        assert_eq!(signs.verdict(Some(Millis::new(52_220_000))), Some(Verdict::QuotaExhausted));
        assert_eq!(signs.verdict(None), Some(Verdict::QuotaExhausted));
    }

    #[test]
    fn the_current_quota_is_money_unless_a_minute_or_a_delay_says_otherwise() {
        let quota = "You exceeded your current quota";
        let signs_of_quota = signs(&[quota]);
        assert_eq!(signs_of_quota.verdict(None), Some(Verdict::QuotaExhausted));
        assert_eq!(signs_of_quota.verdict(Some(Millis::new(36_000))), None);
        let minute = "GenerateRequestsPerMinutePerProjectPerModel-FreeTier";
        assert_eq!(signs(&[quota, minute]).verdict(None), None);
    }

    #[test]
    fn codes_are_read_as_words() {
        for (code, expected) in [
            ("insufficient_quota", Some(Verdict::QuotaExhausted)),
            ("organization_spend_limit_exceeded", Some(Verdict::QuotaExhausted)),
            ("organization_usage_limit_exceeded", Some(Verdict::QuotaExhausted)),
            ("credit_balance_exhausted", Some(Verdict::QuotaExhausted)),
            ("BILLING_HARD_LIMIT_REACHED", Some(Verdict::QuotaExhausted)),
            ("GenerateRequestsPerDayPerProject", Some(Verdict::QuotaExhausted)),
            ("API_KEY_INVALID", Some(Verdict::No)),
            ("rate_limit_exceeded", None),
            ("invalid_request_error", None),
        ] {
            assert_eq!(verdict(code), expected, "{code}");
        }
    }

    #[test]
    fn every_phrase_can_be_met() {
        for (sign, phrase) in PHRASES {
            let mut signs = Signs::default();
            signs.read(phrase);
            assert!(signs.tell(*sign), "{phrase}");
        }
    }
}
