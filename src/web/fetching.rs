//! Which fetch is called: the caller's, or the platform's.

use super::any::method;
use js_sys::{Function, Reflect, Symbol};
use wasm_bindgen::prelude::*;

/// Known to every instance of the package: what `createFetch` made.
const MARK: &str = "fetch-with-retry-wasm";

#[wasm_bindgen]
extern "C" {
    /// Looked up when it is called, and called on its global.
    #[wasm_bindgen(js_namespace = globalThis, js_name = fetch, catch)]
    fn global_fetch(input: &JsValue, init: &JsValue) -> Result<JsValue, JsValue>;
}

/// What the global fetch is now.
fn current() -> Option<Function> {
    method(&js_sys::global(), "fetch")
}

/// Marks a function as made here.
pub fn mark(made: &JsValue) {
    let _ = Reflect::set(made, &Symbol::for_(MARK), &JsValue::TRUE);
}

/// The fetch of a call.
#[derive(Clone, Default)]
pub struct Fetching {
    /// The caller's own.
    pub given: Option<Function>,
    /// What the global one was before ours was put in its place.
    before: Option<Function>,
}

impl Fetching {
    /// Of a function that may be put in the place of the global fetch.
    pub fn installable() -> Self {
        Self { given: None, before: current() }
    }

    /// The same, or else the caller's own.
    pub fn or(&self, given: Option<&Function>) -> Self {
        Self { given: given.cloned(), before: self.before.clone() }
    }

    /// Makes the request.
    pub fn fetch(&self, input: &JsValue, init: &JsValue) -> Result<JsValue, JsValue> {
        match &self.given {
            Some(given) => given.call2(&JsValue::UNDEFINED, input, init),
            None => self.platform(input, init),
        }
    }

    /// Makes a request that is not the caller's fetch's business. Ours, put in the place of the global one, does
    /// not call itself.
    pub fn platform(&self, input: &JsValue, init: &JsValue) -> Result<JsValue, JsValue> {
        if let Some(before) = &self.before
            && current().is_some_and(|now| Reflect::has(&now, &Symbol::for_(MARK)).unwrap_or(false))
        {
            return before.call2(&js_sys::global(), input, init);
        }
        global_fetch(input, init)
    }
}
