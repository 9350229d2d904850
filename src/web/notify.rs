//! The plain data that callbacks get.

use super::callback;
use super::settings::Settings;
use crate::policy::decision::{GiveUpReason, Outcome, Reason};
use crate::policy::hint::ServerSays;
use crate::policy::message;
use crate::policy::millis::Millis;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// `RetryDetails` of the contract.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RetryDetails<'a> {
    /// The call.
    pub id: u32,
    /// The retry that comes next.
    pub attempt: f64,
    /// Of so many.
    pub max_retries: f64,
    /// The wait that begins now.
    pub delay_ms: f64,
    /// The epoch time of its end.
    pub retry_at: f64,
    /// What for.
    pub reason: &'static str,
    /// The status, with reason "http".
    pub status: Option<u16>,
    /// The hint, uncapped.
    pub retry_after_ms: Option<f64>,
    /// The sentence.
    pub message: String,
    /// The caller's name for the request.
    pub label: Option<&'a str>,
}

/// The payload of `RetryGaveUp`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GaveUp<'a> {
    /// The call.
    pub id: u32,
    /// Why.
    pub reason: &'static str,
    /// How many attempts were made.
    pub attempts: f64,
    /// The status of the last response.
    pub status: Option<u16>,
    /// The last hint, uncapped.
    pub retry_after_ms: Option<f64>,
    /// The sentence.
    pub message: String,
    /// The provider's own words.
    pub provider_message: Option<&'a str>,
    /// The caller's name for the request.
    pub label: Option<&'a str>,
}

#[derive(Serialize)]
struct Message<T> {
    #[serde(rename = "type")]
    kind: &'static str,
    payload: T,
}

/// Plain data for JavaScript; what is missing is null.
pub fn plain(value: &impl Serialize) -> JsValue {
    value
        .serialize(&Serializer::new().serialize_missing_as_null(true))
        .unwrap_or(JsValue::NULL)
}

/// The details of a retry.
pub fn details<'a>(
    settings: &'a Settings,
    id: u32,
    retry: u64,
    outcome: &Outcome,
    wait: Millis,
    reason: Reason,
    now: f64,
) -> RetryDetails<'a> {
    let label = settings.label.as_deref();
    let max_retries = settings.policy.max_retries;
    RetryDetails {
        id,
        attempt: retry as f64,
        max_retries: max_retries as f64,
        delay_ms: wait.as_f64(),
        retry_at: now + wait.as_f64(),
        reason: reason.name(),
        status: status(outcome),
        retry_after_ms: hint(outcome),
        message: message::retrying(label, outcome, wait, retry, max_retries),
        label,
    }
}

/// Calls `onRetry`.
pub fn retrying(settings: &Settings, details: RetryDetails<'_>) {
    if let Some(on_retry) = &settings.on_retry {
        let message = plain(&Message {
            kind: "newRetryAttempt",
            payload: details,
        });
        callback::tell(&JsValue::UNDEFINED, on_retry, &message);
    }
}

/// What to say when giving up.
pub fn give_up<'a>(
    settings: &'a Settings,
    id: u32,
    attempts: u64,
    outcome: &'a Outcome,
    reason: GiveUpReason,
    last_hint: Option<Millis>,
) -> GaveUp<'a> {
    let label = settings.label.as_deref();
    let provider_message = match outcome {
        Outcome::Response {
            says: ServerSays {
                provider_message, ..
            },
            ..
        } => provider_message.as_deref(),
        _ => None,
    };
    GaveUp {
        id,
        reason: reason.name(),
        attempts: attempts as f64,
        status: status(outcome),
        retry_after_ms: last_hint.map(Millis::as_f64),
        message: message::gave_up(label, outcome, reason, attempts, provider_message),
        provider_message,
        label,
    }
}

/// Calls `onGiveUp`.
pub fn gave_up(settings: &Settings, payload: GaveUp<'_>) {
    if let Some(on_give_up) = &settings.on_give_up {
        let message = plain(&Message {
            kind: "retryGaveUp",
            payload,
        });
        callback::tell(&JsValue::UNDEFINED, on_give_up, &message);
    }
}

/// The status of a response.
pub fn status(outcome: &Outcome) -> Option<u16> {
    match outcome {
        Outcome::Response { status, .. } => Some(*status),
        _ => None,
    }
}

fn hint(outcome: &Outcome) -> Option<f64> {
    match outcome {
        Outcome::Response { says, .. } => says.wait.map(Millis::as_f64),
        _ => None,
    }
}
