//! What a caller may ask for, its defaults and its limits.

use super::backoff::{Backoff, Jitter};
use super::given::Given;
use super::millis::Millis;

/// The rules of one call, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Retries after the first attempt.
    pub max_retries: u64,
    /// The waits that no hint replaces.
    pub backoff: Backoff,
    /// From the start of an attempt to its response headers.
    pub attempt_timeout: Millis,
    /// All attempts and waits, until the final headers.
    pub total_timeout: Millis,
    /// The statuses that are retried.
    pub retry_statuses: Vec<u16>,
    /// Whether a failed fetch is retried.
    pub retry_network_errors: bool,
    /// Whether an attempt that ran out of time is retried.
    pub retry_timeouts: bool,
    /// The longest hint that is waited for.
    pub max_retry_after: Millis,
    /// What becomes of a longer one.
    pub long_retry_after: LongRetryAfter,
    /// Up to this share of a hint is added on top.
    pub retry_after_jitter: f64,
    /// Whether more is read than Retry-After: `x-should-retry`, reset headers, error bodies.
    pub server_hints: bool,
}

/// What becomes of a hint over the cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LongRetryAfter {
    /// Wait as long as the cap.
    Clamp,
    /// Give up at once.
    GiveUp,
}

impl LongRetryAfter {
    /// The name in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clamp => "clamp",
            Self::GiveUp => "giveUp",
        }
    }
}

/// 408 and 429 (RFC 9110, RFC 6585), the 5xx that pass, and 529 ("overloaded", Anthropic).
pub const RETRY_STATUSES: [u16; 7] = [408, 429, 500, 502, 503, 504, 529];

impl Default for Policy {
    fn default() -> Self {
        Self {
            max_retries: 3,
            backoff: Backoff {
                initial_ms: 1000.0,
                factor: 2.0,
                max_ms: 10_000.0,
                schedule: None,
                jitter: Jitter::Equal,
            },
            attempt_timeout: Millis::new(120_000),
            total_timeout: Millis::FOREVER,
            retry_statuses: RETRY_STATUSES.to_vec(),
            retry_network_errors: true,
            retry_timeouts: true,
            max_retry_after: Millis::new(30_000),
            long_retry_after: LongRetryAfter::Clamp,
            retry_after_jitter: 0.0,
            server_hints: true,
        }
    }
}

impl Policy {
    /// For metered use under heavy rate limits. 529 is left to the caller, whose move to another
    /// model beats waiting.
    pub fn patient() -> Self {
        let default = Self::default();
        Self {
            max_retries: 4,
            backoff: Backoff {
                initial_ms: 500.0,
                max_ms: 32_000.0,
                ..default.backoff
            },
            total_timeout: Millis::new(150_000),
            retry_statuses: RETRY_STATUSES
                .into_iter()
                .filter(|status| *status != 529)
                .collect(),
            max_retry_after: Millis::new(120_000),
            long_retry_after: LongRetryAfter::GiveUp,
            ..default
        }
    }

    /// Whether a response of this status is of a kind that is retried.
    pub fn retries_status(&self, status: u16) -> bool {
        self.retry_statuses.contains(&status)
    }

    /// Every key that has a default, with its value here: the presets are made of these.
    pub fn values(&self) -> Vec<(&'static str, Given)> {
        let number = Given::Number;
        let word = |text: &str| Given::Text(text.to_owned());
        let statuses = self
            .retry_statuses
            .iter()
            .map(|status| number(f64::from(*status)));
        vec![
            ("maxRetries", number(self.max_retries as f64)),
            ("initialDelayMs", number(self.backoff.initial_ms)),
            ("factor", number(self.backoff.factor)),
            ("maxDelayMs", number(self.backoff.max_ms)),
            ("jitter", word(self.backoff.jitter.name())),
            ("attemptTimeoutMs", number(self.attempt_timeout.as_f64())),
            ("totalTimeoutMs", number(self.total_timeout.as_f64())),
            ("retryStatuses", Given::List(statuses.collect())),
            ("retryNetworkErrors", Given::Bool(self.retry_network_errors)),
            ("retryTimeouts", Given::Bool(self.retry_timeouts)),
            ("maxRetryAfterMs", number(self.max_retry_after.as_f64())),
            ("longRetryAfter", word(self.long_retry_after.name())),
            ("retryAfterJitter", number(self.retry_after_jitter)),
        ]
    }
}
