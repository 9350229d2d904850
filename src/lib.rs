//! `fetch` with retries for browser and mail add-ons, compiled to WebAssembly.
//!
//! `policy` decides and is pure. `call` and `rules` are its face to JavaScript, and thin. What does
//! (requests, timers, signals, channels) is JavaScript, in `web/`, and knows no rule.

pub mod policy;

mod call;
mod rules;

use js_sys::Array;
use wasm_bindgen::prelude::*;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// Milliseconds that a Retry-After value asks for. `now`: epoch milliseconds.
#[wasm_bindgen(js_name = parseRetryAfter)]
pub fn parse_retry_after(value: &str, now: f64) -> Option<f64> {
    policy::retry_after::parse(value, now).map(policy::millis::Millis::as_f64)
}

/// Whether an error of this name, thrown by a stream's reader, may pass.
#[wasm_bindgen(js_name = errorMayPass)]
pub fn error_may_pass(name: &str) -> bool {
    policy::stream::error_may_pass(name)
}

/// Whether a provider's error event, flattened, is of a kind that may pass.
#[wasm_bindgen(js_name = eventMayPass)]
pub fn event_may_pass(flat: &Array) -> bool {
    policy::hint::event_may_be_retried(&call::pairs_of(flat))
}

/// Uniform in [0, 1), from the platform's cryptographic source.
#[wasm_bindgen]
pub fn random() -> f64 {
    let mut bytes = [0; 4];
    match getrandom::fill(&mut bytes) {
        Ok(()) => f64::from(u32::from_le_bytes(bytes)) / 4_294_967_296.0,
        Err(_) => 0.0,
    }
}
