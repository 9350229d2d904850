//! stub
use crate::policy::config::Config;
use js_sys::Function;
use std::rc::Rc;
use wasm_bindgen::JsValue;
#[derive(Clone)]
pub struct Settings {
    pub config: Rc<Config>,
    pub callbacks: Rc<Callbacks>,
}
#[derive(Default)]
pub struct Callbacks {
    pub should_retry: Option<Function>,
    pub on_retry: Option<Function>,
    pub on_give_up: Option<Function>,
    pub on_done: Option<Function>,
    pub fetch: Option<Function>,
    pub random: Option<Function>,
    pub logger: Option<JsValue>,
}
