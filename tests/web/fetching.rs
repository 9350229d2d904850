//! Which fetch is called.

use crate::tools::{Patch, get, js, number};
use fetch_with_retry::web::fetching::{Fetching, mark};
use js_sys::Function;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

/// A fetch that counts its calls, and keeps its last `this`.
fn counted() -> JsValue {
    js("function fetch() { fetch.calls = (fetch.calls ?? 0) + 1; fetch.on = this; return fetch; }")
}

fn fetch(fetching: &Fetching) -> JsValue {
    fetching.fetch(&"http://x.test/".into(), &JsValue::UNDEFINED).unwrap()
}

#[wasm_bindgen_test]
fn ours_in_the_place_of_the_global_one_does_not_call_itself() {
    let before = counted();
    let _before = Patch::global("fetch", &before);
    let fetching = Fetching::installable();
    let ours = counted();
    mark(&ours);
    let installed = Patch::global("fetch", &ours);
    assert!(js_sys::Object::is(&fetch(&fetching), &before));
    assert!(js_sys::Object::is(&get(&before, "on"), &js_sys::global()), "called on its global");
    assert!(get(&ours, "calls").is_undefined());

    // Put in its place by another instance, or wrapped by someone who is not of ours: then it is called.
    drop(installed);
    let wrapped = counted();
    let _wrapped = Patch::global("fetch", &wrapped);
    assert!(js_sys::Object::is(&fetch(&fetching), &wrapped));
    assert_eq!(number(&before, "calls"), 1.0);
}

#[wasm_bindgen_test]
fn what_is_not_installed_calls_what_the_global_is_now() {
    let fetching = Fetching::default();
    for _ in 0..2 {
        let now = counted();
        let _patch = Patch::global("fetch", &now);
        assert!(js_sys::Object::is(&fetch(&fetching), &now));
        assert!(js_sys::Object::is(&get(&now, "on"), &js_sys::global()));
    }
}

#[wasm_bindgen_test]
fn a_given_one_goes_before_all_and_is_called_on_nothing() {
    let given = js("function (input, init) { 'use strict'; return [this, input, init]; }");
    let function: Function = given.unchecked_into();
    let global = counted();
    let _global = Patch::global("fetch", &global);
    let fetching = Fetching::installable().or(Some(&function));
    let called = fetching.fetch(&"in".into(), &"init".into()).unwrap();
    assert_eq!(crate::tools::json(&called), r#"[null,"in","init"]"#);
    assert!(js_sys::Object::is(&fetching.platform(&"in".into(), &JsValue::NULL).unwrap(), &global));
    assert!(fetching.or(None).given.is_none());
}

#[wasm_bindgen_test]
fn what_a_fetch_throws_is_an_error_and_so_is_there_being_none() {
    let thrown = js("() => { throw 'thrown'; }");
    let _thrown = Patch::global("fetch", &thrown);
    let error = Fetching::default().fetch(&"x".into(), &JsValue::UNDEFINED).err();
    assert_eq!(error, Some("thrown".into()));
    let _none = Patch::global("fetch", &JsValue::UNDEFINED);
    assert!(Fetching::default().fetch(&"x".into(), &JsValue::UNDEFINED).is_err());
    assert!(Fetching::installable().fetch(&"x".into(), &JsValue::UNDEFINED).is_err());
}
