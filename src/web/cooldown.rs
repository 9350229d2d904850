//! What the calls to one origin were told. See `cooldown.js`.

use crate::policy::cooldown::Crowd;
use js_sys::Function;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/cooldown.js")]
extern "C" {
    #[wasm_bindgen(js_name = CoolDown)]
    type Handle;
    #[wasm_bindgen(constructor, js_class = CoolDown)]
    fn new(origin: &str, shared: bool, changed: &Function) -> Handle;
    #[wasm_bindgen(method, getter, structural)]
    fn ready(this: &Handle) -> bool;
    #[wasm_bindgen(method, getter, structural)]
    fn until(this: &Handle) -> f64;
    #[wasm_bindgen(method, getter, structural, js_name = lastLeft)]
    fn last_left(this: &Handle) -> f64;
    #[wasm_bindgen(method, getter, structural)]
    fn rank(this: &Handle) -> f64;
    #[wasm_bindgen(method, structural)]
    fn tell(this: &Handle, until: f64);
    #[wasm_bindgen(method, structural)]
    fn enter(this: &Handle, until: f64);
    #[wasm_bindgen(method, structural)]
    fn leave(this: &Handle);
    #[wasm_bindgen(method, structural)]
    fn close(this: &Handle);
}

/// One call's view of it.
pub struct CoolDown(Handle);

impl CoolDown {
    /// `shared`: with every context of the extension or site. `changed` is called for news.
    pub fn new(origin: &str, shared: bool, changed: &Function) -> Self {
        Self(Handle::new(origin, shared, changed))
    }

    /// Whether other contexts have been asked, and had their time to answer.
    pub fn is_ready(&self) -> bool {
        self.0.ready()
    }

    /// What is known of the origin now.
    pub fn crowd(&self) -> Crowd {
        Crowd { until: self.0.until(), last_left: self.0.last_left(), rank: self.0.rank() }
    }

    /// Tells the others when it ends, epoch milliseconds.
    pub fn tell(&self, until: f64) {
        self.0.tell(until);
    }

    /// This call waits, until then at the latest, in turn with the others that do; until dropped.
    pub fn enter(&self, until: f64) -> Turn<'_> {
        self.0.enter(until);
        Turn(&self.0)
    }
}

impl Drop for CoolDown {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A place among the calls that wait.
pub struct Turn<'a>(&'a Handle);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}
