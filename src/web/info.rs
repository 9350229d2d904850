//! What happened on the way to an outcome, kept beside it for as long as the outcome lives. See
//! `info.js`.

use super::notify::plain;
use crate::policy::decision::GiveUpReason;
use crate::policy::history::History;
use crate::policy::millis::Millis;
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/info.js")]
extern "C" {
    #[wasm_bindgen(js_name = remember)]
    fn remember_info(outcome: &JsValue, info: &JsValue);
    /// What was noted, or undefined.
    pub fn recall(outcome: &JsValue) -> JsValue;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RetryInfo {
    attempts: Vec<Attempt>,
    gave_up: Option<&'static str>,
    retry_after_ms: Option<f64>,
    may_have_executed: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Attempt {
    reason: Option<&'static str>,
    status: Option<f64>,
    duration_ms: Option<f64>,
    wait_ms: Option<f64>,
}

/// Notes how `outcome`, a Response or an error, came about.
pub fn remember(outcome: &JsValue, history: &History, gave_up: Option<GiveUpReason>) {
    let mut attempts = Vec::new();
    for attempt in history.attempts() {
        attempts.push(Attempt {
            reason: Some(attempt.reason.name()),
            status: attempt.status.map(f64::from),
            duration_ms: Some(attempt.duration.as_f64()),
            wait_ms: Some(attempt.wait.as_f64()),
        });
    }
    let info = RetryInfo {
        attempts,
        gave_up: gave_up.map(GiveUpReason::name),
        retry_after_ms: history.last_hint().map(Millis::as_f64),
        may_have_executed: history.may_have_executed(),
    };
    remember_info(outcome, &plain(&info));
}
