//! What may be asked for, and its defaults. What a value must look like is in `slot`.

use super::backoff::{Backoff, Jitter};
use super::cooldown::Cooldown;
use super::slot::{Form, Slot, Span};

/// The rules of one call, checked. Times are milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Retries after the first attempt.
    pub max_retries: f64,
    /// The waits that no hint replaces.
    pub backoff: Backoff,
    /// From the start of an attempt to its response headers; may be infinite.
    pub attempt_timeout_ms: f64,
    /// All attempts and waits, until the final headers; may be infinite.
    pub total_timeout_ms: f64,
    /// The statuses that are retried.
    pub retry_statuses: Vec<f64>,
    /// Whether a failed fetch is retried.
    pub retry_network_errors: bool,
    /// Whether an attempt that ran out of time is retried.
    pub retry_timeouts: bool,
    /// The longest hint that is waited for; may be infinite.
    pub max_retry_after_ms: f64,
    /// What becomes of a longer one.
    pub long_retry_after: LongRetryAfter,
    /// Up to this share of a hint is added on top.
    pub retry_after_jitter: f64,
    /// Whether more is read than Retry-After: `x-should-retry`, reset headers, error bodies.
    pub server_hints: bool,
    /// Whether the background context is kept alive during the call.
    pub keep_awake: bool,
    /// With whom it is shared what servers said.
    pub cooldown: Cooldown,
    /// Whether to ask, after a network failure, if the host answers at all.
    pub diagnose: bool,
    /// How long one read of the body may wait; may be infinite.
    pub body_idle_timeout_ms: f64,
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
            max_retries: 3.0,
            backoff: Backoff {
                initial_ms: 1000.0,
                factor: 2.0,
                max_ms: 10_000.0,
                schedule: Vec::new(),
                jitter: Jitter::Equal,
            },
            attempt_timeout_ms: 120_000.0,
            total_timeout_ms: f64::INFINITY,
            retry_statuses: RETRY_STATUSES.map(f64::from).to_vec(),
            retry_network_errors: true,
            retry_timeouts: true,
            max_retry_after_ms: 30_000.0,
            long_retry_after: LongRetryAfter::Clamp,
            retry_after_jitter: 0.0,
            server_hints: true,
            keep_awake: true,
            cooldown: Cooldown::Off,
            diagnose: false,
            body_idle_timeout_ms: f64::INFINITY,
        }
    }
}

/// Every key that is known, in the order of [`Policy::slot`]. One that is not is refused, with the
/// nearest of these.
pub const KEYS: [&str; 27] = [
    "maxRetries",
    "initialDelayMs",
    "factor",
    "maxDelayMs",
    "delaysMs",
    "jitter",
    "attemptTimeoutMs",
    "totalTimeoutMs",
    "retryStatuses",
    "retryNetworkErrors",
    "retryTimeouts",
    "maxRetryAfterMs",
    "longRetryAfter",
    "retryAfterJitter",
    "serverHints",
    "keepAwake",
    "cooldown",
    "diagnose",
    "bodyIdleTimeoutMs",
    "idempotencyKey",
    "shouldRetry",
    "onRetry",
    "onGiveUp",
    "random",
    "fetch",
    "logger",
    "label",
];

impl Policy {
    /// For metered use under heavy rate limits. 529 is left to the caller, whose move to another
    /// model beats waiting.
    pub fn patient() -> Self {
        let mut patient = Self {
            max_retries: 4.0,
            total_timeout_ms: 150_000.0,
            max_retry_after_ms: 120_000.0,
            long_retry_after: LongRetryAfter::GiveUp,
            ..Self::default()
        };
        patient.backoff.initial_ms = 500.0;
        patient.backoff.max_ms = 32_000.0;
        patient.retry_statuses.retain(|status| *status != 529.0);
        patient
    }

    /// Where the value of `KEYS[key]` goes, and what it must look like.
    pub fn slot(&mut self, key: usize) -> Option<Slot<'_>> {
        Some(match key {
            0 => Slot::Number(&mut self.max_retries, Span::Count),
            1 => Slot::Number(&mut self.backoff.initial_ms, Span::Delay),
            2 => Slot::Number(&mut self.backoff.factor, Span::Growth),
            3 => Slot::Number(&mut self.backoff.max_ms, Span::Cap),
            4 => Slot::Numbers(&mut self.backoff.schedule, Span::Delay),
            5 => Slot::Word(&mut self.backoff.jitter),
            6 => Slot::Number(&mut self.attempt_timeout_ms, Span::Timeout),
            7 => Slot::Number(&mut self.total_timeout_ms, Span::Timeout),
            8 => Slot::Numbers(&mut self.retry_statuses, Span::Status),
            9 => Slot::Flag(&mut self.retry_network_errors),
            10 => Slot::Flag(&mut self.retry_timeouts),
            11 => Slot::Number(&mut self.max_retry_after_ms, Span::Cap),
            12 => Slot::Word(&mut self.long_retry_after),
            13 => Slot::Number(&mut self.retry_after_jitter, Span::Share),
            14 => Slot::Flag(&mut self.server_hints),
            15 => Slot::Flag(&mut self.keep_awake),
            16 => Slot::Word(&mut self.cooldown),
            17 => Slot::Flag(&mut self.diagnose),
            18 => Slot::Number(&mut self.body_idle_timeout_ms, Span::Timeout),
            19 => Slot::Kept(Form::Header),
            20..25 => Slot::Kept(Form::Function),
            25 => Slot::Kept(Form::Logger),
            26 => Slot::Kept(Form::Text),
            _ => return None,
        })
    }

    /// Whether a response of this status is of a kind that is retried.
    pub fn retries_status(&self, status: u16) -> bool {
        self.retry_statuses.contains(&f64::from(status))
    }
}
