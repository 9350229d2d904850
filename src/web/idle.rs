//! Ends a body on which nothing arrives. See `idle.js`; no WebAssembly per chunk.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/idle.js")]
extern "C" {
    /// Guards the body of a response, if there is one.
    #[wasm_bindgen(js_name = guardBody)]
    pub fn guard_body(response: &JsValue, ms: f64);
}
