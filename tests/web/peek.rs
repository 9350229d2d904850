//! A look into an error body.

use crate::tools::{call, get, is_node, js, number, settled, sleep};
use fetch_with_retry::policy::hint::Pair;
use fetch_with_retry::policy::limits::MOST_LOOKED_AT;
use fetch_with_retry::web::answer::Answer;
use fetch_with_retry::web::clock::now;
use fetch_with_retry::web::peek::peek;
use fetch_with_retry::web::signal::CallersSignal;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::AbortController;

fn answer(response: JsValue) -> Answer {
    Answer::of(response, AbortController::new().unwrap()).ok().unwrap()
}

async fn look(answer: &Answer) -> Vec<Pair> {
    peek(answer, &CallersSignal::of(JsValue::UNDEFINED).ok().unwrap()).await
}

/// A response whose body gives what `pull` does, and a note of what became of it.
fn streamed(pull: &str) -> JsValue {
    call(
        "pull => {
          const note = { pulled: 0, cancelled: 0 };
          const source = { pull: (to) => { note.pulled += 1; return pull(to, note); }, cancel() { note.cancelled += 1; } };
          note.response = new Response(new ReadableStream(source, { highWaterMark: 0 }), { status: 429 });
          return note;
        }",
        &[&js(pull)],
    )
}

#[wasm_bindgen_test]
async fn the_callers_body_is_unread_and_whole_after_it() {
    let answer = answer(js(r#"new Response('\ufeff{"error":{"code":429}}', { status: 429 })"#));
    let pairs = look(&answer).await;
    assert_eq!(pairs.first().map(|pair| pair.path.as_str()), Some("error.code"));
    assert!(get(&answer.response, "bodyUsed").is_falsy());
    assert!(get(&get(&answer.response, "body"), "locked").is_falsy());
    let text = settled(&call("response => response.text()", &[&answer.response])).await.unwrap();
    assert_eq!(text, r#"{"error":{"code":429}}"#);
}

#[wasm_bindgen_test]
async fn letters_that_are_cut_between_chunks_are_whole() {
    let note = streamed(
        r#"(to, note) => {
          const bytes = new TextEncoder().encode('{"error":"überlastet"}');
          if (note.pulled > bytes.length) to.close(); else to.enqueue(bytes.subarray(note.pulled - 1, note.pulled));
        }"#,
    );
    let pairs = look(&answer(get(&note, "response"))).await;
    assert_eq!(
        pairs.first().map(|pair| pair.value.text().to_owned()),
        Some("überlastet".to_owned())
    );
}

#[wasm_bindgen_test]
async fn a_body_that_is_slow_ends_the_look_after_a_second_and_stays_readable() {
    let note = streamed(
        "(to, note) => {
          if (note.pulled === 1) return to.enqueue(new TextEncoder().encode('{'));
          return new Promise((resolve) => { note.go = () => { to.enqueue(new TextEncoder().encode('}')); to.close(); resolve(); }; });
        }",
    );
    let answer = answer(get(&note, "response"));
    let began = now().monotonic;
    assert!(look(&answer).await.is_empty());
    let took = now().monotonic.since(began).get();
    assert!((950..3000).contains(&took), "{took} ms");
    assert_eq!(number(&note, "cancelled"), 0.0, "the caller's branch lives");
    let text = call("response => response.text()", &[&answer.response]);
    call("note => note.go()", &[&note]);
    assert_eq!(settled(&text).await.unwrap(), "{}");
}

#[wasm_bindgen_test]
async fn a_body_that_is_too_long_is_not_read_on() {
    let note = streamed("(to) => to.enqueue(new Uint8Array(8192))");
    let answer = answer(get(&note, "response"));
    assert!(look(&answer).await.is_empty());
    let pulled = number(&note, "pulled");
    assert!(pulled <= MOST_LOOKED_AT as f64 / 8192.0 + 3.0, "{pulled}");
    sleep(20).await;
    assert_eq!(number(&note, "pulled"), pulled, "nothing is read on");
}

#[wasm_bindgen_test]
async fn empty_chunks_without_end_do_not_hold_the_context_for_ever() {
    let note = streamed(
        "(to, note) => note.pulled > 300_000 ? to.close() : to.enqueue(new Uint8Array(0))",
    );
    assert!(look(&answer(get(&note, "response"))).await.is_empty());
    assert!(number(&note, "pulled") < 300_000.0);
}

#[wasm_bindgen_test]
async fn the_branch_that_was_looked_into_is_let_go_of_with_the_response() {
    let note = streamed("() => new Promise(() => {})");
    let answer = answer(get(&note, "response"));
    assert!(look(&answer).await.is_empty());
    assert_eq!(answer.unread.borrow().is_some(), is_node(), "only Node cannot cancel it yet");
    answer.end_look();
    assert!(answer.unread.borrow().is_none());
    call("response => { response.body.cancel(); }", &[&answer.response]);
    sleep(5).await;
    assert_eq!(number(&note, "cancelled"), 1.0, "both branches are");
}

#[wasm_bindgen_test]
async fn what_cannot_be_looked_into_says_nothing() {
    for response in [
        "new Response('', { status: 503 })",
        "new Response('<html>', { status: 503 })",
        "new Response('{\"a\":', { status: 503 })",
        "{ status: 503 }",
        "{ status: 503, body: {} }",
        "{ status: 503, body: {}, clone: () => ({}) }",
        "{ status: 503, body: {}, clone() { throw new Error(); } }",
        "{ status: 503, body: {}, clone: () => ({ body: { getReader: () => ({ read: () => ({ value: 'text' }) }) } }) }",
        "{ status: 503, body: {}, clone: () => ({ body: { getReader: () => ({ read: () => null }) } }) }",
        "((response) => (response.body.getReader(), response))(new Response('{\"a\":1}'))",
    ] {
        assert!(look(&answer(js(response))).await.is_empty(), "{response}");
    }
}

#[wasm_bindgen_test]
async fn a_look_that_is_dropped_sets_its_branch_free_and_leaves_the_callers() {
    let note = streamed("() => new Promise(() => {})");
    let answer = answer(get(&note, "response"));
    {
        use futures_util::FutureExt;
        let mut looking = Box::pin(look(&answer));
        assert!((&mut looking).now_or_never().is_none());
    }
    sleep(5).await;
    assert_eq!(number(&note, "cancelled"), 0.0);
    assert!(get(&get(&answer.response, "body"), "locked").is_falsy());
    answer.end_look();
    call("response => { response.body.cancel(); }", &[&answer.response]);
    sleep(5).await;
    assert_eq!(number(&note, "cancelled"), 1.0);
}
