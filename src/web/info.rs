//! What happened on the way to an outcome, kept beside it for as long as the outcome lives.

use super::notify::plain;
use crate::policy::decision::GiveUpReason;
use crate::policy::history::History;
use crate::policy::millis::Millis;
use js_sys::{Object, WeakMap};
use serde::Serialize;
use wasm_bindgen::prelude::*;

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
    reason: &'static str,
    status: Option<u16>,
    duration_ms: f64,
    wait_ms: f64,
}

thread_local! {
    static INFOS: WeakMap = WeakMap::new();
}

/// Notes how `outcome`, a Response or an error, came about. What is no object has no identity to
/// note it by.
pub fn remember(outcome: &JsValue, history: &History, gave_up: Option<GiveUpReason>) {
    if !outcome.is_object() && !outcome.is_function() {
        return;
    }
    let attempts = history.attempts().iter().map(|attempt| Attempt {
        reason: attempt.reason.name(),
        status: attempt.status,
        duration_ms: attempt.duration.as_f64(),
        wait_ms: attempt.wait.as_f64(),
    });
    let info = plain(&RetryInfo {
        attempts: attempts.collect(),
        gave_up: gave_up.map(GiveUpReason::name),
        retry_after_ms: history.last_hint().map(Millis::as_f64),
        may_have_executed: history.may_have_executed(),
    });
    INFOS.with(|infos| {
        infos.set(outcome.unchecked_ref::<Object>(), &info);
    });
}

/// What was noted, or undefined.
pub fn recall(outcome: &JsValue) -> JsValue {
    if !outcome.is_object() && !outcome.is_function() {
        return JsValue::UNDEFINED;
    }
    INFOS.with(|infos| infos.get(outcome.unchecked_ref::<Object>()))
}

/// Notes that `error` refuses a request that was never sent.
pub fn remember_refusal(error: &JsValue) {
    remember(error, &History::default(), None);
}

/// Whether `error` is such a refusal: it has an info, but no attempts.
pub fn is_refusal(error: &JsValue) -> bool {
    let info = recall(error);
    let attempts = js_sys::Reflect::get(&info, &"attempts".into());
    attempts.is_ok_and(|attempts| {
        attempts
            .dyn_ref::<js_sys::Array>()
            .is_some_and(|attempts| attempts.length() == 0)
    })
}
