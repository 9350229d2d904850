//! Whether a host answers at all. A response that the browser withholds (no host permission, CORS, a refused
//! origin) looks like a network failure; a request without CORS tells them apart.

use super::any::settled;
use super::fetching::Fetching;
use crate::call::host::Probe;
use js_sys::{Object, Reflect};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::AbortController;

/// The question, asked once; it ends with the call.
pub struct Question {
    has_answered: Rc<Cell<bool>>,
    own: Option<AbortController>,
}

impl Question {
    /// Asks an origin. Where there is none nobody answers.
    pub fn ask(origin: &str, fetching: &Fetching) -> Self {
        let has_answered = Rc::new(Cell::new(false));
        if origin.is_empty() {
            return Self { has_answered, own: None };
        }
        let own = AbortController::new().ok();
        let init = Object::new();
        for (key, value) in [
            ("method", "HEAD"),
            ("mode", "no-cors"),
            ("credentials", "omit"),
            ("cache", "no-store"),
            ("referrerPolicy", "no-referrer"),
        ] {
            let _ = Reflect::set(&init, &key.into(), &value.into());
        }
        if let Some(own) = &own {
            let _ = Reflect::set(&init, &"signal".into(), &own.signal());
        }
        let url = JsValue::from([origin, "/"].concat());
        let (noted, asked) = (Rc::clone(&has_answered), fetching.platform(&url, &init));
        spawn_local(async move {
            if let Ok(promise) = asked
                && settled(&promise).await.is_ok()
            {
                noted.set(true);
            }
        });
        Self { has_answered, own }
    }
}

impl Probe for Question {
    fn has_answered(&self) -> bool {
        self.has_answered.get()
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        if let Some(own) = &self.own {
            own.abort();
        }
    }
}
