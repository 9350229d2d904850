//! One call of fetch under its signals, until the response headers. See `attempt.js`.

use super::request::Outgoing;
use js_sys::Function;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/attempt.js")]
extern "C" {
    /// An attempt under way.
    pub type Attempt;

    /// Starts one; an error if the caller's signal is none of the platform's.
    #[wasm_bindgen(constructor, catch)]
    pub fn new(
        outgoing: &Outgoing,
        fetch: &JsValue,
        limit_ms: f64,
        is_last: bool,
        ended: &Function,
    ) -> Result<Attempt, JsValue>;

    /// 0 not ended yet, 1 fetch resolved, 2 fetch rejected, 3 out of time.
    #[wasm_bindgen(method, getter, structural)]
    pub fn how(this: &Attempt) -> u32;

    /// What fetch gave, or the TimeoutError.
    #[wasm_bindgen(method, getter, structural)]
    pub fn value(this: &Attempt) -> JsValue;

    /// It is no longer waited for.
    #[wasm_bindgen(method, structural)]
    pub fn abandon(this: &Attempt);

    /// The status of the Response; -1 if what fetch gave is none.
    #[wasm_bindgen(method, structural)]
    pub fn status(this: &Attempt) -> f64;

    /// One header; none where it is absent or cannot be read.
    #[wasm_bindgen(method, structural)]
    pub fn header(this: &Attempt, name: &str) -> Option<String>;
}
