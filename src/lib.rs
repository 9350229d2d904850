//! `fetch` with retries for browser and mail add-ons, compiled to WebAssembly.
//!
//! `policy` decides and is pure. `call` is its face to JavaScript, and thin: numbers and strings
//! only, since each object that crosses costs code on both sides. What does (requests, timers,
//! signals, channels) is JavaScript, in `web/`, and knows no rule.

pub mod policy;

mod call;

use policy::hint::{self, pairs_of};
use wasm_bindgen::prelude::*;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// Milliseconds that a Retry-After value asks for; NaN for none. `now`: epoch milliseconds.
#[wasm_bindgen(js_name = parseRetryAfter)]
pub fn parse_retry_after(value: &str, now: f64) -> f64 {
    call::or_nan(policy::retry_after::parse(value, now))
}

/// The provider's sentence in a flattened body, as it wrote it.
#[wasm_bindgen(js_name = messageIn)]
pub fn message_in(flat: &str) -> String {
    hint::message_in(&pairs_of(flat)).to_owned()
}

/// Whether a stream that broke may be requested again: by the name of what its reader threw, or, if
/// that is empty, by a provider's error event, flattened, and its sentence as a plain line.
#[wasm_bindgen(js_name = mayPass)]
pub fn may_pass(name: &str, flat: &str, plain: &str) -> bool {
    match name {
        "" => hint::event_may_be_retried(&pairs_of(flat), plain),
        _ => policy::stream::error_may_pass(name),
    }
}

/// When a waiting call may go. See [`policy::cooldown::leaves_at`].
#[wasm_bindgen(js_name = leavesAt)]
pub fn leaves_at(own_end: f64, began: f64, cap: f64, until: f64, last_left: f64, rank: f64) -> f64 {
    use policy::cooldown::{Crowd, leaves_at};
    leaves_at(own_end, began, cap, Crowd { until, last_left, rank })
}
