//! stub
use super::settings::*;
use wasm_bindgen::JsValue;
pub fn read(_c: &JsValue) -> Result<Settings, JsValue> {
    Err(JsValue::NULL)
}
pub fn read_over(_b: &Settings, _c: &JsValue) -> Result<Settings, JsValue> {
    Err(JsValue::NULL)
}
