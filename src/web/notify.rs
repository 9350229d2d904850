//! The plain data that callbacks get. Every field is an optional number or text, though none is
//! missing in a message: each further type would bring its own copy of the serializer.

use super::settings::Settings;
use crate::policy::decision::{GiveUpReason, Outcome, Reason};
use crate::policy::message;
use crate::policy::millis::Millis;
use js_sys::Function;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;
use web_sys::DomException;

/// `RetryDetails` of the contract.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RetryDetails<'a> {
    id: Option<f64>,
    attempt: Option<f64>,
    max_retries: Option<f64>,
    delay_ms: Option<f64>,
    retry_at: Option<f64>,
    reason: Option<&'a str>,
    status: Option<f64>,
    retry_after_ms: Option<f64>,
    message: Option<&'a str>,
    label: Option<&'a str>,
}

/// The payload of `RetryGaveUp`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GaveUp<'a> {
    id: Option<f64>,
    reason: Option<&'a str>,
    attempts: Option<f64>,
    status: Option<f64>,
    retry_after_ms: Option<f64>,
    message: Option<&'a str>,
    provider_message: Option<&'a str>,
    label: Option<&'a str>,
}

#[wasm_bindgen(module = "/src/web/callback.js")]
extern "C" {
    /// Wraps a payload in its envelope and tells it.
    #[wasm_bindgen(js_name = post)]
    fn post(callback: &Function, kind: &str, payload: &JsValue);
}

/// For a total budget that ended while no attempt was under way.
pub fn timeout_error() -> JsValue {
    let message = "The time allowed for all attempts is over.";
    DomException::new_with_message_and_name(message, "TimeoutError")
        .map_or_else(|e| e, JsValue::from)
}

/// Plain data for JavaScript; what is missing is null.
pub fn plain(value: &impl Serialize) -> JsValue {
    value.serialize(&Serializer::new().serialize_missing_as_null(true)).unwrap_or(JsValue::NULL)
}

/// The details of retry `retry`, whose wait begins at the epoch time `now`.
pub fn details(
    settings: &Settings,
    id: u32,
    retry: u64,
    outcome: Option<&Outcome>,
    wait: Millis,
    reason: Reason,
    now: f64,
) -> JsValue {
    let label = settings.label.as_deref();
    let max_retries = settings.policy.max_retries;
    plain(&RetryDetails {
        id: Some(f64::from(id)),
        attempt: Some(retry as f64),
        max_retries: Some(max_retries),
        delay_ms: Some(wait.as_f64()),
        retry_at: Some(now + wait.as_f64()),
        reason: Some(reason.name()),
        status: outcome.and_then(Outcome::status).map(f64::from),
        retry_after_ms: outcome.and_then(Outcome::hint).map(Millis::as_f64),
        message: Some(&message::retrying(label, outcome, wait, retry, max_retries as u64)),
        label,
    })
}

/// Calls `onRetry`.
pub fn retrying(settings: &Settings, details: &JsValue) {
    if let Some(on_retry) = &settings.on_retry {
        post(on_retry, "newRetryAttempt", details);
    }
}

/// Calls `onGiveUp`.
pub fn gave_up(
    settings: &Settings,
    id: u32,
    attempts: u64,
    outcome: &Outcome,
    reason: GiveUpReason,
    last_hint: Option<Millis>,
) {
    let Some(on_give_up) = &settings.on_give_up else {
        return;
    };
    let label = settings.label.as_deref();
    let provider_message = outcome.provider_message();
    let payload = plain(&GaveUp {
        id: Some(f64::from(id)),
        reason: Some(reason.name()),
        attempts: Some(attempts as f64),
        status: outcome.status().map(f64::from),
        retry_after_ms: last_hint.map(Millis::as_f64),
        message: Some(&message::gave_up(label, outcome, reason, attempts, provider_message)),
        provider_message,
        label,
    });
    post(on_give_up, "retryGaveUp", &payload);
}
