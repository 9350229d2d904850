//! What the keys of other libraries are called here. Callers bring them along, and the nearest spelling
//! would often name another key: `timeout` is close to `jitter`.

use super::request_init::MEMBERS;

/// Where what a key says belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It is a key of this name.
    Key(&'static str),
    /// It is this member of `init`, the second argument.
    Init(&'static str),
}

/// Our key, and what it is called in ky, ofetch, p-retry, fetch-retry, got, undici, axios-retry, wretch, up-fetch,
/// async-retry, exponential-backoff, the AWS and OpenAI SDKs.
const KEYS: [(&str, &[&str]); 20] = [
    (
        "maxRetries",
        &[
            "retries",
            "retry",
            "limit",
            "maxAttempts",
            "attempts",
            "retryCount",
            "retryLimit",
            "retryAttempts",
            "numOfAttempts",
            "times",
            "tries",
        ],
    ),
    (
        "initialDelayMs",
        &[
            "minTimeout",
            "retryDelay",
            "retryDelayMs",
            "delay",
            "baseDelay",
            "baseDelayMs",
            "minDelay",
            "minDelayMs",
            "startingDelay",
            "delayTimer",
            "interval",
            "initialInterval",
        ],
    ),
    ("factor", &["timeoutFactor", "backoffFactor", "multiplier", "timeMultiple", "exponent"]),
    ("maxDelayMs", &["maxTimeout", "backoffLimit", "maxDelay", "maxBackoff", "maxInterval"]),
    ("delaysMs", &["backoff", "calculateDelay", "delayRamp", "schedule"]),
    ("jitter", &["randomize", "noise"]),
    (
        "attemptTimeoutMs",
        &["timeout", "timeoutMs", "requestTimeout", "headersTimeout", "connectTimeout"],
    ),
    ("totalTimeoutMs", &["maxRetryTime", "maxElapsedTime", "deadline"]),
    (
        "retryStatuses",
        &[
            "statusCodes",
            "retryOn",
            "retryStatusCodes",
            "afterStatusCodes",
            "statuses",
            "retryableStatuses",
            "retryableStatusCodes",
        ],
    ),
    ("retryNetworkErrors", &["errorCodes", "retryOnNetworkError"]),
    ("retryTimeouts", &["retryOnTimeout"]),
    ("shouldRetry", &["retryCondition", "retryIf", "until", "when", "methods", "isRetryable"]),
    ("maxRetryAfterMs", &["maxRetryAfter"]),
    ("serverHints", &["retryAfter", "respectRetryAfter"]),
    ("onRetry", &["onFailedAttempt", "beforeRetry", "hooks"]),
    ("onGiveUp", &["onMaxRetryTimesExceeded", "onError", "onFailure"]),
    ("logger", &["log", "debug"]),
    ("label", &["name", "title"]),
    ("bodyIdleTimeoutMs", &["bodyTimeout", "readTimeout", "streamTimeout"]),
    ("fetch", &["fetchFn", "customFetch", "fetchImpl"]),
];

/// What a key stands for that is none of ours, capitals aside.
pub fn meant_by(key: &str) -> Option<Place> {
    let is_it = |name: &&str| name.eq_ignore_ascii_case(key);
    if is_it(&"abortSignal") {
        return Some(Place::Init("signal"));
    }
    let member = MEMBERS.into_iter().find(is_it).map(Place::Init);
    member.or_else(|| {
        let (ours, _) = KEYS.into_iter().find(|(_, theirs)| theirs.iter().any(is_it))?;
        Some(Place::Key(ours))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::keys::Key;

    #[test]
    fn what_a_foreign_key_stands_for_is_a_key_of_ours_and_itself_is_none() {
        for (ours, theirs) in KEYS {
            assert!(Key::of_name(ours).is_some(), "{ours}");
            for name in theirs {
                assert!(Key::of_name(name).is_none(), "{name}");
                assert_eq!(meant_by(name), Some(Place::Key(ours)), "{name} stands for two");
            }
        }
        for member in MEMBERS {
            assert!(Key::of_name(member).is_none(), "{member}");
        }
    }
}
