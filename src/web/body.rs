//! Which bodies can be sent again, and copies of those that the caller could change between two attempts.

use super::any::{is_there, member, method};
use crate::policy::decision::Replay;
use js_sys::{Array, ArrayBuffer, Symbol};
use wasm_bindgen::prelude::*;
use web_sys::{FormData, Request, UrlSearchParams};

/// Whether it can be sent again: not a stream, of the platform or of Node (an async iterable; what has only
/// `pipe`, as in the package form-data).
pub fn replay_of(body: &JsValue) -> Replay {
    let is_stream = body.is_object()
        && (method(body, "getReader").is_some()
            || method(body, "pipe").is_some()
            || js_sys::Reflect::get(body, &Symbol::async_iterator())
                .is_ok_and(|iterator| iterator.is_function()));
    if is_stream { Replay::Once } else { Replay::Again }
}

/// A copy, so that each attempt sends what was given. What cannot be copied (its memory was transferred) stays as it
/// is: fetch says what it thinks of it.
pub fn copy_of(body: JsValue) -> JsValue {
    if !body.is_object() {
        return body; // a string
    }
    if body.has_type::<ArrayBuffer>() {
        return body.unchecked_ref::<Bytes>().slice().unwrap_or(body);
    }
    if ArrayBuffer::is_view(&body) {
        return copy_of_view(&body).unwrap_or(body);
    }
    if let Some(params) = body.dyn_ref::<UrlSearchParams>() {
        return copy_of_params(params).unwrap_or(body);
    }
    if body.has_type::<FormData>() {
        return copy_of_form(&body).unwrap_or(body);
    }
    body // a Blob, which does not change
}

fn copy_of_view(view: &JsValue) -> Option<JsValue> {
    let (from, length) = (member(view, "byteOffset"), member(view, "byteLength"));
    Bytes::new(&member(view, "buffer"), &from, &length).ok()?.slice().ok()
}

fn copy_of_params(params: &UrlSearchParams) -> Option<JsValue> {
    let text = method(params, "toString")?.call0(params).ok()?.as_string()?;
    UrlSearchParams::new_with_str(&text).ok().map(Into::into)
}

fn copy_of_form(form: &JsValue) -> Option<JsValue> {
    let copy = FormData::new().ok()?;
    let append = method(&copy, "append")?;
    for entry in js_sys::try_iter(form).ok()?? {
        let pair = entry.ok()?.dyn_into::<Array>().ok()?;
        append.call2(&copy, &pair.get(0), &pair.get(1)).ok()?;
    }
    Some(copy.into())
}

/// Whether a Request may have a body. Gecko does not tell (there is no Request.body).
pub fn request_may_have_body(request: &JsValue) -> bool {
    let body = member(request, "body");
    if body.is_undefined() {
        let method = member(request, "method").as_string().unwrap_or_default();
        return method != "GET" && method != "HEAD";
    }
    is_there(&body)
}

/// A Request, of this realm or another, or none.
pub fn as_request(input: &JsValue) -> Option<Request> {
    // A Response has all of it but the method.
    let has_texts = || ["url", "method"].iter().all(|name| member(input, name).is_string());
    let is_one = input.is_object() && has_texts() && method(input, "clone").is_some();
    is_one.then(|| input.clone().unchecked_into())
}

#[wasm_bindgen]
extern "C" {
    // js-sys has these without `catch`, and counts to 2³² only.
    #[wasm_bindgen(js_name = Uint8Array)]
    type Bytes;
    #[wasm_bindgen(constructor, js_class = "Uint8Array", catch)]
    fn new(buffer: &JsValue, from: &JsValue, length: &JsValue) -> Result<Bytes, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn slice(this: &Bytes) -> Result<JsValue, JsValue>;
}
