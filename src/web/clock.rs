//! What time it is.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since some moment; never goes back.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    pub fn monotonic() -> f64;

    /// Epoch milliseconds; can be set, and jumps when the machine has slept.
    #[wasm_bindgen(js_namespace = Date, js_name = now)]
    pub fn wall() -> f64;
}
