//! The errors that this package makes. None holds anything of a request but its origin.

use super::info;
use super::request::Outgoing;
use crate::policy::given::BadValue;
use js_sys::{RangeError, TypeError};
use wasm_bindgen::prelude::*;
use web_sys::DomException;

/// For a refused argument.
pub fn bad_value(bad: &BadValue) -> JsValue {
    if bad.out_of_range {
        RangeError::new(&bad.message).into()
    } else {
        type_error(&bad.message)
    }
}

/// A TypeError.
pub fn type_error(message: &str) -> JsValue {
    TypeError::new(message).into()
}

/// A DOMException named TimeoutError, as the platform's own timeouts make.
pub fn timeout_error(message: &str) -> JsValue {
    match DomException::new_with_message_and_name(message, "TimeoutError") {
        Ok(error) => error.into(),
        Err(error) => error,
    }
}

/// After fetch rejected with `error`: a clean error if the request could never be sent, because its
/// arguments are bad, or because a fetch of this package, called as the seam, says so.
pub fn never_sent(request: &Outgoing, error: &JsValue) -> Option<JsValue> {
    if !error.is_instance_of::<TypeError>() && !error.is_instance_of::<RangeError>() {
        return None;
    }
    if info::is_refusal(error) {
        return Some(error.clone());
    }
    request
        .refusal()
        .ok()
        .filter(|refusal| !refusal.is_undefined())
}
