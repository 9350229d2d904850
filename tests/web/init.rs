//! The caller's init.

use crate::tools::{call, get, js, json, message};
use fetch_with_retry::web::init::Init;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

fn read(init: &str) -> Init {
    Init::read(&js(init)).ok().unwrap()
}

fn refused(init: &str) -> String {
    message(&Init::read(&js(init)).err().unwrap())
}

#[wasm_bindgen_test]
fn members_that_are_inherited_or_accessors_of_a_class_count() {
    let init = read(
        "new (class extends (class { get method() { return 'PUT'; } }) {
          #key = 'k';
          get headers() { return { authorization: this.#key }; }
          body = 'text';
        })()",
    );
    assert_eq!(init.get("method"), "PUT");
    assert_eq!(json(&init.get("headers")), r#"{"authorization":"k"}"#);
    assert_eq!(init.get("body"), "text");
}

#[wasm_bindgen_test]
fn what_an_engine_knows_beyond_the_standard_is_kept_inherited_or_not() {
    let init = read(
        "Object.create({ agent: 'inherited', method: 'PUT' }, { own: { value: 1, enumerable: true } })",
    );
    assert_eq!(json(init.as_ref()), r#"{"method":"PUT","own":1,"agent":"inherited"}"#);
}

#[wasm_bindgen_test]
fn the_nearest_of_two_members_of_a_name_counts() {
    let init = read("Object.assign(Object.create({ dispatcher: 'far' }), { dispatcher: 'near' })");
    assert_eq!(init.get("dispatcher"), "near");
}

#[wasm_bindgen_test]
fn each_member_is_read_once() {
    let seen = js("[]");
    let init = call(
        "seen => new Proxy({ method: 'POST', body: 'x', dispatcher: 5 }, { get(of, name) { seen.push(name); return of[name]; } })",
        &[&seen],
    );
    Init::read(&init).ok().unwrap();
    assert_eq!(call("seen => seen.length - new Set(seen).size", &[&seen]), 0.0, "{}", json(&seen));
    assert_eq!(call("seen => seen.includes('dispatcher')", &[&seen]), true);
}

#[wasm_bindgen_test]
fn a_getter_that_throws_is_named_and_what_it_threw_is_not_passed_on() {
    for name in ["method", "body", "signal", "headers", "window"] {
        let getter = format!("{{ get {name}() {{ throw new Error('secret'); }} }}");
        let said = refused(&getter);
        assert!(said.starts_with(&format!("init.{name}: ")), "{said}");
        assert!(!said.contains("secret"), "{said}");
    }
    assert!(refused("{ get agent() { throw new Error('secret'); } }").starts_with("init.*: "));
}

#[wasm_bindgen_test]
fn what_is_no_object_is_refused_and_nothing_is_an_empty_one() {
    for (given, got) in [
        ("5", "a number"),
        ("'secret'", "a string"),
        ("true", "a boolean"),
        ("Symbol('s')", "a symbol"),
        ("5n", "a bigint"),
    ] {
        assert_eq!(refused(given), format!("init: got {got}; expected an object"));
    }
    for nothing in [JsValue::NULL, JsValue::UNDEFINED] {
        let init = Init::read(&nothing).ok().unwrap();
        assert_eq!(json(init.as_ref()), "{}");
    }
}

#[wasm_bindgen_test]
fn a_revoked_proxy_is_refused() {
    let revoked = "(({ proxy, revoke }) => (revoke(), proxy))(Proxy.revocable({}, {}))";
    assert!(refused(revoked).starts_with("init."));
}

#[wasm_bindgen_test]
fn a_prototype_chain_without_end_is_refused() {
    let said = refused(
        "(() => { const proxy = new Proxy({}, { getPrototypeOf: () => proxy }); return proxy; })()",
    );
    assert!(said.starts_with("init."), "{said}");
}

#[wasm_bindgen_test]
fn a_copy_can_be_changed_without_its_original_and_that_without_the_callers() {
    let callers = js("Object.freeze({ method: 'POST' })");
    let init = Init::read(&callers).ok().unwrap();
    let copy = init.copy();
    copy.set("signal", &JsValue::from(1));
    init.set("method", &"PUT".into());
    assert!(init.get("signal").is_undefined());
    assert_eq!(copy.get("method"), "POST");
    assert_eq!(get(&callers, "method"), "POST");
}

#[wasm_bindgen_test]
fn a_member_named_proto_does_not_become_the_prototype() {
    let init = read(r#"JSON.parse('{"__proto__": {"method": "DELETE"}}')"#);
    assert!(init.get("method").is_undefined());
}
