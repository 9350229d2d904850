//! The `online` event, where the context gets one (not in Chromium's workers). See `online.js`.

use js_sys::Function;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/online.js")]
extern "C" {
    #[wasm_bindgen(js_name = Online)]
    type Handle;
    #[wasm_bindgen(constructor, js_class = Online)]
    fn new(heard: &Function) -> Handle;
    #[wasm_bindgen(method, getter, structural)]
    fn back(this: &Handle) -> bool;
    #[wasm_bindgen(method, structural)]
    fn end(this: &Handle);
}

/// Listens until dropped.
pub struct Online(Handle);

impl Online {
    /// `heard` is called when the network is back.
    pub fn listen(heard: &Function) -> Self {
        Self(Handle::new(heard))
    }

    /// Whether the network has come back since.
    pub fn is_back(&self) -> bool {
        self.0.back()
    }
}

impl Drop for Online {
    fn drop(&mut self) {
        self.0.end();
    }
}
