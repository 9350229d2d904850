//! Whether a host answers.

use crate::tools::{Patch, get, js, sleep};
use fetch_with_retry::call::host::Probe;
use fetch_with_retry::web::fetching::Fetching;
use fetch_with_retry::web::probe::Question;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn where_there_is_no_origin_nobody_is_asked_and_nobody_answers() {
    let asked = js("async () => { globalThis.asked += 1; }");
    let _calls = Patch::global("asked", &0.into());
    let _fetch = Patch::global("fetch", &asked);
    let nobody = Question::ask("", &Fetching::default());
    let somebody = Question::ask("https://x.test", &Fetching::default());
    sleep(1).await;
    assert!(!nobody.has_answered() && somebody.has_answered());
    assert_eq!(get(&js_sys::global(), "asked"), 1.0);
}

#[wasm_bindgen_test]
async fn a_question_ends_when_it_is_dropped_and_what_it_threw_is_no_answer() {
    let fetch = js("(url, init) => { globalThis.asked = init.signal; throw new Error(); }");
    let _asked = Patch::global("asked", &0.into());
    let _fetch = Patch::global("fetch", &fetch);
    let question = Question::ask("https://x.test", &Fetching::default());
    sleep(1).await;
    assert!(!question.has_answered());
    let signal = get(&js_sys::global(), "asked");
    assert_eq!(get(&signal, "aborted"), false);
    drop(question);
    assert_eq!(get(&signal, "aborted"), true);
}
