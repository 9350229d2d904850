//! Objects that may be the platform's, another realm's, or a stand-in of the caller's: each member is
//! looked up when it is used, and may throw.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

#[wasm_bindgen]
extern "C" {
    /// A Response, or what a given fetch takes for one.
    pub type AnyResponse;
    #[wasm_bindgen(method, getter, structural, catch)]
    pub fn status(this: &AnyResponse) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    pub fn headers(this: &AnyResponse) -> Result<AnyHeaders, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    pub fn body(this: &AnyResponse) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch, js_name = clone)]
    pub fn copy(this: &AnyResponse) -> Result<JsValue, JsValue>;

    /// Headers.
    pub type AnyHeaders;
    #[wasm_bindgen(method, structural, catch, js_name = get)]
    pub fn value(this: &AnyHeaders, name: &str) -> Result<JsValue, JsValue>;

    /// A ReadableStream.
    pub type AnyStream;
    #[wasm_bindgen(method, structural, catch, js_name = getReader)]
    pub fn reader(this: &AnyStream) -> Result<AnyReader, JsValue>;

    /// Its reader.
    #[derive(Clone)]
    pub type AnyReader;
    #[wasm_bindgen(method, structural, catch)]
    pub fn read(this: &AnyReader) -> Result<JsValue, JsValue>;

    /// A stream or its reader.
    type Cancellable;
    #[wasm_bindgen(method, structural, catch)]
    fn cancel(this: &Cancellable) -> Result<JsValue, JsValue>;
}

/// A member of whatever it is; undefined where it has none, or where looking throws.
pub fn member(of: &JsValue, name: &str) -> JsValue {
    // It would throw, which takes 18 µs.
    if !of.is_object() && !of.is_function() {
        return JsValue::UNDEFINED;
    }
    Reflect::get(of, &JsValue::from_str(name)).unwrap_or_default()
}

/// A function that is a member.
pub fn method(of: &JsValue, name: &str) -> Option<Function> {
    member(of, name).dyn_into().ok()
}

/// A property of the global object.
pub fn global(name: &str) -> JsValue {
    member(&js_sys::global(), name)
}

/// Whether it is there: neither null nor undefined.
pub fn is_there(value: &JsValue) -> bool {
    !value.is_null() && !value.is_undefined()
}

/// What a promise, or anything like one, settles to.
pub async fn settled(value: &JsValue) -> Result<JsValue, JsValue> {
    JsFuture::from(Promise::resolve(value)).await
}

/// Whatever becomes of a promise is nobody's business.
pub fn ignore(promise: JsValue) {
    if promise.is_object() {
        spawn_local(async move {
            let _ = settled(&promise).await;
        });
    }
}

/// Cancels a stream or its reader, whatever it is. What it gives resolves when that is done.
pub fn cancelled(stream: &JsValue) -> impl Future<Output = ()> + use<> {
    let promise = match is_there(stream) {
        true => stream.unchecked_ref::<Cancellable>().cancel().ok(),
        false => None,
    };
    async move {
        if let Some(promise) = promise {
            let _ = settled(&promise).await;
        }
    }
}

/// Cancels it; nothing waits for that.
pub fn cancel(stream: &JsValue) {
    spawn_local(cancelled(stream));
}
