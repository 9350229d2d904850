//! Which bodies can be sent again, and copies of those that the caller could change between two attempts.

use super::any::{is_there, member, method};
use crate::policy::decision::Replay;
use js_sys::{Array, ArrayBuffer, Symbol, Uint8Array};
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

/// A copy, so that each attempt sends what was given.
pub fn copy_of(body: JsValue) -> JsValue {
    if !body.is_object() {
        return body; // a string
    }
    if let Some(buffer) = body.dyn_ref::<ArrayBuffer>() {
        return buffer.slice(0).into();
    }
    if ArrayBuffer::is_view(&body) {
        let offset = |name| member(&body, name).as_f64().unwrap_or_default() as u32;
        let (from, length) = (offset("byteOffset"), offset("byteLength"));
        let bytes =
            Uint8Array::new_with_byte_offset_and_length(&member(&body, "buffer"), from, length);
        return bytes.slice(0, length).into();
    }
    if let Some(params) = body.dyn_ref::<UrlSearchParams>() {
        let copy = UrlSearchParams::new_with_str(&String::from(params.to_string()));
        return copy.map_or(body, Into::into);
    }
    if body.has_type::<FormData>() {
        return copy_of_form(&body).unwrap_or(body);
    }
    body // a Blob, which does not change
}

fn copy_of_form(form: &JsValue) -> Option<JsValue> {
    let copy = FormData::new().ok()?;
    let append = method(&copy, "append")?;
    for entry in js_sys::try_iter(form).ok()?? {
        let pair = Array::from(&entry.ok()?);
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
    (input.is_object() && member(input, "url").is_string() && method(input, "clone").is_some())
        .then(|| input.clone().unchecked_into())
}
