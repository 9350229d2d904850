//! What happened on the way to an outcome, kept for whoever asks: `retryInfo`.

use crate::policy::decision::GiveUpReason;
use crate::policy::millis::Millis;
use crate::policy::outcome::{Outcome, Reason};
use serde::Serialize;

/// The status of a response; none of what was no response.
pub type Status = Option<u16>;

/// One attempt.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AttemptRecord {
    /// What it ended as.
    pub reason: Reason,
    /// Of the response.
    pub status: Status,
    /// Until its headers, milliseconds.
    pub duration_ms: f64,
    /// The wait that followed; 0 after the last.
    pub wait_ms: f64,
}

/// All attempts of a call, and why there was no further one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// All of them, the last included.
    pub attempts: Vec<AttemptRecord>,
    /// Why there was no further one, although the outcome was of a kind that is retried.
    pub gave_up: Option<GiveUpReason>,
    /// The last hint, uncapped.
    pub retry_after_ms: Option<f64>,
    /// An attempt before the last may have run on the server, its answer lost.
    pub may_have_executed: bool,
}

impl Record {
    /// An attempt has ended.
    pub fn push(&mut self, outcome: &Outcome, duration: Millis) {
        self.attempts.push(AttemptRecord {
            reason: outcome.reason(),
            status: outcome.status(),
            duration_ms: duration.as_f64(),
            wait_ms: 0.0,
        });
    }

    /// The wait after the last attempt has ended.
    pub fn waited(&mut self, wait: Millis) {
        if let Some(last) = self.attempts.last_mut() {
            last.wait_ms = wait.as_f64();
        }
    }

    /// The time that attempts and waits have taken, as far as they are over: under a mocked timer, the
    /// time that was told is the time that has passed.
    pub fn told(&self) -> Millis {
        let sum: f64 = self.attempts.iter().map(|one| one.duration_ms + one.wait_ms).sum();
        Millis::floor(sum)
    }

    /// The status of the last response, if the last attempt got one.
    pub fn last_status(&self) -> Status {
        self.attempts.last().and_then(|last| last.status)
    }
}
