//! Every rule of what happens after an attempt, in one place and in their order.

use super::backoff::unit;
use super::config::{Config, LongRetryAfter};
use super::hint::Verdict;
use super::history::History;
use super::hopeless::HOPELESS;
use super::millis::Millis;
use super::outcome::{Outcome, Reason};
use serde::Serialize;

/// Why a call stops although its outcome was of a kind that is retried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum GiveUpReason {
    /// `x-should-retry: false`, or a request that can never succeed.
    ServerSaidNo,
    /// Billing, daily quota: no wait of minutes can help.
    QuotaExhausted,
    /// All retries are used.
    RetriesExhausted,
    /// The body was a stream, consumed by the first attempt.
    BodyNotReplayable,
    /// The host answers, the browser withholds the answer: permission or CORS.
    Blocked,
    /// The origin has cost its retries, and nothing has succeeded since.
    BudgetExhausted,
    /// The hint is longer than the caller would wait.
    RetryAfterTooLong,
    /// The wait would end after the total budget, or the budget cut the attempt.
    TotalTimeout,
    /// `shouldRetry` said no.
    Vetoed,
}

impl GiveUpReason {
    /// All of them, in the contract's order.
    pub const ALL: [Self; 9] = [
        Self::ServerSaidNo,
        Self::QuotaExhausted,
        Self::RetriesExhausted,
        Self::BodyNotReplayable,
        Self::Blocked,
        Self::BudgetExhausted,
        Self::RetryAfterTooLong,
        Self::TotalTimeout,
        Self::Vetoed,
    ];

    /// The one of this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// The name in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ServerSaidNo => "serverSaidNo",
            Self::QuotaExhausted => "quotaExhausted",
            Self::RetriesExhausted => "retriesExhausted",
            Self::BodyNotReplayable => "bodyNotReplayable",
            Self::Blocked => "blocked",
            Self::BudgetExhausted => "budgetExhausted",
            Self::RetryAfterTooLong => "retryAfterTooLong",
            Self::TotalTimeout => "totalTimeout",
            Self::Vetoed => "vetoed",
        }
    }
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Hand the outcome to the caller: it is not of a kind that is retried.
    Deliver,
    /// Try again after a wait.
    Retry {
        /// How long.
        wait: Millis,
        /// What for.
        reason: Reason,
    },
    /// Hand the outcome to the caller, and say why there is no retry.
    GiveUp(GiveUpReason),
}

/// Whether a request can be sent a second time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// As often as need be.
    Again,
    /// Its body is a stream, consumed by the first attempt.
    Once,
}

/// Whether the origin may cost a further retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// It may.
    Left,
    /// It has cost them all, and nothing has succeeded since.
    Spent,
}

/// What stands beside an outcome when it is decided on.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Since the call began.
    pub elapsed: Millis,
    /// Whether the request can be sent again.
    pub replay: Replay,
    /// Whether the origin may cost a retry.
    pub budget: Budget,
    /// Why a call that was made in place of fetch has given up on this very outcome, if it has.
    pub inner: Option<GiveUpReason>,
}

impl Standing {
    /// Of a call that has just begun, and whose request is plain.
    pub const FRESH: Self =
        Self { elapsed: Millis::ZERO, replay: Replay::Again, budget: Budget::Left, inner: None };
}

/// The shortest wait that a hint can ask for: `Retry-After: 0` must not become a hot loop.
const SHORTEST_HINT: Millis = Millis::new(50);

/// The rules. `random` is uniform in [0, 1), drawn where a wait is spread.
pub fn decide(
    config: &Config,
    history: &History,
    outcome: &Outcome,
    standing: Standing,
    random: &dyn Fn() -> f64,
) -> Decision {
    let verdict = outcome.says().and_then(|says| says.verdict);
    let of_a_retried_kind = match outcome {
        Outcome::Response { status, says } => config.retries_status(*status) || says.insists,
        Outcome::NetworkError { .. } => config.retry_network_errors,
        Outcome::Timeout => config.retry_timeouts,
        Outcome::TotalTimeout => return Decision::GiveUp(GiveUpReason::TotalTimeout),
    };
    let retry = history.made();
    if let (true, Some(reason)) = (of_a_retried_kind, standing.inner) {
        return Decision::GiveUp(reason);
    }
    match verdict {
        _ if !of_a_retried_kind => return Decision::Deliver,
        Some(Verdict::No) => return Decision::GiveUp(GiveUpReason::ServerSaidNo),
        Some(Verdict::QuotaExhausted) => return Decision::GiveUp(GiveUpReason::QuotaExhausted),
        _ if retry > config.max_retries => {
            return Decision::GiveUp(GiveUpReason::RetriesExhausted);
        }
        _ if standing.replay == Replay::Once => {
            return Decision::GiveUp(GiveUpReason::BodyNotReplayable);
        }
        _ if matches!(outcome, Outcome::NetworkError { host_answers: true }) => {
            return Decision::GiveUp(GiveUpReason::Blocked);
        }
        _ if standing.budget == Budget::Spent => {
            return Decision::GiveUp(GiveUpReason::BudgetExhausted);
        }
        Some(Verdict::Retry) | None => {}
    }
    let wait = match outcome.hint() {
        None => config.backoff.before(retry, random),
        Some(hint) => match honoured(config, hint) {
            None => return Decision::GiveUp(GiveUpReason::RetryAfterTooLong),
            Some(wait) => spread(wait, config.retry_after_jitter, random).max(SHORTEST_HINT),
        },
    };
    if fits(config, standing.elapsed, wait) {
        Decision::Retry { wait, reason: outcome.reason() }
    } else {
        Decision::GiveUp(GiveUpReason::TotalTimeout)
    }
}

/// Whether a wait that begins at `elapsed` ends within the total budget.
pub fn fits(config: &Config, elapsed: Millis, wait: Millis) -> bool {
    elapsed.plus(wait) <= config.total_timeout
}

/// The part of a hint that is waited for: all of it, the cap, or none.
fn honoured(config: &Config, hint: Millis) -> Option<Millis> {
    let cap = config.max_retry_after;
    match config.long_retry_after {
        _ if hint <= cap => Some(hint),
        LongRetryAfter::Clamp if hint <= HOPELESS => Some(cap),
        LongRetryAfter::Clamp | LongRetryAfter::GiveUp => None,
    }
}

/// A hint is never shortened: its jitter lies on top.
fn spread(wait: Millis, share: f64, random: &dyn Fn() -> f64) -> Millis {
    if share > 0.0 {
        let longer = wait.as_f64() * (1.0 + share * unit(random()));
        Millis::ceil(longer).min(Millis::CENTURY).max(wait)
    } else {
        wait
    }
}
