//! Listeners.

use crate::tools::{fire, js, listeners, target};
use fetch_with_retry::web::listener::Listener;
use futures_util::FutureExt;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn one_that_has_never_heard_anything_is_taken_off_when_dropped() {
    let target = target();
    let listener = Listener::new(target.unchecked_ref(), "abort");
    assert_eq!(listeners(&target), 1.0);
    drop(listener);
    assert_eq!(listeners(&target), 0.0);
}

#[wasm_bindgen_test]
async fn one_that_has_heard_is_taken_off_when_dropped() {
    let target = target();
    let listener = Listener::new(target.unchecked_ref(), "abort");
    fire(&target, "abort");
    listener.heard().await;
    drop(listener);
    assert_eq!(listeners(&target), 0.0);
}

#[wasm_bindgen_test]
async fn what_was_heard_before_anybody_waited_is_not_lost() {
    let target = target();
    let listener = Listener::new(target.unchecked_ref(), "abort");
    assert!(listener.heard().now_or_never().is_none());
    fire(&target, "another");
    assert!(listener.heard().now_or_never().is_none(), "another kind of event");
    fire(&target, "abort");
    listener.heard().await;
    assert!(listener.heard().now_or_never().is_some(), "heard for good");
}

#[wasm_bindgen_test]
fn two_on_one_target_are_taken_off_each_by_itself() {
    let target = target();
    let first = Listener::new(target.unchecked_ref(), "abort");
    let second = Listener::new(target.unchecked_ref(), "abort");
    drop(first);
    assert_eq!(listeners(&target), 1.0);
    fire(&target, "abort");
    assert!(second.heard().now_or_never().is_some());
}

#[wasm_bindgen_test]
fn a_target_that_cannot_be_listened_to_never_says_anything() {
    for target in [
        js("{}"),
        js("5"),
        js("{ addEventListener() { throw 1; }, removeEventListener() { throw 2; } }"),
    ] {
        let listener = Listener::new(target.unchecked_ref(), "abort");
        assert!(listener.heard().now_or_never().is_none());
    }
}
