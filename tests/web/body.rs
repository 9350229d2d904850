//! Bodies.

use crate::tools::{call, js, json};
use fetch_with_retry::policy::decision::Replay;
use fetch_with_retry::web::body::{as_request, copy_of, replay_of, request_may_have_body};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

/// The bytes of a copy, made before its original was changed.
fn bytes_of_copy(body: &str, change: &str) -> String {
    let body = js(body);
    let copy = copy_of(body.clone());
    call(change, &[&body]);
    json(&call("copy => [...new Uint8Array(copy.buffer ?? copy)]", &[&copy]))
}

#[wasm_bindgen_test]
fn streams_of_every_kind_can_be_sent_once() {
    for body in [
        "new ReadableStream()",
        "(async function* () {})()",
        "{ [Symbol.asyncIterator]() {} }",
        "{ getReader() {} }",
        "{ pipe() {} }",
        "Object.create({ pipe() {} })",
    ] {
        assert_eq!(replay_of(&js(body)), Replay::Once, "{body}");
    }
}

#[wasm_bindgen_test]
fn all_else_can_be_sent_again() {
    for body in [
        "undefined",
        "null",
        "'text'",
        "new String('text')",
        "new Uint8Array(2)",
        "new ArrayBuffer(2)",
        "new Blob(['x'])",
        "new FormData()",
        "new URLSearchParams()",
        "{ pipe: 1, getReader: 1, [Symbol.asyncIterator]: 1 }",
        "(({ proxy, revoke }) => (revoke(), proxy))(Proxy.revocable({}, {}))",
        "{ get pipe() { throw 1; }, get getReader() { throw 1; }, get [Symbol.asyncIterator]() { throw 1; } }",
    ] {
        assert_eq!(replay_of(&js(body)), Replay::Again, "{body}");
    }
}

#[wasm_bindgen_test]
fn the_copy_of_a_buffer_keeps_what_it_was() {
    assert_eq!(
        bytes_of_copy("new Uint8Array([1, 2, 3]).buffer", "body => new Uint8Array(body).fill(9)"),
        "[1,2,3]"
    );
    let buffer = js("new ArrayBuffer(2)");
    assert!(copy_of(buffer).has_type::<js_sys::ArrayBuffer>(), "and stays a buffer");
    assert_eq!(bytes_of_copy("new ArrayBuffer(0)", "() => {}"), "[]");
}

#[wasm_bindgen_test]
fn the_copy_of_a_view_is_what_it_sees_and_no_more() {
    let zero = "body => new Uint8Array(body.buffer).fill(0)";
    for (view, seen) in [
        ("new Uint8Array([1, 2, 3, 4, 5]).subarray(1, 4)", "[2,3,4]"),
        ("new DataView(new Uint8Array([1, 2, 3, 4]).buffer, 2, 1)", "[3]"),
        ("new Uint16Array(new Uint8Array([1, 2, 3, 4, 5, 6]).buffer, 2, 2)", "[3,4,5,6]"),
        ("new Float64Array(new Uint8Array(16).fill(7).buffer, 8)", "[7,7,7,7,7,7,7,7]"),
        ("new Uint8Array([1, 2]).subarray(2)", "[]"),
    ] {
        assert_eq!(bytes_of_copy(view, zero), seen, "{view}");
    }
}

#[wasm_bindgen_test]
fn what_cannot_be_copied_is_left_for_fetch_to_refuse() {
    for body in [
        "((buffer) => (structuredClone(buffer, { transfer: [buffer] }), buffer))(new ArrayBuffer(8))",
        "((view) => (structuredClone(view.buffer, { transfer: [view.buffer] }), view))(new Uint8Array(8))",
        "new (class extends URLSearchParams { toString() { throw new Error(); } })('a=1')",
        "new (class extends FormData { [Symbol.iterator]() { throw new Error(); } })()",
    ] {
        let body = js(body);
        let copy = copy_of(body.clone());
        assert!(js_sys::Object::is(&copy, &body));
    }
}

#[wasm_bindgen_test]
fn the_copy_of_parameters_keeps_their_order_and_signs() {
    let body = js("new URLSearchParams([['b', '1 &'], ['a', 'ü'], ['b', '']])");
    let copy = copy_of(body.clone());
    call("body => body.append('late', '1')", &[&body]);
    let pairs = call("copy => [copy instanceof URLSearchParams, ...copy]", &[&copy]);
    assert_eq!(json(&pairs), r#"[true,["b","1 &"],["a","ü"],["b",""]]"#);
}

#[wasm_bindgen_test]
fn the_copy_of_a_form_keeps_its_files_and_their_names() {
    let body = js("((form) => {
      form.append('a', '1'); form.append('a', '2');
      form.append('file', new Blob(['x'], { type: 'text/x' }), 'name.txt');
      return form;
    })(new FormData())");
    let copy = copy_of(body.clone());
    call("body => body.delete('a')", &[&body]);
    let entries = call(
        "copy => [...copy].map(([name, value]) => typeof value === 'string' ? [name, value] : [name, value.name, value.type, value.size])",
        &[&copy],
    );
    assert_eq!(json(&entries), r#"[["a","1"],["a","2"],["file","name.txt","text/x",1]]"#);
}

#[wasm_bindgen_test]
fn what_never_changes_is_not_copied() {
    for body in ["new Blob(['x'])", "'text'", "{}", "undefined"] {
        let body = js(body);
        assert!(js_sys::Object::is(&copy_of(body.clone()), &body));
    }
}

#[wasm_bindgen_test]
fn a_request_is_told_by_its_url_and_clone_and_what_throws_is_none() {
    assert!(as_request(&js("new Request('http://x.test/')")).is_some());
    assert!(as_request(&js("new URL('http://x.test/')")).is_none());
    assert!(as_request(&js("{ url: 'x', clone: 1 }")).is_none());
    assert!(as_request(&js("{ get url() { throw 1; } }")).is_none());
    assert!(as_request(&JsValue::from("http://x.test/")).is_none());
}

#[wasm_bindgen_test]
fn whether_a_request_may_have_a_body_is_known_where_the_platform_tells_or_the_method_does() {
    for (request, may) in [
        ("new Request('http://x.test/')", false),
        ("new Request('http://x.test/', { method: 'POST', body: 'x' })", true),
        ("{ method: 'HEAD' }", false),
        ("{ method: 'PUT' }", true),
        ("{ method: 'PUT', body: null }", false),
    ] {
        assert_eq!(request_may_have_body(&js(request)), may, "{request}");
    }
}
