//! Every rule of what happens after an attempt, in one place and in their order.

use super::backoff::unit;
use super::config::{LongRetryAfter, Policy};
use super::hint::{ServerSays, Verdict};
use super::history::History;
use super::millis::Millis;

/// How an attempt ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Response headers arrived.
    Response {
        /// The HTTP status; 0 for an opaque response.
        status: u16,
        /// What its headers, and maybe its body, say about trying again.
        says: ServerSays,
    },
    /// fetch failed.
    NetworkError {
        /// The host answers, as was asked after an earlier failure: the browser withholds it.
        host_answers: bool,
    },
    /// The attempt ran out of its own time.
    Timeout,
    /// The total budget cut the attempt.
    TotalTimeout,
}

impl Outcome {
    /// The status of a response.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Response { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// What a response says, if it is one.
    pub fn says(&self) -> Option<&ServerSays> {
        match self {
            Self::Response { says, .. } => Some(says),
            _ => None,
        }
    }

    /// The hint, uncapped.
    pub fn hint(&self) -> Option<Millis> {
        self.says().and_then(|says| says.wait)
    }

    /// Whether the server may have done the work although no answer to it arrived: a 5xx that is no
    /// refusal says as little as a cut connection. (520, 522, 524: Cloudflare.)
    pub fn may_have_executed(&self) -> bool {
        match self {
            Self::Response { status, .. } => {
                matches!(status, 500 | 502 | 504 | 520 | 522 | 524)
            }
            Self::NetworkError { .. } | Self::Timeout | Self::TotalTimeout => true,
        }
    }

    /// What the attempt counts as.
    pub fn reason(&self) -> Reason {
        match self {
            Self::Response { .. } => Reason::Http,
            Self::NetworkError { .. } => Reason::Network,
            Self::Timeout | Self::TotalTimeout => Reason::Timeout,
        }
    }
}

/// What a retry is for, as JavaScript sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The status of a response.
    Http,
    /// fetch failed.
    Network,
    /// No response headers in time.
    Timeout,
    /// Other calls to this origin were told to wait.
    Cooldown,
}

impl Reason {
    /// The name in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Network => "network",
            Self::Timeout => "timeout",
            Self::Cooldown => "cooldown",
        }
    }
}

/// Why a call stops although its outcome was of a kind that is retried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The hint is longer than the caller would wait.
    RetryAfterTooLong,
    /// The wait would end after the total budget, or the budget cut the attempt.
    TotalTimeout,
    /// `shouldRetry` said no.
    Vetoed,
}

impl GiveUpReason {
    /// The name in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ServerSaidNo => "serverSaidNo",
            Self::QuotaExhausted => "quotaExhausted",
            Self::RetriesExhausted => "retriesExhausted",
            Self::BodyNotReplayable => "bodyNotReplayable",
            Self::Blocked => "blocked",
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

/// Over this a hint that exceeds the cap is never waited for, not even in part.
pub const HOPELESS: Millis = Millis::new(3_600_000);
/// The shortest wait that a hint can ask for: `Retry-After: 0` must not become a hot loop.
const SHORTEST_HINT: Millis = Millis::new(50);

/// The rules. `elapsed`: since the call began. `replayable`: the request can be sent again.
/// `random` is uniform in [0, 1), drawn where a wait is spread.
pub fn decide(
    policy: &Policy,
    history: &History,
    outcome: &Outcome,
    elapsed: Millis,
    replayable: bool,
    random: &dyn Fn() -> f64,
) -> Decision {
    let verdict = outcome.says().and_then(|says| says.verdict);
    let of_a_retried_kind = match outcome {
        Outcome::Response { status, .. } => {
            policy.retries_status(*status) || verdict == Some(Verdict::Retry)
        }
        Outcome::NetworkError { .. } => policy.retry_network_errors,
        Outcome::Timeout => policy.retry_timeouts,
        Outcome::TotalTimeout => return Decision::GiveUp(GiveUpReason::TotalTimeout),
    };
    let retry = history.made();
    match verdict {
        _ if !of_a_retried_kind => return Decision::Deliver,
        Some(Verdict::No) => return Decision::GiveUp(GiveUpReason::ServerSaidNo),
        Some(Verdict::QuotaExhausted) => return Decision::GiveUp(GiveUpReason::QuotaExhausted),
        _ if retry as f64 > policy.max_retries => {
            return Decision::GiveUp(GiveUpReason::RetriesExhausted);
        }
        _ if !replayable => return Decision::GiveUp(GiveUpReason::BodyNotReplayable),
        _ if matches!(outcome, Outcome::NetworkError { host_answers: true }) => {
            return Decision::GiveUp(GiveUpReason::Blocked);
        }
        Some(Verdict::Retry) | None => {}
    }
    let wait = match outcome.hint() {
        None => policy.backoff.before(retry, random),
        Some(hint) => match honoured(policy, hint) {
            None => return Decision::GiveUp(GiveUpReason::RetryAfterTooLong),
            Some(wait) => spread(wait, policy.retry_after_jitter, random).max(SHORTEST_HINT),
        },
    };
    if fits(policy, elapsed, wait) {
        Decision::Retry { wait, reason: outcome.reason() }
    } else {
        Decision::GiveUp(GiveUpReason::TotalTimeout)
    }
}

/// Whether a wait that begins at `elapsed` ends within the total budget.
pub fn fits(policy: &Policy, elapsed: Millis, wait: Millis) -> bool {
    elapsed.plus(wait) <= Millis::ceil(policy.total_timeout_ms)
}

/// The part of a hint that is waited for: all of it, the cap, or none.
fn honoured(policy: &Policy, hint: Millis) -> Option<Millis> {
    let cap = Millis::ceil(policy.max_retry_after_ms);
    match policy.long_retry_after {
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
