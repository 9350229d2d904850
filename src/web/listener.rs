//! An event listener that is removed when it is dropped.

use js_sys::Function;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Whatever has addEventListener. Not `web_sys::EventTarget`: Node's global scope is none.
    pub type Target;
    #[wasm_bindgen(method, catch, js_name = addEventListener)]
    fn add(this: &Target, event: &str, listener: &Function) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = removeEventListener)]
    fn remove(this: &Target, event: &str, listener: &Function) -> Result<(), JsValue>;
}

/// Listens until dropped.
pub struct Listener {
    target: Target,
    event: &'static str,
    closure: Closure<dyn FnMut()>,
}

impl Listener {
    /// Calls `heard` for every `event`. None where the target takes no listeners.
    pub fn new(
        target: &JsValue,
        event: &'static str,
        heard: impl FnMut() + 'static,
    ) -> Option<Self> {
        let target: Target = target.clone().unchecked_into();
        let closure = Closure::new(heard);
        target.add(event, closure.as_ref().unchecked_ref()).ok()?;
        Some(Self {
            target,
            event,
            closure,
        })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // A target that refuses to forget its listener is past helping.
        let _ = self
            .target
            .remove(self.event, self.closure.as_ref().unchecked_ref());
    }
}
