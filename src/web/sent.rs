//! The request's body, where it lies. A prompt of megabytes is never in the memory of the WebAssembly as a whole, which
//! would not shrink again: it is looked through piece by piece.

use crate::policy::redact::runs::repeated;
use crate::policy::sent::Sent;
use js_sys::JsString;
use std::ops::Range;
use wasm_bindgen::prelude::*;

/// UTF-16 code units of a piece.
const PIECE: u32 = 65_536;
/// So many of them stand in the piece before as well: a run that lies across the border is whole in one of them.
const OVERLAP: u32 = 1024;

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
        self.0.as_ref().map(|sent| repeated(line, pieces(sent))).unwrap_or_default()
    }
}

fn pieces(sent: &JsString) -> impl Iterator<Item = String> {
    let starts = (0..sent.length()).step_by(PIECE as usize);
    starts.map(|start| {
        let end = start.saturating_add(PIECE);
        String::from(sent.slice(start.saturating_sub(OVERLAP), end))
    })
}
