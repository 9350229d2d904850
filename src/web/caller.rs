//! The caller's abort: heard at once, in an attempt, a wait or a question.

use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

/// What ends a call before its outcome.
pub enum Stop {
    /// The caller's own abort reason.
    Aborted(JsValue),
    /// The request could never be sent: a clean error.
    Refused(JsValue),
}

/// The caller's signal, one listener on it for the whole call, removed with this value.
pub struct Caller {
    signal: Option<AbortSignal>,
    heard: Function,
}

impl Caller {
    /// `signal`: an AbortSignal or undefined. `heard` is called when it aborts.
    pub fn new(signal: JsValue, heard: &Function) -> Self {
        let signal = (!signal.is_undefined()).then(|| signal.unchecked_into::<AbortSignal>());
        if let Some(signal) = &signal {
            // One that takes no listeners is refused by the first attempt.
            let _ = signal.add_event_listener_with_callback("abort", heard);
        }
        Self { signal, heard: heard.clone() }
    }

    /// Whether the caller has aborted.
    pub fn has_aborted(&self) -> bool {
        self.signal.as_ref().is_some_and(AbortSignal::aborted)
    }

    /// Whether to go on; if not, the caller's own reason, the same value.
    pub fn check(&self) -> Result<(), Stop> {
        match &self.signal {
            Some(signal) if signal.aborted() => Err(Stop::Aborted(signal.reason())),
            _ => Ok(()),
        }
    }
}

impl Drop for Caller {
    fn drop(&mut self) {
        if let Some(signal) = &self.signal {
            let _ = signal.remove_event_listener_with_callback("abort", &self.heard);
        }
    }
}
