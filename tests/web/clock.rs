//! Timers, and the time.

use crate::tools::{Patch, Timers, js};
use fetch_with_retry::policy::millis::Millis;
use fetch_with_retry::web::clock::{now, timer};
use futures_util::FutureExt;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn a_timer_that_is_dropped_is_cleared() {
    let timers = Timers::timeouts();
    let mut waiting = Box::pin(timer(Millis::new(50_000)));
    assert!((&mut waiting).now_or_never().is_none());
    assert_eq!(timers.waits(), [50_000.0]);
    drop(waiting);
    assert!(timers.waits().is_empty());
}

#[wasm_bindgen_test]
fn a_timer_that_nobody_waits_for_is_never_set() {
    let timers = Timers::timeouts();
    drop(timer(Millis::new(50_000)));
    assert_eq!(timers.made(), 0.0);
}

#[wasm_bindgen_test]
async fn a_timer_that_has_fired_is_over() {
    let timers = Timers::timeouts();
    timer(Millis::ZERO).await;
    assert_eq!(timers.made(), 1.0);
    assert!(timers.waits().is_empty());
}

#[wasm_bindgen_test]
fn what_a_timer_cannot_hold_is_cut_and_does_not_fire_at_once() {
    let timers = Timers::timeouts();
    for wait in [Millis::new(2_147_483_648), Millis::CENTURY, Millis::FOREVER] {
        let mut waiting = Box::pin(timer(wait));
        assert!((&mut waiting).now_or_never().is_none());
        assert_eq!(timers.waits(), [2_147_483_647.0]);
    }
}

#[wasm_bindgen_test]
fn without_a_monotonic_clock_the_wall_clock_serves() {
    let _patch = Patch::global("performance", &JsValue::UNDEFINED);
    let _date = Patch::of(&js("Date"), "now", &js("() => 1234"));
    let now = now();
    assert_eq!((now.monotonic.0, now.epoch.0), (1234.0, 1234.0));
}
