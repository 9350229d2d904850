//! Whether a host answers at all. See `probe.js`.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/probe.js")]
extern "C" {
    #[wasm_bindgen(js_name = Probe)]
    type Question;
    #[wasm_bindgen(constructor, js_class = Probe)]
    fn new(origin: &str) -> Question;
    #[wasm_bindgen(method, getter, structural)]
    fn answered(this: &Question) -> bool;
    #[wasm_bindgen(method, structural)]
    fn end(this: &Question);
}

/// A question under way; ends with this value.
pub struct Probe(Question);

impl Probe {
    /// Asks; nothing waits for the answer.
    pub fn ask(origin: &str) -> Self {
        Self(Question::new(origin))
    }

    /// Whether the host has answered.
    pub fn answered(&self) -> bool {
        self.0.answered()
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        self.0.end();
    }
}
