//! stub
use wasm_bindgen::JsValue;
pub fn default() -> Result<JsValue, JsValue> {
    Ok(JsValue::NULL)
}
pub fn patient() -> Result<JsValue, JsValue> {
    Ok(JsValue::NULL)
}
pub fn unattended() -> Result<JsValue, JsValue> {
    Ok(JsValue::NULL)
}
