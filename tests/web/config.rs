//! Reading a config off objects that do not want to be read.

use crate::tools::{call, js, json, message};
use fetch_with_retry::policy::keys::KEYS;
use fetch_with_retry::policy::millis::Millis;
use fetch_with_retry::web::config::{read, read_over};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

const REVOKED: &str = "(({ proxy, revoke }) => (revoke(), proxy))(Proxy.revocable({}, {}))";

fn refused(config: &JsValue) -> String {
    message(&read(config).err().unwrap())
}

#[wasm_bindgen_test]
fn a_getter_that_throws_names_its_key_and_nothing_that_it_threw() {
    for key in &KEYS {
        let getter =
            call("name => ({ get [name]() { throw new Error('secret'); } })", &[&key.name.into()]);
        let said = refused(&getter);
        let start = format!("config.{}: got a value that throws when read; ", key.name);
        assert!(said.starts_with(&start) && !said.contains("secret"), "{said}");
    }
}

#[wasm_bindgen_test]
fn a_revoked_proxy_is_refused_as_config_as_value_and_as_entry() {
    assert!(refused(&js(REVOKED)).starts_with("config: "));
    for key in &KEYS {
        let value = call("(name, value) => ({ [name]: value })", &[&key.name.into(), &js(REVOKED)]);
        let said = refused(&value);
        assert!(said.starts_with(&format!("config.{}: ", key.name)), "{said}");
    }
    let entry = call("value => ({ delaysMs: [1, value] })", &[&js(REVOKED)]);
    assert!(refused(&entry).starts_with("config.delaysMs: "));
}

#[wasm_bindgen_test]
fn each_known_key_is_read_once_in_its_order_inherited_ones_too() {
    let seen = js("[]");
    let config = call(
        "seen => new Proxy(Object.create({ maxRetries: 7 }), { get(of, name) { seen.push(name); return of[name]; } })",
        &[&seen],
    );
    let settings = read(&config).ok().unwrap();
    assert_eq!(settings.config.max_retries, 7);
    let names = KEYS.iter().map(|key| JsValue::from(key.name)).collect::<js_sys::Array>();
    assert_eq!(json(&seen), json(&names));
}

#[wasm_bindgen_test]
fn an_array_that_lies_about_its_length_is_refused_without_reading_it() {
    for length in ["2 ** 32 - 1", "Infinity", "1001"] {
        let config = js(&format!(
            "{{ delaysMs: new Proxy([1], {{ get(of, name) {{ if (name === 'length') return {length}; throw new Error('read'); }} }}) }}"
        ));
        let said = refused(&config);
        assert!(said.contains("an array of more than 1000"), "{length}: {said}");
    }
    for length in ["NaN", "'x'", "{}", "-1"] {
        let config = js(&format!(
            "{{ delaysMs: new Proxy([1], {{ get: (of, name) => name === 'length' ? {length} : of[name] }}) }}"
        ));
        assert!(refused(&config).contains("an empty array"), "{length}");
    }
}

#[wasm_bindgen_test]
fn an_array_that_holds_itself_is_looked_into_once() {
    let config = js("((list) => (list.push(list), { retryStatuses: list }))([503])");
    assert!(refused(&config).starts_with("config.retryStatuses: "));
}

#[wasm_bindgen_test]
fn a_key_that_is_a_document_is_not_copied_into_the_error() {
    let said = refused(&js("{ ['secret'.repeat(100_000)]: 1 }"));
    assert!(said.len() < 200, "{} letters", said.len());
}

#[wasm_bindgen_test]
fn symbols_and_what_cannot_be_enumerated_serve_other_ends() {
    let config = js("Object.defineProperty({ [Symbol('x')]: 1 }, 'hidden', { value: 1 })");
    assert!(read(&config).is_ok());
}

#[wasm_bindgen_test]
fn what_is_undefined_keeps_what_was_there_and_a_fault_changes_nothing() {
    let base = read(&js("{ maxRetries: 5, label: 'mine', onRetry() {} }")).ok().unwrap();
    let over =
        read_over(&base, &js("{ maxRetries: undefined, onRetry: undefined, totalTimeoutMs: 9 }"));
    let over = over.ok().unwrap();
    assert_eq!(over.config.max_retries, 5);
    assert_eq!(over.config.total_timeout, Millis::new(9));
    assert_eq!(over.config.label.as_deref(), Some("mine"));
    assert!(over.callbacks.on_retry.is_some());
    assert_eq!(base.config.total_timeout, Millis::FOREVER);
    assert!(read_over(&base, &js("{ maxRetries: 6, factor: 0 }")).is_err());
    assert_eq!(base.config.max_retries, 5);
}

#[wasm_bindgen_test]
fn calls_without_a_config_share_one() {
    let (first, second) =
        (read(&JsValue::UNDEFINED).ok().unwrap(), read(&JsValue::UNDEFINED).ok().unwrap());
    assert!(Rc::ptr_eq(&first.config, &second.config));
    assert!(Rc::ptr_eq(&first.callbacks, &second.callbacks));
}

#[wasm_bindgen_test]
fn a_wrong_size_is_a_range_error_and_a_wrong_type_a_type_error() {
    assert!(read(&js("{ maxRetries: -1 }")).err().unwrap().has_type::<js_sys::RangeError>());
    assert!(read(&js("{ maxRetries: '1' }")).err().unwrap().has_type::<js_sys::TypeError>());
}
