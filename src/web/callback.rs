//! Calls of the caller's functions, whose errors stay theirs. See `callback.js`.

use crate::policy::backoff::unit;
use js_sys::Function;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/callback.js")]
extern "C" {
    /// Calls a function; what it throws is reported as an uncaught error is.
    pub fn tell(callback: &Function, argument: &JsValue);
    /// Writes a line.
    pub fn log(logger: &JsValue, is_warning: bool, line: &str);
    /// Whether it has the two methods.
    #[wasm_bindgen(js_name = isLogger)]
    pub fn is_logger(logger: &JsValue) -> bool;

    fn draw(source: &Function) -> f64;

    /// The answer of `shouldRetry`.
    pub type Answer;
    /// Asks.
    #[wasm_bindgen(constructor)]
    pub fn new(
        should_retry: &Function,
        details: &JsValue,
        outcome: &JsValue,
        answered: &Function,
    ) -> Answer;
    /// 0 not yet, 1 yes, 2 no.
    #[wasm_bindgen(method, getter, structural)]
    pub fn how(this: &Answer) -> u32;
    /// It is no longer waited for.
    #[wasm_bindgen(method, structural)]
    pub fn abandon(this: &Answer);
}

/// Uniform in [0, 1): the caller's source, or the platform's cryptographic one.
pub fn random(source: Option<&Function>) -> f64 {
    match source {
        Some(source) => unit(draw(source)),
        None => {
            let mut bytes = [0; 4];
            match getrandom::fill(&mut bytes) {
                Ok(()) => f64::from(u32::from_le_bytes(bytes)) / 4_294_967_296.0,
                Err(_) => 0.0,
            }
        }
    }
}
