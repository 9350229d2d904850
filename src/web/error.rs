//! The errors that are made here. None holds a value of the request.

use wasm_bindgen::prelude::*;
use web_sys::DomException;

/// A TypeError.
pub fn type_error(text: &str) -> JsValue {
    js_sys::TypeError::new(text).into()
}

/// A TypeError about an argument: "init.signal: got a string; expected an AbortSignal".
pub fn refused(argument: &str, what: &str) -> JsValue {
    type_error(&[argument, ": ", what].concat())
}

/// A TimeoutError.
pub fn timeout_error(text: &str) -> JsValue {
    match DomException::new_with_message_and_name(text, "TimeoutError") {
        Ok(error) => error.into(),
        Err(error) => error,
    }
}

/// Surfaces what a callback threw where an uncaught error does.
pub fn report(error: JsValue) {
    if let Some(report) = super::any::method(&js_sys::global(), "reportError") {
        let _ = report.call1(&JsValue::UNDEFINED, &error);
        return;
    }
    // Node.
    let throw = Closure::once_into_js(move || -> Result<(), JsValue> { Err(error) });
    if let Some(queue) = super::any::method(&js_sys::global(), "queueMicrotask") {
        let _ = queue.call1(&JsValue::UNDEFINED, &throw);
    }
}
