//! The caller's signal, and that of one attempt.

use super::answer::Answer;
use super::any::method;
use super::listener::{Listener, Target};
use super::platform::platform;
use js_sys::{Array, Function, Object, WeakMap};
use std::cell::RefCell;
use std::future::pending;
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = AbortSignal, js_name = any, catch)]
    fn any(signals: &Array) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = AbortSignal, js_name = timeout, catch)]
    fn timeout(ms: f64) -> Result<Target, JsValue>;
    #[wasm_bindgen(thread_local_v2, js_namespace = AbortSignal, js_name = prototype)]
    static PROTOTYPE: Object;
}

thread_local! {
    /// The platform's own getter: of what only looks like a signal it throws; another realm's has it too.
    static ABORTED: Option<Function> = PROTOTYPE.with(|prototype| {
        let getter = Object::get_own_property_descriptor(prototype, &"aborted".into());
        method(&getter, "get")
    });
}

thread_local! {
    /// One listener for all calls on a signal: Node warns of more than ten.
    static LISTENERS: RefCell<Vec<(JsValue, Weak<Listener>)>> = const { RefCell::new(Vec::new()) };
    /// What holds a caller's signal for as long as a body lives.
    static HELD: WeakMap = WeakMap::new();
}

fn listener_of(signal: &JsValue) -> Rc<Listener> {
    let known = LISTENERS.with(|listeners| {
        let mut listeners = listeners.borrow_mut();
        listeners.retain(|(_, listener)| listener.strong_count() > 0);
        let known = listeners.iter().find(|(known, _)| known == signal);
        known.and_then(|(_, listener)| listener.upgrade())
    });
    known.unwrap_or_else(|| {
        // Adding it may be the caller's code.
        let listener = Rc::new(Listener::new(signal.unchecked_ref(), "abort"));
        let entry = (signal.clone(), Rc::downgrade(&listener));
        LISTENERS.with(|listeners| listeners.borrow_mut().push(entry));
        listener
    })
}

/// The signal that a caller gave, or none.
#[derive(Clone)]
pub struct CallersSignal(Option<JsValue>);

impl CallersSignal {
    /// Undefined and null say that there is none. An error for what is no AbortSignal.
    pub fn of(value: JsValue) -> Result<Self, JsValue> {
        if value.is_null() || value.is_undefined() {
            return Ok(Self(None));
        }
        match aborted(&value) {
            Ok(_) => Ok(Self(Some(value))),
            Err(_) => Err(value),
        }
    }

    /// Whether it has aborted.
    pub fn is_aborted(&self) -> bool {
        self.0.as_ref().is_some_and(|signal| aborted(signal).unwrap_or(false))
    }

    /// The caller's own reason.
    pub fn reason(&self) -> JsValue {
        self.0.as_ref().map(|signal| super::any::member(signal, "reason")).unwrap_or_default()
    }

    /// Resolves when it aborts.
    pub async fn aborted(&self) {
        match &self.0 {
            Some(_) if self.is_aborted() => {}
            Some(signal) => listener_of(signal).heard().await,
            None => pending().await,
        }
    }

    /// Holds it for as long as a response or its body lives. `AbortSignal.any` does so weakly in Node: an
    /// `AbortSignal.timeout` that nobody else holds would be collected, and never cut the stream.
    pub fn hold_for(&self, response: &Answer) {
        if let (Some(signal), true) = (&self.0, platform().is_node) {
            let body = response.body();
            for holder in [Some(&response.response), body.as_ref()].into_iter().flatten() {
                HELD.with(|held| held.set(holder.unchecked_ref(), signal));
            }
        }
    }

    /// A signal that aborts with either.
    pub fn or(&self, own: &web_sys::AbortSignal) -> Result<JsValue, JsValue> {
        match &self.0 {
            Some(signal) => any(&Array::of2(signal, own)),
            None => Ok(own.into()),
        }
    }
}

/// The platform's timeout signal, as a clock only. It cannot be disarmed, but it can be heard no longer. None
/// where it cannot be had: Gecko's content scripts, once a Request's signal was read.
pub fn platform_clock(ms: f64) -> Option<Listener> {
    timeout(ms).ok().map(|signal| Listener::new(&signal, "abort"))
}

fn aborted(signal: &JsValue) -> Result<bool, JsValue> {
    ABORTED.with(|getter| match getter {
        Some(getter) => getter.call0(signal).map(|aborted| aborted.is_truthy()),
        None => Err(JsValue::UNDEFINED),
    })
}
