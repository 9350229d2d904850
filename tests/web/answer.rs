//! Responses, and what is none.

use crate::tools::{call, js, number, sleep};
use fetch_with_retry::web::answer::{Answer, let_go};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::AbortController;

fn answer(of: &str) -> Result<Answer, JsValue> {
    Answer::of(js(of), AbortController::new().unwrap())
}

#[wasm_bindgen_test]
fn what_is_no_response_is_given_back() {
    for other in [
        "undefined",
        "null",
        "200",
        "'200'",
        "{}",
        "{ status: '200' }",
        "{ status: 200n }",
        "{ get status() { throw new Error(); } }",
        "Object.assign(() => {}, { status: 200 })",
        "(({ proxy, revoke }) => (revoke(), proxy))(Proxy.revocable({}, {}))",
    ] {
        let value = js(other);
        let given_back = Answer::of(value.clone(), AbortController::new().unwrap()).err();
        assert!(given_back.is_some_and(|given| js_sys::Object::is(&given, &value)), "{other}");
    }
}

#[wasm_bindgen_test]
fn whatever_has_a_number_for_its_status_is_one() {
    for (response, status) in [
        ("new Response('x', { status: 503 })", 503),
        ("{ status: 429.5 }", 429),
        ("{ status: NaN }", 0),
        ("{ status: -1 }", 0),
        ("{ status: Infinity }", u16::MAX),
        ("new (class { get status() { return 201; } })()", 201),
    ] {
        assert_eq!(answer(response).ok().unwrap().status, status, "{response}");
    }
}

#[wasm_bindgen_test]
fn a_header_that_cannot_be_read_is_none() {
    let real = answer("new Response('', { headers: { 'Retry-After': '3' } })").ok().unwrap();
    assert_eq!(real.header("retry-after").as_deref(), Some("3"));
    assert_eq!(real.header("absent"), None);
    assert_eq!(real.header("not a name"), None);
    for response in [
        "{ status: 503 }",
        "{ status: 503, headers: null }",
        "{ status: 503, headers: { get: 5 } }",
        "{ status: 503, headers: { get: () => 5 } }",
        "{ status: 503, headers: { get() { throw new Error(); } } }",
        "{ status: 503, get headers() { throw new Error(); } }",
    ] {
        assert_eq!(answer(response).ok().unwrap().header("retry-after"), None, "{response}");
    }
}

#[wasm_bindgen_test]
fn a_body_that_is_none_or_throws_is_none() {
    assert!(answer("new Response('x')").ok().unwrap().body().is_some());
    for response in [
        "new Response(null, { status: 204 })",
        "{ status: 200 }",
        "{ status: 200, body: 'x' }",
        "{ status: 200, get body() { throw new Error(); } }",
    ] {
        assert!(answer(response).ok().unwrap().body().is_none(), "{response}");
    }
}

#[wasm_bindgen_test]
async fn what_came_too_late_is_let_go_of_whatever_it_is() {
    let late = js(
        "{ cancelled: 0, status: 200, get body() { return { cancel: () => { this.cancelled += 1; return Promise.reject(new Error()); } }; } }",
    );
    let_go(&late);
    for other in [
        "undefined",
        "'x'",
        "{}",
        "{ body: 5 }",
        "{ body: { cancel() { throw new Error(); } } }",
        "{ get body() { throw new Error(); } }",
    ] {
        let_go(&js(other));
    }
    sleep(1).await;
    assert_eq!(number(&late, "cancelled"), 1.0);
    let stream = js(
        "(() => { const state = { why: 0 }; state.body = new ReadableStream({ cancel() { state.why = 1; } }); return state; })()",
    );
    let_go(&call("state => new Response(state.body)", &[&stream]));
    sleep(1).await;
    assert_eq!(number(&stream, "why"), 1.0);
}
