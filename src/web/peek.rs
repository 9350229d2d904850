//! A look into an error body, without touching the body that the caller gets. See `peek.js`.

use crate::policy::hint::{Pair, Scalar};
use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/peek.js")]
extern "C" {
    /// A look under way.
    pub type Peek;
    /// Starts one.
    #[wasm_bindgen(constructor)]
    pub fn new(response: &JsValue, ended: &Function) -> Peek;
    /// Whether there is no more to come.
    #[wasm_bindgen(method, getter, structural, js_name = isOver)]
    pub fn is_over(this: &Peek) -> bool;
    #[wasm_bindgen(method, getter, structural)]
    fn pairs(this: &Peek) -> Array;
    /// It is no longer waited for.
    #[wasm_bindgen(method, structural)]
    pub fn abandon(this: &Peek);

    #[wasm_bindgen(js_name = streamError)]
    fn stream_error(error: &JsValue) -> JsValue;
}

impl Peek {
    /// What the body says, once the look is over.
    pub fn found(&self) -> Vec<Pair> {
        pairs_of(&self.pairs())
    }
}

/// What a stream ended with.
pub enum StreamError {
    /// An Error, by its name.
    Thrown(String),
    /// A provider's error event.
    Event(Vec<Pair>),
}

/// Reads what a stream ended with.
pub fn read_stream_error(error: &JsValue) -> StreamError {
    let read = stream_error(error);
    match read.as_string() {
        Some(name) => StreamError::Thrown(name),
        None => StreamError::Event(pairs_of(&read.unchecked_into())),
    }
}

fn pairs_of(flat: &Array) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut at = 0;
    while at < flat.length() {
        let value = flat.get(at.saturating_add(1));
        let scalar = if let Some(text) = value.as_string() {
            Scalar::Text(text)
        } else if let Some(number) = value.as_f64() {
            Scalar::Number(number)
        } else if let Some(flag) = value.as_bool() {
            Scalar::Bool(flag)
        } else {
            Scalar::Null
        };
        pairs.push((flat.get(at).as_string().unwrap_or_default(), scalar));
        at = at.saturating_add(2);
    }
    pairs
}
