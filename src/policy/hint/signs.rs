//! Whether to try again, by the provider's codes and words: the table of what they mean.
//! A new provider is a row here.

use super::Verdict;
use crate::policy::hopeless::HOPELESS;
use crate::policy::millis::Millis;
use crate::policy::scan::{Rows, Scan, find};

/// Phrases in small letters, `_` and `-` as spaces, no commas, each behind what it tells:
///   N  this request can never succeed
///   M  money: credit, billing, a budget
///   D  the allowance of a day or a month
///   R  an allowance per day that may come back bit by bit (a token bucket)
///   U  unclear: money or a rate, as the rest will show
///   S  a short limit, per minute or less
///   P  of a kind that passes
///   X  of a kind that does not; by itself no reason against a status that passes, since Mistral
///      sends `invalid_request_error` with its 429
///   E  of an error, whatever kind
///
/// OpenAI: https://platform.openai.com/docs/guides/error-codes. Anthropic:
/// https://docs.anthropic.com/en/api/errors. Google: https://cloud.google.com/apis/design/errors.
const PHRASES: &str = concat!(
    // OpenAI
    "Minsufficient quota\n",
    "Mcredit balance\n", // Anthropic too
    "Mspend limit\n",
    "Musage limit exceeded\n",
    "Musage limit reached\n", // ChatGPT's plans
    "Mbilling hard limit\n",
    "Mbilling not active\n",
    "Ncontext length\n",
    "Nstring above max\n",
    "Ninvalid api key\n",
    "Naccount deactivated\n",
    "Nmust be reduced\n",
    "Ptry again\n",
    "Eerror\n",
    "Efailed\n",
    "Pslow down\n",
    // Groq, OpenAI, Anthropic
    "Nrequest too large\n",
    "Rper day\n",
    "R(tpd)\n",
    "R(rpd)\n",
    // OpenAI for a spent account, Gemini for a spent minute
    "Ucurrent quota\n",
    "Ubilling details\n",
    // Anthropic
    "Mbilling error\n",
    "Mapi usage limits\n",
    "Nprompt is too long\n",
    "Nauthentication error\n",
    "Npermission error\n",
    "Prate limit\n",
    "Poverloaded\n",
    "Papi error\n",
    "Ptimeout\n",
    "Xinvalid\n",
    "Xnot found\n",
    // Google: status, ErrorInfo.reason, QuotaFailure.quotaId
    "Dperday\n",
    "Ddailylimit\n",
    "Sperminute\n",
    "Sper minute\n",
    "Spersecond\n",
    "Sper second\n",
    "Mlimit: 0\n", // a model that the tier has not
    "Napi key invalid\n",
    "Punavailable\n",
    "Pdeadline exceeded\n",
    "Presource exhausted\n",
    "Pinternal\n",
    "Paborted\n",
    "Xfailed precondition\n",
    "Xpermission denied\n",
    "Xunauthenticated\n",
    "Xunauthorized\n",
    // Ollama, llama.cpp, LM Studio, vLLM
    "Nexceed context\n",
    "Ncontext size\n",
    "Ncontext window\n",
    "Pbusy\n",
    "Xnot support\n",
    // LiteLLM
    "Mbudget exceeded\n",
    "Mbudget has been exceeded\n",
    "Mexceededbudget\n",
    // OpenRouter
    "Dmodels per day\n",
    "Sper min\n",
    "Mmore credits or\n",
    "Mnever purchased credits\n",
    // GitHub Models, Copilot
    "Dbyday\n",
    "Dper 86400\n",
    "Uquota exceeded\n",
    "Uquota exhausted\n",
    // DeepSeek, xAI, Moonshot, Zhipu, DashScope, Hugging Face, Fireworks
    "Minsufficient balance\n",
    "Minsufficient credit\n",
    "Minsufficient fund\n",
    "Menough credit\n",
    "Mout of credit\n",
    "Mavailable credits\n",
    "Mspending limit\n",
    "Mpayment required\n",
    "Marrearage\n",
    "M余额不足\n",
    "Mfreetieronly\n",
    "Ddaily\n",
    "Dmonthly\n",
    "Dper month\n",
    "Uexceeded your quota\n",
    // Groq, Mistral, Together
    "Pcapacity\n",
    "Ptoo many requests\n",
    "Pserver error\n",
);

/// What was found, one bit for each letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs(u32);

impl Signs {
    /// Adds what a text tells: a code, or a sentence.
    pub fn read(&mut self, text: &[u8]) {
        let mut plain = Vec::with_capacity(text.len());
        for byte in text {
            match byte {
                b',' => {} // "6,000"
                b'_' | b'-' => plain.push(b' '),
                byte => plain.push(byte.to_ascii_lowercase()),
            }
        }
        for (letter, phrase) in Rows(PHRASES.as_bytes()) {
            if says(&plain, phrase) {
                self.add(letter);
            }
        }
        // "Limit 6000, Requested 7000": more than is ever allowed at once (Groq, OpenAI).
        if let Some(limit) = number_after(&plain, b"limit")
            && let Some(requested) = number_after(&plain, b"requested")
            && requested > limit
        {
            self.add(b'N');
        }
    }

    /// Adds what a letter stands for.
    pub fn add(&mut self, letter: u8) {
        self.0 |= 1 << (letter & 31);
    }

    /// Whether a sign of this letter was found.
    pub fn tell(self, letter: u8) -> bool {
        self.0 & 1 << (letter & 31) != 0
    }

    /// Whether to try again. `wait`: what the same body asks for.
    pub fn verdict(self, wait: Option<Millis>) -> Option<Verdict> {
        let comes_back_soon = wait.is_some_and(|wait| wait <= HOPELESS);
        if self.tell(b'N') {
            Some(Verdict::No)
        } else if self.tell(b'M')
            || self.tell(b'D')
            || self.tell(b'R') && !comes_back_soon
            || self.tell(b'U') && !self.tell(b'S') && wait.is_none()
        {
            Some(Verdict::QuotaExhausted)
        } else {
            None
        }
    }
}

/// Whether a phrase stands in the text; one that ends in a zero, as a whole number.
fn says(text: &[u8], phrase: &[u8]) -> bool {
    let mut from = 0;
    while let Some(at) = find(text, phrase, from) {
        from = at + 1;
        let mut scan = Scan(text.get(at + phrase.len() - 1..).unwrap_or_default());
        if scan.number().is_none_or(|number| number == 0.0) {
            return true;
        }
    }
    false
}

fn number_after(text: &[u8], word: &[u8]) -> Option<f64> {
    let mut from = 0;
    loop {
        from = find(text, word, from)? + word.len();
        let mut scan = Scan(text.get(from..)?);
        scan.skip(b" :=");
        if let Some(number) = scan.number() {
            return Some(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs(texts: &[&str]) -> Signs {
        let mut signs = Signs::default();
        texts.iter().for_each(|text| signs.read(text.as_bytes()));
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
    fn the_letters_are_told_apart() {
        let mut seen = Signs::default();
        for letter in *b"NMDRUSPXE" {
            assert!(!seen.tell(letter));
            seen.add(letter);
        }
        for (letter, phrase) in Rows(PHRASES.as_bytes()) {
            assert!(seen.tell(letter) && !phrase.is_empty(), "{phrase:?}");
        }
    }
}
