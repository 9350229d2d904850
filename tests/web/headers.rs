//! Headers.

use crate::tools::{call, js, json, message};
use fetch_with_retry::web::headers::{copy_of, pairs_of, with};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

/// What fetch would make of them.
fn sent(headers: &JsValue) -> String {
    json(&call("headers => [...new Headers(headers)]", &[headers]))
}

fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[wasm_bindgen_test]
fn a_copy_sends_what_was_there_whatever_is_changed_later() {
    for (headers, change) in [
        ("new Headers({ a: '1', b: '2' })", "headers => headers.set('a', '9')"),
        ("{ a: '1', b: 2 }", "headers => { headers.a = '9'; headers.c = '3'; }"),
        ("[['a', '1'], ['b', 2]]", "headers => { headers[0][1] = '9'; headers.push(['c', '3']); }"),
        ("new Map([['a', '1'], ['b', '2']])", "headers => headers.set('a', '9')"),
        ("(function* () { yield ['a', '1']; yield new Set(['b', '2']); })()", "() => {}"),
    ] {
        let given = js(headers);
        let copy = copy_of(&given).ok().unwrap();
        call(change, &[&given]);
        assert_eq!(sent(&copy), r#"[["a","1"],["b","2"]]"#, "{headers}");
        assert_eq!(sent(&copy), r#"[["a","1"],["b","2"]]"#, "{headers}, sent again");
    }
}

#[wasm_bindgen_test]
fn what_is_no_headers_is_refused_without_its_value() {
    for headers in [
        "[null]",
        "[undefined]",
        "[['a', '1'], { [Symbol.iterator]() { throw new Error('secret'); } }]",
        "{ a: { toString() { throw new Error('secret'); } } }",
        "{ get a() { throw new Error('secret'); } }",
        "{ [Symbol.iterator]() { throw new Error('secret'); } }",
        "{ *[Symbol.iterator]() { yield ['a', '1']; throw new Error('secret'); } }",
        "(({ proxy, revoke }) => (revoke(), proxy))(Proxy.revocable({}, {}))",
    ] {
        let said = message(&copy_of(&js(headers)).err().unwrap());
        assert!(said.starts_with("init.headers: got "), "{headers}: {said}");
        assert!(!said.contains("secret"), "{headers}: {said}");
    }
}

#[wasm_bindgen_test]
fn pairs_are_read_in_each_of_the_three_forms() {
    for headers in [
        "new Headers({ a: '1', b: '2' })",
        "[['a', '1'], ['b', 2]]",
        "{ a: '1', b: 2 }",
        "new Map([['a', 1], ['b', '2']])",
    ] {
        assert_eq!(pairs_of(&js(headers)), owned(&[("a", "1"), ("b", "2")]), "{headers}");
    }
    for none in ["undefined", "null", "{}", "[]", "5", "Symbol('s')"] {
        assert_eq!(pairs_of(&js(none)), [], "{none}");
    }
}

#[wasm_bindgen_test]
fn a_pair_that_cannot_be_read_does_not_keep_the_others_from_being_known() {
    for headers in [
        "[['a', '1'], null, 5, ['b', '2']]",
        "[['a', '1'], { [Symbol.iterator]() { throw new Error(); } }, ['b', '2']]",
        "[['a', '1'], (({ proxy, revoke }) => (revoke(), proxy))(Proxy.revocable([], {})), ['b', '2']]",
        "{ a: '1', c: { toString() { throw new Error(); } }, b: '2' }",
    ] {
        assert_eq!(pairs_of(&js(headers)), owned(&[("a", "1"), ("b", "2")]), "{headers}");
    }
}

#[wasm_bindgen_test]
fn one_more_is_added_unless_there_is_one_of_the_name() {
    for headers in ["new Headers({ a: '1' })", "{ a: '1' }", "[['a', '1']]"] {
        let given = js(headers);
        let all = with(&given, "Key", "k").ok().unwrap();
        assert_eq!(sent(&all), r#"[["a","1"],["key","k"]]"#, "{headers}");
        assert_eq!(sent(&given), r#"[["a","1"]]"#, "{headers}: the caller's own");
    }
    let own = js("{ KEY: 'own' }");
    assert_eq!(sent(&with(&own, "Key", "k").ok().unwrap()), r#"[["key","own"]]"#);
    let empty = js("[['key', '']]");
    assert_eq!(sent(&with(&empty, "Key", "k").ok().unwrap()), r#"[["key",""]]"#);
    assert_eq!(sent(&with(&JsValue::NULL, "Key", "k").ok().unwrap()), r#"[["key","k"]]"#);
}

#[wasm_bindgen_test]
fn what_http_does_not_allow_is_an_error_without_the_value() {
    for (headers, name) in [("{ a: 'sec\\0ret secret' }", "key"), ("{}", "a name"), ("5", "key")] {
        let said = message(&with(&js(headers), name, "secret").err().unwrap());
        assert!(said.starts_with("init.headers: ") && !said.contains("secret"), "{said}");
    }
}
