//! What a JavaScript value is, whatever realm it is of. Nothing here can throw: a getter may, and so does
//! whatever is asked of a revoked proxy.

use crate::policy::given::{Given, LONGEST_LIST};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    // js-sys has it without `catch`.
    #[wasm_bindgen(js_namespace = Array, js_name = isArray, catch)]
    fn is_array(value: &JsValue) -> Result<bool, JsValue>;

    /// An object with members of any name.
    type Members;
    // Not `Reflect::get`: a config takes twice as long with it (5.5 µs against 3.1, V8).
    #[wasm_bindgen(method, structural, indexing_getter, catch)]
    fn at(this: &Members, name: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, indexing_getter, catch)]
    fn entry(this: &Members, index: u32) -> Result<JsValue, JsValue>;
}

/// A member of an object; an error where looking throws.
pub fn member(of: &JsValue, name: &JsValue) -> Result<JsValue, JsValue> {
    of.unchecked_ref::<Members>().at(name)
}

/// What a value is, without a look into objects.
pub fn shallow(value: &JsValue) -> Given {
    if let Some(number) = value.as_f64() {
        return Given::Number(number);
    }
    if let Some(flag) = value.as_bool() {
        return Given::Flag(flag);
    }
    if let Some(text) = value.as_string() {
        return Given::Text(text);
    }
    if value.is_function() {
        return Given::Function;
    }
    if value.is_undefined() {
        return Given::Undefined;
    }
    if value.is_null() {
        return Given::Null;
    }
    match is_array(value) {
        Ok(true) => Given::Nested,
        Err(_) => Given::Threw,
        Ok(false) if value.is_object() => Given::Object { logs: false },
        Ok(false) if value.is_symbol() => Given::Other("a symbol"),
        Ok(false) if value.is_bigint() => Given::Other("a bigint"),
        Ok(false) => Given::Other("an unusual value"),
    }
}

/// What a value is. An array is read, its entries without a look into them: it may hold itself.
pub fn deep(value: &JsValue) -> Given {
    match shallow(value) {
        Given::Nested => list(value).unwrap_or(Given::Threw),
        Given::Object { .. } => {
            Given::Object { logs: has_method(value, "log") && has_method(value, "warn") }
        }
        other => other,
    }
}

/// What a value is, in words for an error.
pub fn kind_of(value: &JsValue) -> String {
    shallow(value).words().to_owned()
}

fn list(value: &JsValue) -> Result<Given, JsValue> {
    // Not `Array::length`: that of a proxy can be anything, and throw.
    let length = member(value, &JsValue::from_str("length"))?.as_f64().unwrap_or_default();
    if length > LONGEST_LIST as f64 {
        return Ok(Given::TooLong);
    }
    let list = value.unchecked_ref::<Members>();
    let entries = (0..length as u32).map(|at| list.entry(at).map(|entry| shallow(&entry)));
    entries.collect::<Result<_, _>>().map(Given::List)
}

fn has_method(of: &JsValue, name: &str) -> bool {
    member(of, &JsValue::from_str(name)).is_ok_and(|method| method.is_function())
}
