//! A listener that is taken off when it is dropped. Nothing stays on a long-lived signal.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A signal, or the global object.
    #[derive(Clone)]
    pub type Target;
    #[wasm_bindgen(method, structural, catch, js_name = addEventListener)]
    fn add(this: &Target, name: &str, listener: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, structural, catch, js_name = removeEventListener)]
    fn remove(this: &Target, name: &str, listener: &JsValue) -> Result<(), JsValue>;
}

/// A listener for one kind of event.
pub struct Listener {
    target: Target,
    name: &'static str,
    heard: Rc<Heard>,
    closure: Closure<dyn Fn()>,
}

#[derive(Default)]
struct Heard {
    is_so: Cell<bool>,
    waker: RefCell<Option<Waker>>,
}

impl Listener {
    /// Listens from now on.
    pub fn new(target: &Target, name: &'static str) -> Self {
        let heard = Rc::new(Heard::default());
        let noted = Rc::clone(&heard);
        let closure = Closure::<dyn Fn()>::new(move || {
            noted.is_so.set(true);
            if let Some(waker) = noted.waker.take() {
                waker.wake();
            }
        });
        // What has no such method never says anything.
        let _ = target.add(name, closure.as_ref());
        Self { target: target.clone(), name, heard, closure }
    }

    /// Resolves once it has heard the event.
    pub async fn heard(&self) {
        poll_fn(|context| {
            if self.heard.is_so.get() {
                return Poll::Ready(());
            }
            *self.heard.waker.borrow_mut() = Some(context.waker().clone());
            Poll::Pending
        })
        .await;
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.target.remove(self.name, self.closure.as_ref());
    }
}
