//! The names of the config's keys.

/// Every key that is known. One that is not is refused, with the nearest of these.
pub const KEYS: &[&str] = &[
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
    "shouldRetry",
    "maxRetryAfterMs",
    "longRetryAfter",
    "retryAfterJitter",
    "serverHints",
    "onRetry",
    "onGiveUp",
    "logger",
    "label",
    "fetch",
    "random",
];
