//! Ends a body on which nothing arrives for too long. See `idle.js`.

use super::clock::LONGEST_TIMER;
use super::platform::platform;
use crate::policy::millis::Millis;
use wasm_bindgen::prelude::*;
use web_sys::AbortController;

#[wasm_bindgen(module = "/src/web/idle.js")]
extern "C" {
    #[wasm_bindgen(js_name = guardBody, catch)]
    fn guard_body(
        response: &JsValue,
        ms: f64,
        own: Option<&AbortController>,
    ) -> Result<(), JsValue>;
}

/// Guards the body of a response, if it has one. `own` lets go of its connection.
pub fn guard(response: &JsValue, limit: Millis, own: &AbortController) {
    if limit <= LONGEST_TIMER {
        let own = (!platform().is_node).then_some(own);
        // A stand-in for a Response keeps its body as it is.
        let _ = guard_body(response, limit.as_f64(), own);
    }
}
