//! The caller's abort: heard at once, in an attempt, a wait or a question.

use super::flag::{First, Flag, first};
use super::listener::Listener;
use std::future::Future;
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
    aborted: Flag,
    _listener: Option<Listener>,
}

impl Caller {
    /// `signal`: an AbortSignal or undefined.
    pub fn new(signal: JsValue) -> Self {
        let aborted = Flag::default();
        let signal = (!signal.is_undefined()).then(|| signal.unchecked_into::<AbortSignal>());
        let listener = signal.as_ref().and_then(|signal| {
            let aborted = aborted.clone();
            Listener::new(signal, "abort", move || aborted.raise())
        });
        Self {
            signal,
            aborted,
            _listener: listener,
        }
    }

    /// The signal itself, to be joined with an attempt's own.
    pub fn signal(&self) -> Option<&AbortSignal> {
        self.signal.as_ref()
    }

    /// The caller's own reason, the same value, if it has aborted.
    pub fn reason(&self) -> Option<JsValue> {
        self.signal
            .as_ref()
            .filter(|signal| signal.aborted())
            .map(AbortSignal::reason)
    }

    /// Whether to go on.
    pub fn check(&self) -> Result<(), Stop> {
        match self.reason() {
            Some(reason) => Err(Stop::Aborted(reason)),
            None => Ok(()),
        }
    }

    /// What `work` gives, unless the caller aborts before.
    pub async fn unless_aborted<T>(&self, work: impl Future<Output = T>) -> Result<T, Stop> {
        match first(self.aborted.raised(), work).await {
            First::Left(()) => Err(Stop::Aborted(self.reason().unwrap_or(JsValue::UNDEFINED))),
            First::Right(value) => self.check().map(|()| value),
        }
    }
}
