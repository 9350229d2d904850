//! `fetch` with retries for browser and mail add-ons, compiled to WebAssembly: what JavaScript sees.
//!
//! `policy` decides and is pure; `web` does and knows no rule; `call` joins them.

pub mod policy;

mod call;
mod web;

use call::Call;
use js_sys::Promise;
use policy::config::Policy;
use policy::history::History;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;
use web::peek::{StreamError, read_stream_error};
use web::settings::{self, Settings};
use web::{clock, info, waiting};

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// `fetch(input, init)`, again where trying again can help.
#[wasm_bindgen(js_name = fetchWithRetry)]
pub fn fetch_with_retry(input: JsValue, init: JsValue, config: JsValue) -> Promise {
    match settings::read(&config) {
        Ok(settings) => start(&input, &init, settings),
        Err(refusal) => refuse(refusal),
    }
}

/// A fetch with a config built in; a bad config is thrown at once.
#[wasm_bindgen(js_name = createFetch)]
pub fn create_fetch(config: JsValue) -> Result<JsValue, JsValue> {
    let settings = settings::read(&config)?;
    let fetch = move |input: JsValue, init: JsValue| start(&input, &init, Rc::clone(&settings));
    Ok(Closure::<dyn Fn(JsValue, JsValue) -> Promise>::new(fetch).into_js_value())
}

/// Ends the wait of a call at once; false if it is not waiting.
#[wasm_bindgen(js_name = retryNow)]
pub fn retry_now(id: JsValue) -> bool {
    id.as_f64().is_some_and(waiting::retry_now)
}

/// What happened on the way to an outcome of this package; undefined for anything else.
#[wasm_bindgen(js_name = retryInfo)]
pub fn retry_info(outcome: JsValue) -> JsValue {
    info::recall(&outcome)
}

/// Milliseconds that a Retry-After value asks for, or null.
#[wasm_bindgen(js_name = parseRetryAfter)]
pub fn parse_retry_after(value: JsValue, now: JsValue) -> JsValue {
    let now = if now.is_undefined() { clock::wall() } else { now.as_f64().unwrap_or(f64::NAN) };
    let wait = value.as_string().and_then(|value| policy::retry_after::parse(&value, now));
    wait.map_or(JsValue::NULL, |wait| wait.as_f64().into())
}

/// Whether a broken response stream may be requested again.
#[wasm_bindgen(js_name = mayRetryStream)]
pub fn may_retry_stream(streamed_any: JsValue, error: JsValue) -> bool {
    !streamed_any.is_truthy()
        && match read_stream_error(&error) {
            StreamError::Thrown(name) => policy::stream::error_may_pass(&name),
            StreamError::Event(pairs) => policy::hint::event_may_be_retried(&pairs),
        }
}

/// A ready-made config, frozen.
#[wasm_bindgen(js_name = preset)]
pub fn preset(patient: bool) -> JsValue {
    settings::spelled_out(&mut if patient { Policy::patient() } else { Policy::default() })
}

fn start(input: &JsValue, init: &JsValue, settings: Rc<Settings>) -> Promise {
    match Call::new(input, init, settings) {
        Ok(call) => future_to_promise(call.run()),
        Err(refusal) => refuse(refusal),
    }
}

fn refuse(refusal: JsValue) -> Promise {
    info::remember(&refusal, &History::default(), None);
    Promise::reject(&refusal)
}
