//! The time, and timers.

use crate::policy::millis::Millis;
use crate::policy::moment::{Epoch, Monotonic, Now};
use gloo_timers::future::TimeoutFuture;
use js_sys::Date;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now, catch)]
    fn performance_now() -> Result<f64, JsValue>;
}

/// What a timer can hold; more fires at once.
pub const LONGEST_TIMER: Millis = Millis::new(2_147_483_647);

/// Both clocks.
pub fn now() -> Now {
    let epoch = Date::now();
    Now { monotonic: Monotonic(performance_now().unwrap_or(epoch)), epoch: Epoch(epoch) }
}

/// A setTimeout, cleared when it is dropped.
pub async fn timer(wait: Millis) {
    let ms = wait.min(LONGEST_TIMER).get();
    TimeoutFuture::new(u32::try_from(ms).unwrap_or(u32::MAX)).await;
}
