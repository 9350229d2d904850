//! The request's body, where it lies.

use crate::policy::redact::runs::{SHORTEST, SHORTEST_CJK};
use crate::policy::sent::Sent;
use js_sys::JsString;
use std::ops::Range;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/runs.js")]
extern "C" {
    #[wasm_bindgen(js_name = repeatedRuns)]
    fn repeated_runs(sent: &JsString, line: &str, length: usize, length_cjk: usize) -> Vec<u32>;
}

/// A body that is text, or nothing that can be asked.
pub struct Body(Option<JsString>);

impl Body {
    /// Of any body.
    pub fn of(body: &JsValue) -> Self {
        Self(body.dyn_ref::<JsString>().cloned())
    }
}

impl Sent for Body {
    fn holds(&self, words: &str) -> bool {
        self.0.as_ref().is_some_and(|sent| sent.includes(words, 0))
    }

    fn repeated_in(&self, line: &str) -> Vec<Range<usize>> {
        let Some(sent) = &self.0 else { return Vec::new() };
        let ends = repeated_runs(sent, line, SHORTEST, SHORTEST_CJK);
        let pairs = ends.chunks_exact(2);
        pairs.filter_map(|pair| Some(*pair.first()? as usize..*pair.last()? as usize)).collect()
    }
}
