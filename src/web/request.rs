//! What can be sent again, and what cannot. See `request.js`, which handles the caller's objects.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/request.js")]
extern "C" {
    /// One request that can be made several times.
    pub type Outgoing;

    /// Reads the arguments of fetch; a TypeError says what is wrong with them.
    #[wasm_bindgen(constructor, catch)]
    pub fn new(input: &JsValue, init: &JsValue, may_retry: bool) -> Result<Outgoing, JsValue>;

    /// The caller's signal, or undefined.
    #[wasm_bindgen(method, getter, structural)]
    pub fn signal(this: &Outgoing) -> JsValue;

    /// Whether the body is a stream, which only the first attempt can send.
    #[wasm_bindgen(method, getter, structural)]
    pub fn once(this: &Outgoing) -> bool;

    /// Calls fetch: a promise, whatever happens.
    #[wasm_bindgen(method, structural)]
    pub fn send(
        this: &Outgoing,
        fetch: &JsValue,
        signal: &JsValue,
        is_last: bool,
    ) -> js_sys::Promise;

    /// Lets go of what was kept for a further attempt.
    #[wasm_bindgen(method, structural, catch)]
    pub fn release(this: &Outgoing) -> Result<(), JsValue>;

    /// A clean TypeError if the arguments are at fault; undefined if not.
    #[wasm_bindgen(method, structural, catch)]
    pub fn refusal(this: &Outgoing) -> Result<JsValue, JsValue>;

    /// The origin of the URL, which is all of it that may be told.
    #[wasm_bindgen(method, structural)]
    pub fn origin(this: &Outgoing) -> String;
}
