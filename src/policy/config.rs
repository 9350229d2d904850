//! The rules that a call follows, and their defaults.

use super::backoff::{Backoff, Jitter};

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
        }
    }
}

impl Policy {
    /// The rules of a config, in the order of `web/keys.js`, which has checked them. Words and flags
    /// count from 0; the retried statuses stand last, behind their number, and the schedule
    /// behind them.
    pub fn of(numbers: &[f64]) -> Self {
        let [
            max_retries,
            initial_ms,
            factor,
            max_ms,
            jitter,
            attempt_timeout_ms,
            total_timeout_ms,
            retry_network_errors,
            retry_timeouts,
            max_retry_after_ms,
            long_retry_after,
            retry_after_jitter,
            server_hints,
            statuses,
            lists @ ..,
        ] = numbers
        else {
            return Self::default();
        };
        let (statuses, schedule) = lists.split_at_checked(*statuses as usize).unwrap_or_default();
        Self {
            max_retries: *max_retries,
            backoff: Backoff {
                initial_ms: *initial_ms,
                factor: *factor,
                max_ms: *max_ms,
                schedule: schedule.to_vec(),
                jitter: match *jitter {
                    0.0 => Jitter::Equal,
                    1.0 => Jitter::Full,
                    _ => Jitter::None,
                },
            },
            attempt_timeout_ms: *attempt_timeout_ms,
            total_timeout_ms: *total_timeout_ms,
            retry_statuses: statuses.to_vec(),
            retry_network_errors: *retry_network_errors > 0.0,
            retry_timeouts: *retry_timeouts > 0.0,
            max_retry_after_ms: *max_retry_after_ms,
            long_retry_after: match *long_retry_after {
                0.0 => LongRetryAfter::Clamp,
                _ => LongRetryAfter::GiveUp,
            },
            retry_after_jitter: *retry_after_jitter,
            server_hints: *server_hints > 0.0,
        }
    }

    /// Whether a response of this status is of a kind that is retried.
    pub fn retries_status(&self, status: u16) -> bool {
        self.retry_statuses.contains(&f64::from(status))
    }
}
