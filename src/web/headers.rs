//! The headers of a response, as far as the browser lets them be read: all of them with host
//! permission, the exposed ones in pages.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type Response;
    #[wasm_bindgen(method, getter, structural, catch)]
    fn headers(this: &Response) -> Result<Headers, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    fn status(this: &Response) -> Result<JsValue, JsValue>;

    type Headers;
    #[wasm_bindgen(method, structural, catch)]
    fn get(this: &Headers, name: &str) -> Result<JsValue, JsValue>;
}

/// The status, if `outcome` is an object with a numeric one: then it is a Response.
pub fn status_of(outcome: &JsValue) -> Option<u16> {
    if !outcome.is_object() {
        return None;
    }
    let status = outcome
        .unchecked_ref::<Response>()
        .status()
        .ok()?
        .as_f64()?;
    Some(status as u16) // saturates; nonsense is no status that is retried
}

/// One header; none where it is absent or cannot be read.
pub fn header_of(response: &JsValue, name: &str) -> Option<String> {
    let headers = response.unchecked_ref::<Response>().headers().ok()?;
    if !headers.is_object() {
        return None;
    }
    headers.get(name).ok()?.as_string()
}
