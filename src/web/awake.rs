//! Keeps an extension's background context from being suspended. See `awake.js`.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/awake.js")]
extern "C" {
    fn hold();
    fn release();
}

/// Awake for as long as this lives.
pub struct Awake;

impl Awake {
    /// From now on.
    pub fn hold() -> Self {
        hold();
        Self
    }
}

impl Drop for Awake {
    fn drop(&mut self) {
        release();
    }
}
