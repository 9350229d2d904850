//! A call from its arguments to its end.

use crate::tools::{Patch, Timers, call, get, js, listeners, message, settled, sleep, watched};
use fetch_with_retry::web::config::read;
use fetch_with_retry::web::fetching::Fetching;
use fetch_with_retry::web::info::{is_refusal, recall};
use fetch_with_retry::web::settings::Callbacks;
use fetch_with_retry::web::start::start;
use js_sys::Promise;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

/// A call, and what its host holds.
fn begin(init: &JsValue, config: &str) -> (Promise, Rc<Callbacks>) {
    let settings = read(&js(config)).ok().unwrap();
    let held = Rc::clone(&settings.callbacks);
    let url = JsValue::from("https://x.test/");
    (start(&url, init, Ok(settings), &Fetching::default()), held)
}

/// An init with a signal whose listeners are counted, and its controller.
fn abortable() -> (JsValue, JsValue, JsValue) {
    let controller = js("new AbortController()");
    let signal = watched(&get(&controller, "signal"));
    (controller, call("signal => ({ signal })", &[&signal]), signal)
}

#[wasm_bindgen_test]
async fn a_call_that_has_ended_holds_nothing_neither_host_nor_timer_nor_listener() {
    let (_browser, intervals) = (
        Patch::global("browser", &js("{ runtime: { getPlatformInfo: async () => ({}) } }")),
        Timers::intervals(),
    );
    let timers = Timers::timeouts();
    for (fetch, ends_well) in [
        ("async () => new Response('fine')", true),
        ("async () => new Response('busy', { status: 503 })", true),
        ("async () => { throw new TypeError('network'); }", false),
        ("() => { throw new Error('thrown'); }", false),
        ("async () => 5", false),
    ] {
        let (_controller, init, signal) = abortable();
        let (promise, held) =
            begin(&init, &format!("{{ fetch: {fetch}, maxRetries: 2, initialDelayMs: 1 }}"));
        assert_eq!(intervals.waits().len(), 1, "{fetch}");
        assert_eq!(settled(&promise).await.is_ok(), ends_well, "{fetch}");
        sleep(5).await;
        assert_eq!(Rc::strong_count(&held), 1, "{fetch}");
        assert_eq!(listeners(&signal), 0.0, "{fetch}");
        assert!(timers.waits().is_empty(), "{fetch}: {:?}", timers.waits());
        assert!(intervals.waits().is_empty(), "{fetch}");
    }
}

#[wasm_bindgen_test]
async fn a_call_that_is_aborted_holds_nothing_though_its_fetch_never_settles() {
    let timers = Timers::timeouts();
    let (controller, init, signal) = abortable();
    let (promise, held) = begin(&init, "{ fetch: () => new Promise(() => {}) }");
    sleep(5).await;
    assert!(listeners(&signal) > 0.0 && Rc::strong_count(&held) > 1);
    call("controller => controller.abort('mine')", &[&controller]);
    assert_eq!(settled(&promise).await.err(), Some("mine".into()));
    sleep(1).await;
    assert_eq!(Rc::strong_count(&held), 1);
    assert_eq!(listeners(&signal), 0.0);
    assert!(timers.waits().is_empty(), "{:?}", timers.waits());
}

#[wasm_bindgen_test]
async fn a_call_that_is_aborted_in_a_wait_holds_nothing() {
    let timers = Timers::timeouts();
    let (controller, init, signal) = abortable();
    let (promise, held) = begin(
        &init,
        "{ fetch: async () => new Response(null, { status: 503 }), initialDelayMs: 60_000 }",
    );
    sleep(20).await;
    assert!(!timers.waits().is_empty());
    call("controller => controller.abort('mine')", &[&controller]);
    assert_eq!(settled(&promise).await.err(), Some("mine".into()));
    sleep(1).await;
    assert_eq!(Rc::strong_count(&held), 1);
    assert_eq!(listeners(&signal), 0.0);
    assert!(timers.waits().is_empty(), "{:?}", timers.waits());
}

#[wasm_bindgen_test]
async fn a_response_that_comes_after_the_abort_is_let_go_of() {
    let late = js("{ cancelled: 0 }");
    call(
        "late => { late.body = new ReadableStream({ cancel() { late.cancelled += 1; } }); late.promise = new Promise((resolve) => { late.land = () => resolve(new Response(late.body)); }); globalThis.late = late; }",
        &[&late],
    );
    let (controller, init, _signal) = abortable();
    let (promise, _held) = begin(&init, "{ fetch: () => globalThis.late.promise }");
    sleep(1).await;
    call("controller => controller.abort()", &[&controller]);
    assert!(settled(&promise).await.is_err());
    call("late => late.land()", &[&late]);
    sleep(5).await;
    assert_eq!(get(&late, "cancelled"), 1.0);
    js("delete globalThis.late");
}

#[wasm_bindgen_test]
async fn wrong_arguments_are_a_rejection_that_is_marked_as_a_refusal() {
    for (init, names) in [
        ("{ signal: {} }", "init.signal: "),
        ("{ get body() { throw 1; } }", "init.body: "),
        ("{ headers: [null] }", "init.headers: "),
        ("5", "init: "),
    ] {
        let (promise, held) = begin(&js(init), "{ fetch: async () => new Response() }");
        let error = settled(&promise).await.err().unwrap();
        assert!(message(&error).starts_with(names), "{init}: {}", message(&error));
        assert!(is_refusal(&error));
        assert!(!recall(&error).is_undefined());
        assert_eq!(Rc::strong_count(&held), 1);
    }
    let wrong = read(&js("{ maxRetries: -1 }"));
    let promise = start(&JsValue::UNDEFINED, &JsValue::UNDEFINED, wrong, &Fetching::default());
    assert!(is_refusal(&settled(&promise).await.err().unwrap()));
}

#[wasm_bindgen_test]
async fn a_body_that_was_taken_away_is_no_exception_at_the_call() {
    let init = js(
        "((body) => (structuredClone(body, { transfer: [body] }), { method: 'POST', body }))(new ArrayBuffer(8))",
    );
    let (promise, _held) = begin(&init, "{ fetch: async () => new Response('fine') }");
    assert!(settled(&promise).await.is_ok());
}
