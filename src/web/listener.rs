//! A listener that is taken off when it is dropped. Nothing stays on a long-lived signal.

use crate::call::bell::Bell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A signal, or the global object.
    #[derive(Clone)]
    pub type Target;
    #[wasm_bindgen(method, structural, catch, js_name = addEventListener)]
    fn add(this: &Target, name: &str, listener: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, structural, catch, js_name = removeEventListener)]
    fn remove(this: &Target, name: &str, listener: &JsValue) -> Result<(), JsValue>;
}

/// A listener for one kind of event.
pub struct Listener {
    target: Target,
    name: &'static str,
    heard: Rc<Bell>,
    closure: Closure<dyn Fn()>,
}

impl Listener {
    /// Listens from now on.
    pub fn new(target: &Target, name: &'static str) -> Self {
        let heard = Rc::new(Bell::default());
        let rings = Rc::clone(&heard);
        let closure = Closure::<dyn Fn()>::new(move || rings.ring());
        // What has no such method never says anything.
        let _ = target.add(name, closure.as_ref());
        Self { target: target.clone(), name, heard, closure }
    }

    /// Resolves once it has heard the event, for each who waits.
    pub async fn heard(&self) {
        self.heard.rings_after(0).await;
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.target.remove(self.name, self.closure.as_ref());
    }
}
