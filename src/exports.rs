//! What JavaScript sees.

use crate::policy::millis::Millis;
use crate::policy::retry_after;
use crate::web::fetching::{Fetching, mark};
use crate::web::start::start;
use crate::web::{awake, config, context, info, presets, stream};
use js_sys::{Date, Promise};
use wasm_bindgen::prelude::*;

/// See `fetchWithRetry` in index.d.ts.
#[wasm_bindgen(js_name = fetchWithRetry)]
pub fn fetch_with_retry(input: &JsValue, init: &JsValue, given: &JsValue) -> Promise {
    start(input, init, config::read(given), &Fetching::default())
}

/// See `createFetch` in index.d.ts.
#[wasm_bindgen(js_name = createFetch)]
pub fn create_fetch(given: &JsValue) -> Result<JsValue, JsValue> {
    let settings = config::read(given)?;
    let fetching = Fetching::installable();
    let made = Closure::<dyn Fn(JsValue, JsValue, JsValue) -> Promise>::new(
        move |input: JsValue, init: JsValue, overrides: JsValue| {
            let settings = config::read_over(&settings, &overrides);
            start(&input, &init, settings, &fetching)
        },
    );
    let made = made.into_js_value();
    mark(&made);
    Ok(made)
}

/// See `retryNow` in index.d.ts.
#[wasm_bindgen(js_name = retryNow)]
pub fn retry_now(id: &JsValue) -> bool {
    let id = id.as_f64().filter(|id| id.fract() == 0.0 && *id >= 0.0 && *id <= f64::from(u32::MAX));
    id.is_some_and(|id| context::with(|context| context.retry_now(id as u32)))
}

/// See `keepAwake` in index.d.ts.
#[wasm_bindgen(js_name = keepAwake)]
pub fn keep_awake(work: JsValue) -> JsValue {
    awake::until_settled(&work);
    work
}

/// See `retryInfo` in index.d.ts.
#[wasm_bindgen(js_name = retryInfo)]
pub fn retry_info(outcome: &JsValue) -> JsValue {
    info::recall(outcome)
}

/// See `mayRetryStream` in index.d.ts.
#[wasm_bindgen(js_name = mayRetryStream)]
pub fn may_retry_stream(streamed_any: &JsValue, error: &JsValue) -> bool {
    !streamed_any.is_truthy() && stream::may_be_retried(error)
}

/// See `parseRetryAfter` in index.d.ts.
#[wasm_bindgen(js_name = parseRetryAfter)]
pub fn parse_retry_after(value: &JsValue, now: &JsValue) -> JsValue {
    let now = if now.is_undefined() { Some(Date::now()) } else { now.as_f64() };
    let asked = value.as_string().zip(now).and_then(|(value, now)| retry_after::parse(&value, now));
    asked.map_or(JsValue::NULL, |wait: Millis| wait.as_f64().into())
}

/// See `presets` in index.d.ts.
#[wasm_bindgen(js_name = presetDefault)]
pub fn preset_default() -> Result<JsValue, JsValue> {
    presets::default()
}

/// See `presets` in index.d.ts.
#[wasm_bindgen(js_name = presetPatient)]
pub fn preset_patient() -> Result<JsValue, JsValue> {
    presets::patient()
}

/// See `presets` in index.d.ts.
#[wasm_bindgen(js_name = presetUnattended)]
pub fn preset_unattended() -> Result<JsValue, JsValue> {
    presets::unattended()
}
