//! A stream that broke after its headers.

use super::any::member;
use super::flatten::flatten;
use crate::policy::redact::{Private, plain};
use crate::policy::sent::NothingSent;
use crate::policy::{hint, stream};
use wasm_bindgen::prelude::*;

/// Whether it may be requested again: `error` is what its reader threw, or a provider's error event.
pub fn may_be_retried(error: &JsValue) -> bool {
    if error.has_type::<js_sys::Error>() || member(error, "stack").is_string() {
        return stream::error_may_pass(&member(error, "name").as_string().unwrap_or_default());
    }
    let pairs = flatten(error);
    let hidden = Private { secrets: Vec::new(), sent: &NothingSent };
    hint::event_may_be_retried(&pairs, &plain(hint::message_in(&pairs), &hidden))
}
