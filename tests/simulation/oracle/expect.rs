//! What has to follow an outcome, by the contract: read from `api.d.ts`, not from `policy::decision`.

use crate::trace::Got;
use fetch_with_retry::policy::backoff::Jitter;
use fetch_with_retry::policy::config::{Config, LongRetryAfter};
use fetch_with_retry::policy::decision::{GiveUpReason, Replay};

/// An hour: over it and over the cap, no hint is waited for.
const HOUR_MS: f64 = 3_600_000.0;
/// So long at least, when the server says.
const LEAST_HINT_MS: f64 = 50.0;

/// What has to follow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next {
    Deliver,
    GiveUp(GiveUpReason),
    /// A wait of so many milliseconds, rounded up; or, if there is too little time, the end.
    Retry(f64),
}

/// What stands beside an outcome.
pub struct Beside<'d> {
    /// Attempts made.
    pub attempts: u64,
    pub replay: Replay,
    /// The total budget has cut the attempt.
    pub is_cut: bool,
    /// The host has answered, when asked after an earlier network failure.
    pub is_blocked: bool,
    pub budget_is_spent: bool,
    pub inner: Option<GiveUpReason>,
    /// The random numbers that were drawn.
    pub drawn: &'d [f64],
}

/// The hint of an outcome, whole milliseconds.
pub fn hint(config: &Config, got: &Got, epoch: f64) -> Option<f64> {
    match got {
        Got::Response(_, answer)
            if answer.status >= 400 || config.retry_statuses.contains(&answer.status) =>
        {
            answer.asks_for(epoch).map(|wait| (wait - 1e-6).ceil().max(0.0))
        }
        _ => None,
    }
}

/// What has to follow.
pub fn next(config: &Config, got: &Got, hint: Option<f64>, beside: &Beside<'_>) -> Next {
    use GiveUpReason as Why;
    let said = match got {
        Got::Response(_, answer) if config.server_hints && answer.status >= 400 => {
            answer.should_retry
        }
        _ => None,
    };
    let is_retried = match got {
        Got::Response(_, answer) => {
            config.retry_statuses.contains(&answer.status) || said == Some(true)
        }
        Got::Failed => config.retry_network_errors,
        Got::TimedOut => config.retry_timeouts || beside.is_cut,
        Got::Refused => false,
    };
    if !is_retried {
        return Next::Deliver;
    }
    if beside.is_cut {
        return Next::GiveUp(Why::TotalTimeout);
    }
    if let Some(inner) = beside.inner {
        return Next::GiveUp(inner);
    }
    let reasons = [
        (said == Some(false), Why::ServerSaidNo),
        (beside.attempts > config.max_retries, Why::RetriesExhausted),
        (beside.replay == Replay::Once, Why::BodyNotReplayable),
        (beside.is_blocked, Why::Blocked),
        (beside.budget_is_spent, Why::BudgetExhausted),
        (hint.is_some_and(|hint| is_too_long(config, hint)), Why::RetryAfterTooLong),
    ];
    if let Some((_, why)) = reasons.iter().find(|(applies, _)| *applies) {
        return Next::GiveUp(*why);
    }
    let drawn = beside.drawn.first().copied().filter(|drawn| (0.0..1.0).contains(drawn));
    let drawn = drawn.unwrap_or(0.0);
    Next::Retry(match hint {
        None => backoff(config, beside.attempts, drawn),
        Some(hint) => {
            let honoured = hint.min(config.max_retry_after.as_f64());
            (honoured * (1.0 + config.retry_after_jitter * drawn)).max(LEAST_HINT_MS)
        }
    })
}

fn is_too_long(config: &Config, hint: f64) -> bool {
    let is_over = hint > config.max_retry_after.as_f64();
    is_over && (hint > HOUR_MS || config.long_retry_after == LongRetryAfter::GiveUp)
}

/// The backoff before a retry.
fn backoff(config: &Config, retry: u64, drawn: f64) -> f64 {
    let plan = &config.backoff;
    let full = match plan.schedule.len() {
        0 => (plan.initial_ms * plan.factor.powi(retry as i32 - 1)).min(plan.max_ms),
        entries => plan.schedule[(retry as usize - 1).min(entries - 1)],
    };
    match plan.jitter {
        Jitter::None => full,
        Jitter::Full => full * drawn,
        Jitter::Equal => (full + full * drawn) / 2.0,
    }
}
