//! What a caller may ask for, its defaults and its limits.

use super::backoff::{Backoff, Jitter};
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
}

/// What becomes of a hint over the cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LongRetryAfter {
    /// Wait as long as the cap.
    Clamp,
    /// Give up at once.
    GiveUp,
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
            backoff: Backoff { initial_ms: 500.0, max_ms: 32_000.0, ..default.backoff },
            total_timeout: Millis::new(150_000),
            retry_statuses: RETRY_STATUSES.into_iter().filter(|status| *status != 529).collect(),
            max_retry_after: Millis::new(120_000),
            long_retry_after: LongRetryAfter::GiveUp,
            ..default
        }
    }

    /// Whether a response of this status is of a kind that is retried.
    pub fn retries_status(&self, status: u16) -> bool {
        self.retry_statuses.contains(&status)
    }
}
