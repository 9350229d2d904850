//! How an attempt ended, as far as a rule may look at it.

use super::hint::ServerSays;
use super::millis::Millis;
use serde::Serialize;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
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
