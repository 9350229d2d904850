//! Keeps an extension's background context from being suspended: it is stopped about 30 s after its last
//! event, and calling an extension API counts as one. (Measured in Thunderbird, Firefox and Chromium; a pending
//! fetch or timer does not count.) getPlatformInfo needs no permission.

use super::any::{global, ignore, member, method, settled};
use super::clock;
use crate::policy::millis::Millis;
use crate::policy::moment::Monotonic;
use gloo_timers::callback::Interval;
use js_sys::Function;
use std::cell::{Cell, RefCell};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// Well under 30 s, and under what tests shorten it to.
const EVERY_MS: u32 = 4000;
/// After a ping the next one can wait for so long.
const FRESH: Millis = Millis::new(2000);

#[derive(Default)]
struct Held {
    holders: Cell<usize>,
    pinging: RefCell<Option<Interval>>,
    last: Cell<Option<Monotonic>>,
}

thread_local! {
    static HELD: Held = Held::default();
}

/// Holds the context awake until it is dropped.
pub struct Awake(());

impl Awake {
    /// Holds it from now on.
    pub fn hold() -> Self {
        HELD.with(|held| {
            held.holders.set(held.holders.get().saturating_add(1));
            if held.pinging.borrow().is_some() || runtime().is_none() {
                return;
            }
            let now = clock::now().monotonic;
            if held.last.get().is_none_or(|last| now.since(last) > FRESH) {
                ping();
            }
            *held.pinging.borrow_mut() = Some(Interval::new(EVERY_MS, ping));
        });
        Self(())
    }
}

impl Drop for Awake {
    fn drop(&mut self) {
        HELD.with(|held| {
            held.holders.set(held.holders.get().saturating_sub(1));
            if held.holders.get() == 0 {
                drop(held.pinging.take());
            }
        });
    }
}

/// Holds the context awake until `work` settles.
pub fn until_settled(work: &JsValue) {
    let (awake, work) = (Awake::hold(), work.clone());
    spawn_local(async move {
        let _ = settled(&work).await;
        drop(awake);
    });
}

/// The extension API, and its function, where there is one.
fn runtime() -> Option<(JsValue, Function)> {
    ["browser", "chrome"].iter().find_map(|name| {
        let runtime = member(&global(name), "runtime");
        method(&runtime, "getPlatformInfo").map(|ask| (runtime, ask))
    })
}

fn ping() {
    HELD.with(|held| held.last.set(Some(clock::now().monotonic)));
    if let Some((runtime, ask)) = runtime()
        // It throws where the extension was reloaded: nothing is left to keep awake.
        && let Ok(answer) = ask.call0(&runtime)
    {
        ignore(answer);
    }
}
