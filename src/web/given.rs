//! stub
use wasm_bindgen::JsValue;
pub fn kind_of(_v: &JsValue) -> String {
    String::new()
}
