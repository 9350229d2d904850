//! The body of a response that nobody will read. See `body.js`.

use js_sys::Function;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/body.js")]
extern "C" {
    #[wasm_bindgen(js_name = discard)]
    fn start(response: &JsValue) -> Function;
}

/// A drain under way; ends with this value.
pub struct Drain(Function);

/// Drains a discarded response for a little while, without anyone waiting for it.
pub fn discard(response: &JsValue) -> Drain {
    Drain(start(response))
}

/// Lets go of a response at once.
pub fn cancel(response: &JsValue) {
    drop(discard(response));
}

impl Drop for Drain {
    fn drop(&mut self) {
        let _ = self.0.call0(&JsValue::UNDEFINED);
    }
}
