//! What can be sent again, and what cannot. See `request.js`.

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

    /// Gives every attempt the same fresh key in this header, unless the caller has set one.
    #[wasm_bindgen(method, structural, catch)]
    pub fn identify(this: &Outgoing, header: &str) -> Result<(), JsValue>;

    /// Drains a response that nobody will read; nothing waits for it.
    #[wasm_bindgen(method, structural)]
    pub fn discard(this: &Outgoing, response: &JsValue);

    /// The call is over: lets go of all that was kept.
    #[wasm_bindgen(method, structural)]
    pub fn release(this: &Outgoing);

    /// After fetch failed with `error`: a clean error if the request could never be sent.
    #[wasm_bindgen(method, structural)]
    pub fn refusal(this: &Outgoing, error: &JsValue) -> JsValue;

    /// What of the request may not be repeated, but for its body.
    #[wasm_bindgen(method, structural)]
    pub fn secrets(this: &Outgoing) -> Vec<String>;

    /// The body, where it is a string.
    #[wasm_bindgen(method, structural)]
    pub fn text(this: &Outgoing) -> Option<String>;

    /// The origin of the URL, which is all of it that may be told.
    #[wasm_bindgen(method, structural)]
    pub fn origin(this: &Outgoing) -> String;
}
