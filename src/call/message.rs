//! What the caller is told, as plain data.

use super::record::Status;
use crate::policy::decision::GiveUpReason;
use crate::policy::outcome::Reason;
use serde::Serialize;

/// Why there is no value of what the contract calls null.
pub type OrNull<T> = Option<T>;

/// A message to the caller.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", content = "payload", rename_all = "camelCase")]
pub enum Message {
    /// Before each wait.
    NewRetryAttempt(RetryDetails),
    /// When giving up, before the outcome is delivered.
    RetryGaveUp(GaveUp),
    /// When a call that had begun a wait ends in an outcome that is not given up on.
    RetryDone(Done),
}

/// A retry that comes next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RetryDetails {
    /// Of the call, unique in its context.
    pub id: u32,
    /// The number of the retry; 0 for a first attempt that is held.
    pub attempt: u64,
    /// How many there can be.
    pub max_retries: u64,
    /// The wait that begins now, milliseconds.
    pub delay_ms: f64,
    /// The epoch time of its end.
    pub retry_at: f64,
    /// What it is for.
    pub reason: Reason,
    /// Of the response, if there was one.
    pub status: Status,
    /// What the server asked for this time, milliseconds, uncapped.
    pub retry_after_ms: OrNull<f64>,
    /// Ready to show.
    pub message: String,
    /// The provider's own words.
    pub provider_message: OrNull<String>,
    /// The caller's name for the request.
    pub label: OrNull<String>,
}

/// Why there is no further retry.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GaveUp {
    /// Of the call.
    pub id: u32,
    /// Why.
    pub reason: GiveUpReason,
    /// How many attempts were made.
    pub attempts: u64,
    /// Of the last response, if there was one.
    pub status: Status,
    /// The last hint of the call, uncapped.
    pub retry_after_ms: OrNull<f64>,
    /// Ready to show.
    pub message: String,
    /// The provider's own words.
    pub provider_message: OrNull<String>,
    /// The caller's name for the request.
    pub label: OrNull<String>,
}

/// How a call ended that had waited.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Done {
    /// Of the call.
    pub id: u32,
    /// How many attempts were made.
    pub attempts: u64,
    /// Of the response, if there was one.
    pub status: Status,
    /// The caller's name for the request.
    pub label: OrNull<String>,
}
