//! What JSON.parse gave, as policy reads it: each scalar with its path.

use crate::policy::hint::{Pair, Scalar};
use crate::policy::limits::{DEEPEST_LOOK, MOST_PAIRS};
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// Values that are looked at, lists and objects included: where these hold each other, there may be no scalar that
/// ends it. Ten times what a document of so many scalars has.
const MOST_VALUES: usize = MOST_PAIRS.saturating_mul(10);

#[derive(Default)]
struct Seen {
    pairs: Vec<Pair>,
    values: usize,
}

/// The scalars of a document, in their order.
pub fn flatten(document: &JsValue) -> Vec<Pair> {
    let mut seen = Seen::default();
    walk(document, String::new(), 0, &mut seen);
    seen.pairs
}

fn walk(value: &JsValue, path: String, depth: usize, seen: &mut Seen) {
    if seen.pairs.len() >= MOST_PAIRS || seen.values >= MOST_VALUES {
        return;
    }
    seen.values = seen.values.saturating_add(1);
    if let Some(scalar) = scalar_of(value) {
        seen.pairs.push(Pair { path, value: scalar });
        return;
    }
    if depth >= DEEPEST_LOOK || !value.is_object() {
        return;
    }
    let Ok(entries) = entries(value) else { return };
    for entry in entries.iter() {
        let entry = Array::from(&entry);
        let key = entry.get(0).as_string().unwrap_or_default();
        let below = if path.is_empty() { key } else { [&path, ".", &key].concat() };
        walk(&entry.get(1), below, depth.saturating_add(1), seen);
    }
}

fn scalar_of(value: &JsValue) -> Option<Scalar> {
    if value.is_null() {
        return Some(Scalar::Null);
    }
    let text = value.as_string().map(Scalar::Text);
    text.or_else(|| value.as_f64().map(Scalar::Number))
        .or_else(|| value.as_bool().map(Scalar::Flag))
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Object, catch)]
    fn entries(of: &JsValue) -> Result<Array, JsValue>;
}
