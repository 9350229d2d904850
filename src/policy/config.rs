//! The rules that a call follows, and their defaults: plain data, checked. What a caller may write for each
//! is in `keys`.

use super::backoff::{Backoff, Jitter};
use super::millis::Millis;

/// The rules of one call.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
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
    /// Retries that one origin may cost while none of its calls succeeds; `u64::MAX` for no limit.
    pub retry_budget: u64,
    /// The longest hint that is waited for.
    pub max_retry_after: Millis,
    /// What becomes of a longer one.
    pub long_retry_after: LongRetryAfter,
    /// Up to this share of a hint is added on top.
    pub retry_after_jitter: f64,
    /// Whether more is read than Retry-After: `x-should-retry`, reset headers, error bodies.
    pub server_hints: bool,
    /// Whether the background context is kept from being suspended while the call is in flight.
    pub keep_awake: bool,
    /// With whom it is shared what servers said.
    pub cooldown: Sharing,
    /// Whether it is asked, after a network failure, if the host answers at all.
    pub diagnose: bool,
    /// How long a read of the body may wait.
    pub body_idle_timeout: Millis,
    /// The header that says to the server that all attempts of a call are one.
    pub idempotency_key: IdempotencyKey,
    /// Names the request in messages and log lines.
    pub label: Option<String>,
}

/// What becomes of a hint over the cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LongRetryAfter {
    /// Wait as long as the cap.
    Clamp,
    /// Give up at once.
    GiveUp,
}

/// Whose calls heed what one was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Nobody's.
    Off,
    /// Those of this context.
    Context,
    /// Those of all contexts of the extension or site.
    Extension,
}

/// The header that carries a fresh key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IdempotencyKey {
    /// None is sent.
    Off,
    /// The header of this name.
    In(String),
}

/// 408 and 429 (RFC 9110, RFC 6585), the 5xx that pass, and 529 ("overloaded", Anthropic).
pub const RETRY_STATUSES: [u16; 7] = [408, 429, 500, 502, 503, 504, 529];

impl Default for Config {
    fn default() -> Self {
        Self {
            max_retries: 3,
            backoff: Backoff {
                initial_ms: 1000.0,
                factor: 2.0,
                max_ms: 10_000.0,
                schedule: Vec::new(),
                jitter: Jitter::Equal,
            },
            attempt_timeout: Millis::new(120_000),
            total_timeout: Millis::FOREVER,
            retry_statuses: RETRY_STATUSES.to_vec(),
            retry_network_errors: true,
            retry_timeouts: true,
            retry_budget: u64::MAX,
            max_retry_after: Millis::new(30_000),
            long_retry_after: LongRetryAfter::Clamp,
            retry_after_jitter: 0.0,
            server_hints: true,
            keep_awake: true,
            cooldown: Sharing::Off,
            diagnose: false,
            body_idle_timeout: Millis::FOREVER,
            idempotency_key: IdempotencyKey::Off,
            label: None,
        }
    }
}

impl Config {
    /// Whether a response of this status is of a kind that is retried.
    pub fn retries_status(&self, status: u16) -> bool {
        self.retry_statuses.contains(&status)
    }
}
