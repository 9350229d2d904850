//! How the platform's callbacks wake a call. Whatever ends a wait (an event, a timer, a settled
//! fetch) calls the same JavaScript function; the call then looks for itself what is the case.

use gloo_timers::callback::Timeout;
use js_sys::Function;
use std::cell::Cell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};
use wasm_bindgen::prelude::*;

/// The one callback of a call; gone with it.
pub struct Wake {
    waker: Rc<Cell<Option<Waker>>>,
    closure: Closure<dyn FnMut()>,
}

impl Wake {
    /// For one call.
    pub fn new() -> Self {
        let waker = Rc::<Cell<Option<Waker>>>::default();
        let sleeper = Rc::clone(&waker);
        Self { waker, closure: Closure::new(move || wake(&sleeper)) }
    }

    /// For JavaScript to call.
    pub fn callback(&self) -> &Function {
        self.closure.as_ref().unchecked_ref()
    }

    /// Wakes the call from Rust.
    pub fn wake(&self) {
        wake(&self.waker);
    }

    /// Until `it_is_so`, which is looked at whenever the callback is called.
    pub async fn until(&self, it_is_so: &dyn Fn() -> bool) {
        poll_fn(|context| {
            if it_is_so() {
                return Poll::Ready(());
            }
            self.waker.set(Some(context.waker().clone()));
            Poll::Pending
        })
        .await;
    }

    /// A timer that wakes the call; cleared when dropped. True once it has fired.
    pub fn timer(&self, ms: u32) -> (Timeout, Rc<Cell<bool>>) {
        let fired = Rc::new(Cell::new(false));
        let (waker, rung) = (Rc::clone(&self.waker), Rc::clone(&fired));
        let timeout = Timeout::new(ms, move || {
            rung.set(true);
            wake(&waker);
        });
        (timeout, fired)
    }
}

fn wake(waker: &Cell<Option<Waker>>) {
    if let Some(waker) = waker.take() {
        waker.wake();
    }
}
