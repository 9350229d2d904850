//! The caller's signal, and the platform's clock.

use crate::tools::{Patch, call, get, is_node, is_page, js, listeners, sleep, watched};
use fetch_with_retry::web::signal::{CallersSignal, platform_clock};
use futures_util::FutureExt;
use futures_util::future::{Either, select};
use std::pin::pin;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::AbortController;

/// A controller and its signal, whose listeners are counted.
fn controller() -> (AbortController, JsValue) {
    let controller = AbortController::new().unwrap();
    let signal = watched(&controller.signal());
    (controller, signal)
}

#[wasm_bindgen_test]
fn what_only_looks_like_a_signal_is_refused_and_given_back() {
    for looks_like_one in [
        "{ aborted: false, reason: undefined, addEventListener() {}, removeEventListener() {} }",
        "Object.create(AbortSignal.prototype)",
        "new EventTarget()",
        "new AbortController()",
        "AbortSignal",
        "'signal'",
        "0",
        "false",
    ] {
        let given = js(looks_like_one);
        let Err(refused) = CallersSignal::of(given.clone()) else {
            unreachable!("{looks_like_one} was taken")
        };
        assert!(js_sys::Object::is(&refused, &given), "{looks_like_one}");
    }
}

#[wasm_bindgen_test]
fn what_wraps_or_inherits_a_signal_is_none_where_the_platform_tells() {
    if is_node() {
        return; // Node's getter reads members that are inherited
    }
    for wrapped in [
        "Object.create(new AbortController().signal)",
        "new Proxy(new AbortController().signal, {})",
    ] {
        assert!(CallersSignal::of(js(wrapped)).is_err(), "{wrapped}");
    }
}

#[wasm_bindgen_test]
fn a_signal_that_lies_about_itself_is_asked_by_the_platforms_own_getter() {
    let (controller, signal) = controller();
    call("signal => Object.defineProperty(signal, 'aborted', { get() { throw 1; } })", &[&signal]);
    let callers = CallersSignal::of(signal).ok().unwrap();
    assert!(!callers.is_aborted());
    controller.abort();
    assert!(callers.is_aborted());
}

#[wasm_bindgen_test]
fn a_signal_of_another_realm_is_one() {
    if !is_page() {
        return;
    }
    let frame = js("document.body.appendChild(document.createElement('iframe'))");
    let signal = call("frame => frame.contentWindow.AbortSignal.abort('there')", &[&frame]);
    let callers = CallersSignal::of(signal).ok().unwrap();
    assert!(callers.is_aborted());
    assert_eq!(callers.reason(), "there");
    call("frame => frame.remove()", &[&frame]);
}

#[wasm_bindgen_test]
fn null_and_undefined_are_no_signal_and_never_abort() {
    for none in [JsValue::NULL, JsValue::UNDEFINED] {
        let callers = CallersSignal::of(none).ok().unwrap();
        assert!(!callers.is_aborted());
        assert!(callers.reason().is_undefined());
        assert!(callers.aborted().now_or_never().is_none());
    }
}

#[wasm_bindgen_test]
async fn the_reason_is_the_callers_own_object() {
    let (controller, signal) = controller();
    let callers = CallersSignal::of(signal).ok().unwrap();
    let reason = js("{ mine: true }");
    controller.abort_with_reason(&reason);
    callers.aborted().await;
    assert!(js_sys::Object::is(&callers.reason(), &reason));
}

#[wasm_bindgen_test]
fn who_waits_for_the_abort_and_stops_waiting_leaves_no_listener() {
    let (_controller, signal) = controller();
    let callers = CallersSignal::of(signal.clone()).ok().unwrap();
    {
        let mut waiting = Box::pin(callers.aborted());
        assert!((&mut waiting).now_or_never().is_none());
        assert_eq!(listeners(&signal), 1.0);
    }
    assert_eq!(listeners(&signal), 0.0);
}

#[wasm_bindgen_test]
fn a_signal_that_has_aborted_is_not_listened_to() {
    let (controller, signal) = controller();
    controller.abort();
    let callers = CallersSignal::of(signal.clone()).ok().unwrap();
    assert!(callers.aborted().now_or_never().is_some());
    assert_eq!(listeners(&signal), 0.0);
}

#[wasm_bindgen_test]
fn without_a_callers_signal_an_attempt_has_its_own_and_no_other() {
    let own = AbortController::new().unwrap().signal();
    let callers = CallersSignal::of(JsValue::UNDEFINED).ok().unwrap();
    assert!(js_sys::Object::is(&callers.or(&own).unwrap(), &own));
}

#[wasm_bindgen_test]
fn an_attempt_aborts_with_either_signal_and_its_reason() {
    for who in ["caller", "attempt"] {
        let (caller, signal) = controller();
        let own = AbortController::new().unwrap();
        let both = CallersSignal::of(signal).ok().unwrap().or(&own.signal()).unwrap();
        assert!(get(&both, "aborted").is_falsy());
        match who {
            "caller" => caller.abort_with_reason(&who.into()),
            _ => own.abort_with_reason(&who.into()),
        }
        assert!(get(&both, "aborted").is_truthy(), "{who}");
        assert_eq!(get(&both, "reason"), who);
        assert_eq!(own.signal().aborted(), who == "attempt", "the attempt's own stays its own");
    }
}

#[wasm_bindgen_test]
async fn the_platforms_clock_fires_and_says_nothing_once_dropped() {
    let timeout = js("((own) => function timeout(ms) {
      const signal = own.call(AbortSignal, ms);
      signal.on = [];
      const [add, remove] = [signal.addEventListener, signal.removeEventListener];
      signal.addEventListener = (kind, f) => { signal.on.push(f); add.call(signal, kind, f); };
      signal.removeEventListener = (kind, f) => {
        signal.on = signal.on.filter((g) => g !== f);
        remove.call(signal, kind, f);
      };
      timeout.last = signal;
      return signal;
    })(AbortSignal.timeout)");
    let patch = Patch::of(&js("AbortSignal"), "timeout", &timeout);
    // The platform's clock alone does not keep Node alive.
    let clock = platform_clock(20.0).unwrap();
    let is_heard = match select(pin!(clock.heard()), pin!(sleep(5000))).await {
        Either::Left(_) => true,
        Either::Right(_) => false,
    };
    assert!(is_heard);
    drop(clock);
    let fired = get(&timeout, "last");
    assert!(get(&fired, "aborted").is_truthy());
    assert_eq!(listeners(&fired), 0.0);

    let clock = platform_clock(20.0).unwrap();
    let silent = get(&timeout, "last");
    assert_eq!(listeners(&silent), 1.0);
    drop(clock);
    assert_eq!(listeners(&silent), 0.0);
    drop(patch);
    sleep(40).await; // a closure that was freed would throw here
}

#[wasm_bindgen_test]
fn there_is_no_platforms_clock_where_it_throws() {
    let _patch = Patch::of(&js("AbortSignal"), "timeout", &js("() => { throw new Error(); }"));
    assert!(platform_clock(20.0).is_none());
}
