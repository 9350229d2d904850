//! Whether to try again, by the provider's codes and words: the tables of what they mean.
//! A new provider is a row here.

use super::Verdict;
use super::duration;
use crate::policy::decision::HOPELESS;
use crate::policy::millis::Millis;

/// What a code or a phrase tells, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs(u16);

/// This request can never succeed.
const NEVER: Signs = Signs(1);
/// Money: credit, billing, a budget.
const MONEY: Signs = Signs(2);
/// The allowance of a day or a month.
const DAY: Signs = Signs(4);
/// An allowance per day that may come back bit by bit (a token bucket, as at Groq and OpenAI).
const ROLLING: Signs = Signs(8);
/// Money or a rate, as the rest will show.
const MAYBE: Signs = Signs(16);
/// A limit per minute or less.
const MINUTE: Signs = Signs(32);
/// Of a kind that passes.
pub const PASSING: Signs = Signs(64);
/// Of a kind that does not. By itself no reason against a status that passes: Mistral sends
/// `invalid_request_error` with its 429.
pub const REFUSED: Signs = Signs(128);

/// Codes, in small letters; a star for any beginning or end.
/// OpenAI: https://platform.openai.com/docs/guides/error-codes. Anthropic:
/// https://docs.anthropic.com/en/api/errors. Google: https://cloud.google.com/apis/design/errors.
const CODES: &[(&str, Signs)] = &[
    // OpenAI
    ("insufficient_quota", MONEY),
    ("credit_balance_*", MONEY),
    ("*spend_limit_*", MONEY),
    ("*usage_limit_*", MONEY),
    ("billing_*", MONEY),
    ("context_length_exceeded", NEVER),
    ("string_above_max_length", NEVER),
    ("invalid_api_key", NEVER),
    ("account_deactivated", NEVER),
    ("server_error", PASSING),
    ("server_is_overloaded", PASSING),
    ("slow_down", PASSING),
    ("rate_limit*", PASSING),
    ("model_not_found", REFUSED),
    ("content_*", REFUSED),
    // Anthropic
    ("request_too_large", NEVER),
    ("authentication_error", NEVER),
    ("permission_error", NEVER),
    ("overloaded*", PASSING),
    ("api_error", PASSING),
    ("timeout_error", PASSING),
    ("invalid_request*", REFUSED),
    ("not_found*", REFUSED),
    // Google: status, ErrorInfo.reason, QuotaFailure.quotaId
    ("*perday*", DAY),
    ("dailylimit*", DAY),
    ("*perminute*", MINUTE),
    ("*persecond*", MINUTE),
    ("api_key_invalid", NEVER),
    ("unavailable*", PASSING),
    ("deadline_exceeded", PASSING),
    ("resource_exhausted", PASSING),
    ("internal*", PASSING),
    ("aborted", PASSING),
    ("invalid_argument", REFUSED),
    ("failed_precondition", REFUSED),
    ("permission_denied", REFUSED),
    ("unauthenticated", REFUSED),
    // llama.cpp
    ("exceed_context_size*", NEVER),
    // LiteLLM
    ("*budget_exceeded", MONEY),
    // DeepSeek, xAI, Moonshot, Zhipu, DashScope, ElevenLabs, GitHub Copilot, Cerebras
    ("insufficient_balance", MONEY),
    ("insufficient_credit*", MONEY),
    ("insufficient_funds", MONEY),
    ("exceeded_current_quota*", MAYBE),
    ("1113", MONEY),
    ("arrearage", MONEY),
    ("*freetieronly", MONEY),
    ("quota_exceeded", MAYBE),
    ("quotaexceeded", MAYBE),
    ("quota_exhausted", MAYBE),
    ("payment_required", MONEY),
    ("too_many_requests*", PASSING),
    // Groq, Together, Cloudflare
    ("*capacity_exceeded", PASSING),
    ("service_unavailable*", PASSING),
];

/// Phrases of the provider's own sentence, in small letters.
const PHRASES: &[(&str, Signs)] = &[
    // Groq, OpenAI: a request over the limit itself
    ("request too large", NEVER),
    ("must be reduced", NEVER),
    ("context length", NEVER),
    // llama.cpp, vLLM, Anthropic
    ("context size", NEVER),
    ("context window", NEVER),
    ("prompt is too long", NEVER),
    // Anthropic, DeepSeek, OpenRouter, xAI, Hugging Face, Fireworks, LiteLLM, Zhipu
    ("credit balance", MONEY),
    ("insufficient balance", MONEY),
    ("insufficient credit", MONEY),
    ("insufficient fund", MONEY),
    ("insufficient quota", MONEY),
    ("out of credit", MONEY),
    ("requires more credits", MONEY),
    ("enough credit", MONEY),
    ("available credits", MONEY),
    ("never purchased credits", MONEY),
    ("spending limit", MONEY),
    ("spend limit", MONEY),
    ("spending cap", MONEY),
    ("api usage limits", MONEY),
    ("budget has been exceeded", MONEY),
    ("budget exceeded", MONEY),
    ("exceeded budget", MONEY),
    ("exceededbudget", MONEY),
    ("billing hard limit", MONEY),
    ("payment required", MONEY),
    ("余额不足", MONEY),
    // Gemini: a model that the tier has not
    ("limit: 0", MONEY),
    // OpenRouter, GitHub Models
    ("per-day", DAY),
    ("perday", DAY),
    ("byday", DAY),
    ("per 86400s", DAY),
    ("per 86400 s", DAY),
    ("daily", DAY),
    ("monthly", DAY),
    ("per month", DAY),
    // Groq, OpenAI
    ("per day", ROLLING),
    ("(tpd)", ROLLING),
    ("(rpd)", ROLLING),
    ("/day", ROLLING),
    ("per-min", MINUTE),
    ("per min", MINUTE),
    ("perminute", MINUTE),
    ("per second", MINUTE),
    ("/min", MINUTE),
    // OpenAI for a spent account, Gemini for a spent minute
    ("current quota", MAYBE),
    ("billing details", MAYBE),
    ("exceeded your quota", MAYBE),
    ("quota exhausted", MAYBE),
    ("out of quota", MAYBE),
    ("top up", MAYBE),
    // Ollama, Mistral, and everyone
    ("overloaded", PASSING),
    ("busy", PASSING),
    ("capacity", PASSING),
    ("try again", PASSING),
    ("rate limit", PASSING),
    ("unavailable", PASSING),
    ("timed out", PASSING),
    ("not found", REFUSED),
    ("not support", REFUSED),
    ("invalid", REFUSED),
    ("unauthorized", REFUSED),
];

impl Signs {
    /// What one code tells. A text with spaces is none.
    pub fn of_code(code: &str) -> Self {
        if code.contains(' ') {
            return Self::default();
        }
        let code = code.to_ascii_lowercase();
        CODES
            .iter()
            .filter(|(known, _)| matches(&code, known))
            .fold(Self::default(), Self::or)
    }

    /// What the provider's own sentence tells, in small letters.
    pub fn of_sentence(text: &str) -> Self {
        let numbers = if never_fits(text) {
            NEVER
        } else {
            Self::default()
        };
        PHRASES
            .iter()
            .filter(|(known, _)| says(text, known))
            .fold(numbers, Self::or)
    }

    /// Both.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn or(self, (_, other): &(&str, Self)) -> Self {
        self.and(*other)
    }

    /// Whether any of these is among them.
    pub fn tell(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }

    /// Whether to try again. `wait`: what the same body asks for.
    pub fn verdict(self, wait: Option<Millis>) -> Option<Verdict> {
        let comes_back_soon = wait.is_some_and(|wait| wait <= HOPELESS);
        if self.tell(NEVER) {
            Some(Verdict::No)
        } else if self.tell(MONEY.and(DAY))
            || self.tell(ROLLING) && !comes_back_soon
            || self.tell(MAYBE) && !self.tell(MINUTE) && wait.is_none()
        {
            Some(Verdict::QuotaExhausted)
        } else {
            None
        }
    }
}

fn matches(code: &str, pattern: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (None, None) => code == pattern,
        (Some(end), None) => code.ends_with(end),
        (None, Some(start)) => code.starts_with(start),
        (Some(end), Some(_)) => code.contains(end.trim_end_matches('*')),
    }
}

/// Whether a phrase stands in the text; one that ends in a digit, as a whole number.
fn says(text: &str, phrase: &str) -> bool {
    let is_whole = |rest: &str| {
        let mut next = rest.chars();
        match next.next() {
            Some('0'..='9') => false,
            Some('.' | ',') => !next.next().is_some_and(|c| c.is_ascii_digit()),
            _ => true,
        }
    };
    let is_number = phrase.ends_with(|c: char| c.is_ascii_digit());
    text.split(phrase)
        .skip(1)
        .any(|rest| !is_number || is_whole(rest))
}

/// "Limit 6000, Requested 7000": more than is ever allowed at once (Groq, OpenAI).
fn never_fits(text: &str) -> bool {
    let after = |word: &str| {
        text.split(word).skip(1).find_map(|rest| {
            duration::number(rest.trim_start_matches([' ', ':', '='])).map(|(number, _)| number)
        })
    };
    match (after("limit"), after("requested")) {
        (Some(limit), Some(requested)) => requested > limit,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(text: &str) -> Option<Verdict> {
        Signs::of_sentence(&text.to_ascii_lowercase()).verdict(None)
    }

    #[test]
    fn a_request_over_the_limit_itself_never_fits() {
        for (text, never) in [
            ("Limit 6000, Requested 7000", true),
            ("Limit 6000, Used 5034, Requested 1443", false),
            ("limit: 30,000; requested: 45,000", true),
            ("Request too large for gpt-4o on tokens per min (TPM)", true),
            ("Requested 7000", false),
        ] {
            assert_eq!(verdict(text) == Some(Verdict::No), never, "{text}");
        }
    }

    #[test]
    fn a_limit_of_zero_is_no_limit_of_twenty() {
        assert_eq!(
            verdict("requests, limit: 0, model: m"),
            Some(Verdict::QuotaExhausted)
        );
        assert_eq!(verdict("limit: 0"), Some(Verdict::QuotaExhausted));
        assert_eq!(verdict("limit: 0.5, model: m"), None);
        assert_eq!(verdict("requests, limit: 20, model: m"), None);
        assert_eq!(verdict("limit: 05"), None);
    }

    #[test]
    fn a_daily_allowance_that_trickles_back_is_left_to_its_hint() {
        let signs = Signs::of_sentence("on tokens per day (tpd): limit 100000");
        assert_eq!(signs.verdict(Some(Millis::new(578_016))), None);
        assert_eq!(
            signs.verdict(Some(Millis::new(52_220_000))),
            Some(Verdict::QuotaExhausted)
        );
        assert_eq!(signs.verdict(None), Some(Verdict::QuotaExhausted));
    }

    #[test]
    fn the_current_quota_is_money_unless_a_minute_or_a_delay_says_otherwise() {
        let signs = Signs::of_sentence("you exceeded your current quota");
        assert_eq!(signs.verdict(None), Some(Verdict::QuotaExhausted));
        assert_eq!(signs.verdict(Some(Millis::new(36_000))), None);
        let minute = Signs::of_code("GenerateRequestsPerMinutePerProjectPerModel-FreeTier");
        assert_eq!(signs.and(minute).verdict(None), None);
    }

    #[test]
    fn codes_are_matched_whole_or_by_their_stars() {
        for (code, verdict) in [
            ("insufficient_quota", Some(Verdict::QuotaExhausted)),
            (
                "organization_spend_limit_exceeded",
                Some(Verdict::QuotaExhausted),
            ),
            (
                "organization_usage_limit_exceeded",
                Some(Verdict::QuotaExhausted),
            ),
            ("credit_balance_exhausted", Some(Verdict::QuotaExhausted)),
            ("BILLING_HARD_LIMIT_REACHED", Some(Verdict::QuotaExhausted)),
            (
                "GenerateRequestsPerDayPerProject",
                Some(Verdict::QuotaExhausted),
            ),
            ("API_KEY_INVALID", Some(Verdict::No)),
            ("rate_limit_exceeded", None),
            ("not_insufficient_quota", None),
            ("token_quota_exceeded", None),
            ("invalid_request_error", None),
        ] {
            assert_eq!(Signs::of_code(code).verdict(None), verdict, "{code}");
        }
    }
}
