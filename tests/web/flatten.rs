//! Documents as policy reads them.

use crate::tools::js;
use fetch_with_retry::policy::hint::Scalar;
use fetch_with_retry::policy::limits::{DEEPEST_LOOK, MOST_PAIRS};
use fetch_with_retry::web::flatten::flatten;
use wasm_bindgen_test::wasm_bindgen_test;

fn paths(document: &str) -> Vec<String> {
    flatten(&js(document)).into_iter().map(|pair| pair.path).collect()
}

#[wasm_bindgen_test]
fn each_scalar_has_its_path_in_the_order_of_the_document() {
    let document =
        js("{ error: { code: 429, details: [{ retry: '3s' }, null], ok: false }, text: 'x' }");
    let pairs = flatten(&document);
    let seen: Vec<_> = pairs.iter().map(|pair| pair.path.as_str()).collect();
    let expected = ["error.code", "error.details.0.retry", "error.details.1", "error.ok", "text"];
    assert_eq!(seen, expected);
    let values: Vec<_> = pairs.iter().map(|pair| &pair.value).collect();
    assert!(matches!(
        values.as_slice(),
        [
            Scalar::Number(429.0),
            Scalar::Text(_),
            Scalar::Null,
            Scalar::Flag(false),
            Scalar::Text(_)
        ]
    ));
}

#[wasm_bindgen_test]
fn a_document_may_be_one_scalar_or_nothing() {
    assert_eq!(paths("'busy'"), [""]);
    assert_eq!(paths("null"), [""]);
    assert!(paths("undefined").is_empty());
    assert!(paths("[]").is_empty());
    assert!(paths("Symbol('s')").is_empty());
}

#[wasm_bindgen_test]
fn no_more_is_read_than_anyone_means() {
    assert_eq!(paths("Array.from({ length: 5000 }, (_, at) => at)").len(), MOST_PAIRS);
    assert_eq!(
        paths("Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 'x'))").len(),
        MOST_PAIRS
    );
}

#[wasm_bindgen_test]
fn what_stands_too_deep_is_not_seen() {
    let nested = |depth: usize| {
        let document = format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
        paths(&format!("JSON.parse('{document}')"))
    };
    assert_eq!(nested(DEEPEST_LOOK).len(), 1);
    assert!(nested(DEEPEST_LOOK + 1).is_empty());
    assert!(nested(20_000).is_empty());
}

#[wasm_bindgen_test]
fn what_cannot_be_read_is_left_out_and_the_rest_is_seen() {
    assert_eq!(paths("{ a: 1, bad: { get x() { throw new Error(); } }, b: 2 }"), ["a", "b"]);
    assert_eq!(
        paths("{ a: 1, bad: (({ proxy, revoke }) => (revoke(), proxy))(Proxy.revocable({}, {})) }"),
        ["a"]
    );
}

#[wasm_bindgen_test]
fn a_cycle_ends_however_often_it_holds_itself() {
    let document =
        "(() => { const a = []; for (let at = 0; at < 200; at += 1) a.push(a); return a; })()";
    assert!(paths(document).is_empty());
}
