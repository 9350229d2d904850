//! What is remembered of an outcome.

use crate::tools::{call, get, js, json};
use fetch_with_retry::call::record::{AttemptRecord, Record};
use fetch_with_retry::policy::decision::GiveUpReason;
use fetch_with_retry::policy::outcome::Reason;
use fetch_with_retry::web::info::{given_up, is_refusal, recall, refuse, remember, serial};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

fn record(gave_up: Option<GiveUpReason>) -> Record {
    let attempt =
        AttemptRecord { reason: Reason::Http, status: Some(503), duration_ms: 1.5, wait_ms: 0.0 };
    Record { attempts: vec![attempt], gave_up, ..Record::default() }
}

#[wasm_bindgen_test]
fn what_is_given_is_a_copy_which_is_the_callers() {
    let outcome = js("new Response('x')");
    remember(&outcome, &record(None));
    let first = recall(&outcome);
    let before = json(&first);
    assert!(before.contains(r#""status":503"#) && before.contains(r#""gaveUp":null"#), "{before}");
    call(
        "info => { info.attempts.push(1); info.attempts[0].status = 1; info.gaveUp = 'vetoed'; }",
        &[&first],
    );
    assert_eq!(json(&recall(&outcome)), before);
    assert_eq!(given_up(&outcome, 0.0), None);
}

#[wasm_bindgen_test]
fn why_it_was_given_up_on_is_known_by_every_name() {
    for reason in GiveUpReason::ALL {
        let outcome = js("new Error('x')");
        remember(&outcome, &record(Some(reason)));
        assert_eq!(given_up(&outcome, 0.0), Some(reason));
        assert_eq!(given_up(&outcome, serial()), None, "not since");
        assert_eq!(get(&recall(&outcome), "gaveUp"), reason.name());
    }
}

#[wasm_bindgen_test]
fn what_has_no_identity_is_not_remembered_and_does_no_harm() {
    for value in ["undefined", "null", "'text'", "5", "5n", "Symbol.for('x')", "true"] {
        let value = js(value);
        remember(&value, &record(Some(GiveUpReason::Vetoed)));
        refuse(&value, &Record::default());
        assert!(recall(&value).is_undefined());
        assert_eq!(given_up(&value, 0.0), None);
        assert!(!is_refusal(&value));
    }
    let odd = [
        "() => {}",
        "Object.freeze({})",
        "(({ proxy, revoke }) => (revoke(), proxy))(Proxy.revocable({}, {}))",
    ];
    for value in odd {
        let value = js(value);
        remember(&value, &record(None));
        assert!(!recall(&value).is_undefined());
    }
}

#[wasm_bindgen_test]
fn a_refusal_is_marked_and_remembered_and_no_other_error_is() {
    let (refused, failed) = (js("new TypeError('same')"), js("new TypeError('same')"));
    refuse(&refused, &Record::default());
    remember(&failed, &record(None));
    assert!(is_refusal(&refused) && !is_refusal(&failed));
    assert_eq!(json(&get(&recall(&refused), "attempts")), "[]");
    assert!(!is_refusal(&call("error => Object.create(error)", &[&refused])), "not what inherits");
    assert!(recall(&JsValue::from(js_sys::Object::new())).is_undefined());
}
