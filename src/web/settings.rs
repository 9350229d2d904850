//! What a call is told to do: the rules, which are data, and the functions of the caller, which are not.

use crate::policy::config::Config;
use crate::policy::keys::Callback;
use js_sys::Function;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};

/// A config that was read. Cheap to clone: calls without a config share one.
#[derive(Clone, Default)]
pub struct Settings {
    /// The rules.
    pub config: Rc<Config>,
    /// The caller's functions.
    pub callbacks: Rc<Callbacks>,
}

/// The caller's functions, as far as it gave any.
#[derive(Clone, Default)]
pub struct Callbacks {
    /// Asked before each retry.
    pub should_retry: Option<Function>,
    /// Told before each wait.
    pub on_retry: Option<Function>,
    /// Told when giving up.
    pub on_give_up: Option<Function>,
    /// Told at another end of a call that had waited.
    pub on_done: Option<Function>,
    /// Called for each attempt, in place of the platform's.
    pub fetch: Option<Function>,
    /// The random source, in place of the platform's.
    pub random: Option<Function>,
    /// An object; its `log()` and `warn()` are looked up at each line.
    pub logger: Option<JsValue>,
}

impl Callbacks {
    /// Keeps a callback that was checked.
    pub fn keep(&mut self, which: Callback, value: JsValue) {
        let place = match which {
            Callback::ShouldRetry => &mut self.should_retry,
            Callback::OnRetry => &mut self.on_retry,
            Callback::OnGiveUp => &mut self.on_give_up,
            Callback::OnDone => &mut self.on_done,
            Callback::Fetch => &mut self.fetch,
            Callback::Random => &mut self.random,
            Callback::Logger => {
                self.logger = Some(value);
                return;
            }
        };
        // It may be of another realm: typeof has said what it is.
        *place = Some(value.unchecked_into());
    }
}
