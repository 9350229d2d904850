//! What keeps a background awake.

use crate::tools::{Patch, Timers, call, get, js, number, sleep};
use fetch_with_retry::web::awake::{Awake, until_settled};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

/// The API of an extension, and how often it was asked; the clock stands an hour after every other test.
fn extension(ask: &str) -> (JsValue, [Patch; 3]) {
    let api = call("ask => ({ asked: 0, runtime: { getPlatformInfo: ask } })", &[&js(ask)]);
    call("api => { api.runtime.api = api; }", &[&api]);
    let later = js(
        "((at) => () => at)(performance.now() + 3.6e6 * (globalThis.hours = (globalThis.hours ?? 0) + 1))",
    );
    let patches = [
        Patch::global("browser", &api),
        Patch::global("chrome", &JsValue::UNDEFINED),
        Patch::of(&get(&js_sys::global(), "performance"), "now", &later),
    ];
    (api, patches)
}

const ANSWERS: &str = "function () { this.api.asked += 1; return Promise.resolve({}); }";

#[wasm_bindgen_test]
fn there_is_one_interval_for_all_who_hold_it_and_none_when_the_last_has_let_go() {
    let (api, _patches) = extension(ANSWERS);
    let timers = Timers::intervals();
    let first = Awake::hold();
    assert_eq!(number(&api, "asked"), 1.0, "at once");
    let second = Awake::hold();
    assert_eq!(timers.made(), 1.0);
    assert_eq!(timers.waits().len(), 1);
    drop(first);
    assert_eq!(timers.waits().len(), 1, "one still holds it");
    drop(second);
    assert!(timers.waits().is_empty());
    let third = Awake::hold();
    assert_eq!(timers.waits().len(), 1, "held anew");
    assert_eq!(number(&api, "asked"), 1.0, "asked a moment ago");
    drop(third);
    assert!(timers.waits().is_empty());
}

#[wasm_bindgen_test]
fn it_asks_again_well_before_thirty_seconds_are_over() {
    let (_api, _patches) = extension(ANSWERS);
    let timers = Timers::intervals();
    let _held = Awake::hold();
    assert!(timers.waits().iter().all(|every| *every > 1000.0 && *every < 10_000.0));
}

#[wasm_bindgen_test]
fn outside_an_extension_nothing_is_asked_and_no_timer_set() {
    let _browser = Patch::global("browser", &JsValue::UNDEFINED);
    let _chrome = Patch::global("chrome", &js("{ runtime: {} }"));
    let timers = Timers::intervals();
    drop(Awake::hold());
    assert_eq!(timers.made(), 0.0);
}

#[wasm_bindgen_test]
async fn work_holds_it_until_it_has_settled_either_way() {
    let (_api, _patches) = extension(ANSWERS);
    let timers = Timers::intervals();
    for way in ["resolve", "reject"] {
        let work = js(
            "(() => { const work = {}; work.promise = new Promise((resolve, reject) => Object.assign(work, { resolve, reject })); return work; })()",
        );
        until_settled(&get(&work, "promise"));
        sleep(5).await;
        assert_eq!(timers.waits().len(), 1, "{way}");
        call("(work, way) => work[way](new Error('mine'))", &[&work, &way.into()]);
        sleep(5).await;
        assert!(timers.waits().is_empty(), "{way}");
    }
    until_settled(&JsValue::from(5));
    sleep(5).await;
    assert!(timers.waits().is_empty(), "what is no promise has settled");
}

#[wasm_bindgen_test]
async fn an_api_that_throws_or_rejects_does_no_harm() {
    for fails in [
        "function () { throw new Error('Extension context invalidated.'); }",
        "() => Promise.reject(new Error())",
        "() => undefined",
    ] {
        let (_api, _patches) = extension(fails);
        let timers = Timers::intervals();
        drop(Awake::hold());
        assert!(timers.waits().is_empty());
        sleep(1).await;
    }
}
