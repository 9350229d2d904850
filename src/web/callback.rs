//! Calls of the caller's functions, whose errors stay theirs. See `callback.js`.

use crate::policy::backoff::unit;
use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/callback.js")]
extern "C" {
    /// Calls a function; what it throws is reported as an uncaught error is.
    pub fn tell(receiver: &JsValue, callback: &Function, argument: &JsValue) -> JsValue;
    /// Calls a logger's method.
    pub fn log(logger: &JsValue, level: &str, line: &str);
    /// Asks `shouldRetry`; the promise is of a boolean, or rejects.
    pub fn ask(should_retry: &Function, details: &JsValue, outcome: &JsValue) -> Promise;
}

/// Uniform in [0, 1): the caller's source, or the platform's cryptographic one.
pub fn random(source: Option<&Function>) -> f64 {
    match source {
        Some(source) => {
            let drawn = tell(&JsValue::UNDEFINED, source, &JsValue::UNDEFINED);
            unit(drawn.as_f64().unwrap_or(0.0))
        }
        None => {
            let mut bytes = [0; 4];
            match getrandom::fill(&mut bytes) {
                Ok(()) => f64::from(u32::from_le_bytes(bytes)) / 4_294_967_296.0,
                Err(_) => 0.0,
            }
        }
    }
}
