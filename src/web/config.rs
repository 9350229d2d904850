//! stub
use super::any::*;
use super::settings::*;
use crate::policy::config::*;
use crate::policy::millis::Millis;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
pub fn read(c: &JsValue) -> Result<Settings, JsValue> {
    let mut config = Config::default();
    let mut callbacks = Callbacks::default();
    if c.is_object() {
        if let Some(v) = member(c, "initialDelayMs").as_f64() {
            config.backoff.initial_ms = v
        }
        if let Some(v) = member(c, "attemptTimeoutMs").as_f64() {
            config.attempt_timeout = Millis::ceil(v)
        }
        if let Some(v) = member(c, "bodyIdleTimeoutMs").as_f64() {
            config.body_idle_timeout = Millis::ceil(v)
        }
        if let Some(v) = member(c, "cooldown").as_string() {
            config.cooldown = if v == "extension" { Sharing::Extension } else { Sharing::Context }
        }
        callbacks.on_retry = method(c, "onRetry");
        callbacks.on_give_up = method(c, "onGiveUp");
        callbacks.on_done = method(c, "onDone");
        callbacks.should_retry = method(c, "shouldRetry");
        callbacks.fetch = method(c, "fetch");
        let l = member(c, "logger");
        if l.is_object() {
            callbacks.logger = Some(l.unchecked_into())
        }
    }
    Ok(Settings { config: Rc::new(config), callbacks: Rc::new(callbacks) })
}
pub fn read_over(b: &Settings, _c: &JsValue) -> Result<Settings, JsValue> {
    Ok(b.clone())
}
