//! What time it is.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["globalThis", "performance"], js_name = now)]
    fn performance_now() -> f64;
}

/// Epoch milliseconds; can be set, and jumps when the machine has slept.
pub fn wall() -> f64 {
    js_sys::Date::now()
}

/// Milliseconds since some moment; never goes back.
pub fn monotonic() -> f64 {
    performance_now()
}
