//! The caller's headers: a copy of them, and the values that nobody else may see.

use super::any::is_there;
use super::error::refused;
use super::given::kind_of;
use js_sys::{Array, Object, Reflect, Symbol};
use wasm_bindgen::prelude::*;
use web_sys::Headers;

/// A copy of headers in any form that fetch takes: nothing that is changed later is sent.
pub fn copy_of(headers: &JsValue) -> Result<JsValue, JsValue> {
    let copy = || {
        if headers.has_type::<Headers>() {
            return Headers::new_with_str_sequence_sequence(headers).map(JsValue::from);
        }
        if Reflect::get(headers, &Symbol::iterator())?.is_function() {
            let pairs = Array::new();
            for pair in js_sys::try_iter(headers)?.into_iter().flatten() {
                pairs.push(&Array::from(&pair?));
            }
            return Ok(pairs.into());
        }
        let copy = Object::new();
        for key in entries(headers)?.iter().map(|pair| Array::from(&pair)) {
            Reflect::set(&copy, &key.get(0), &text_of(&key.get(1))?)?;
        }
        Ok(copy.into())
    };
    copy().map_err(|_: JsValue| {
        refused("init.headers", &["got ", &kind_of(headers), "; expected headers"].concat())
    })
}

/// Names and values, whatever form they have; what cannot be read is left out.
pub fn pairs_of(headers: &JsValue) -> Vec<(String, String)> {
    if !is_there(headers) {
        return Vec::new();
    }
    let list = match js_sys::try_iter(headers) {
        Ok(Some(pairs)) => pairs.flatten().collect::<Vec<_>>(),
        _ => entries(headers).map(|pairs| pairs.to_vec()).unwrap_or_default(),
    };
    let text = |value: JsValue| text_of(&value).ok().and_then(|text| text.as_string());
    list.iter()
        .filter(|pair| pair.is_object())
        .map(Array::from)
        .filter_map(|pair| Some((text(pair.get(0))?, text(pair.get(1))?)))
        .collect()
}

/// Headers with one more, unless there is one of that name already. An error for what HTTP does not allow.
pub fn with(headers: &JsValue, name: &str, value: &str) -> Result<JsValue, JsValue> {
    let add = || {
        let all = match is_there(headers) {
            true => Headers::new_with_str_sequence_sequence(headers)?,
            false => Headers::new()?,
        };
        if !all.has(name)? {
            all.set(name, value)?;
        }
        Ok(all.into())
    };
    add().map_err(|_: JsValue| {
        refused("init.headers", "expected header names and values that HTTP allows")
    })
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Object, catch)]
    fn entries(of: &JsValue) -> Result<Array, JsValue>;
    #[wasm_bindgen(js_name = String, catch)]
    fn text_of(value: &JsValue) -> Result<JsValue, JsValue>;
}
