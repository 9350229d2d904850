//! A config's rules, as JavaScript hands them over key by key.

use crate::policy::config::{KEYS, Policy};
use crate::policy::slot::Given;
use js_sys::Float64Array;
use wasm_bindgen::prelude::*;

/// The rules of one call, or of many.
#[wasm_bindgen]
pub struct Rules(pub(crate) Policy);

#[wasm_bindgen]
impl Rules {
    /// Every default; or, if `patient`, that preset.
    #[wasm_bindgen(constructor)]
    pub fn new(patient: bool) -> Self {
        Self(if patient { Policy::patient() } else { Policy::default() })
    }

    /// Takes the value of the key with this number, or says what it should have been: "R" for a
    /// RangeError or "T" for a TypeError, then the words.
    pub fn set(&mut self, key: usize, value: JsValue) -> Option<String> {
        let refusal = self.0.slot(key)?.set(given(&value)).err()?;
        let mut told = if refusal.out_of_range { "R" } else { "T" }.to_owned();
        told.push_str(refusal.expected);
        Some(told)
    }

    /// The value of the key with this number; undefined where it has none by default.
    pub fn get(&mut self, key: usize) -> JsValue {
        match self.0.slot(key).map(|slot| slot.get()) {
            Some(Given::Number(number)) => number.into(),
            Some(Given::Flag(flag)) => flag.into(),
            Some(Given::Text(text)) => JsValue::from_str(&text),
            Some(Given::Numbers(numbers)) => Float64Array::from(numbers.as_slice()).into(),
            _ => JsValue::UNDEFINED,
        }
    }
}

/// The names of all keys, in the order of their numbers, with spaces between.
#[wasm_bindgen(js_name = keyNames)]
pub fn key_names() -> String {
    let mut names = String::new();
    for key in KEYS {
        names.push_str(key);
        names.push(' ');
    }
    names
}

fn given(value: &JsValue) -> Given {
    if let Some(number) = value.as_f64() {
        Given::Number(number)
    } else if let Some(text) = value.as_string() {
        Given::Text(text)
    } else if let Some(flag) = value.as_bool() {
        Given::Flag(flag)
    } else if value.is_function() {
        Given::Function
    } else if let Some(numbers) = value.dyn_ref::<Float64Array>() {
        Given::Numbers(numbers.to_vec())
    } else {
        Given::Other
    }
}
