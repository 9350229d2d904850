//! What nobody will read.

use crate::tools::{call, get, is_node, js, number, sleep};
use fetch_with_retry::policy::limits::MOST_DRAINED;
use fetch_with_retry::web::answer::Answer;
use fetch_with_retry::web::drain::Drain;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{AbortController, AbortSignal};

/// A response whose body gives what `pull` does, and a note of what became of it.
struct Made {
    note: JsValue,
    own: AbortSignal,
    drain: Option<Drain>,
}

fn drained(pull: &str) -> Made {
    let note = call(
        "pull => {
          const note = { pulled: 0, cancelled: 0 };
          const source = { pull: (to) => { note.pulled += 1; return pull(to, note); }, cancel() { note.cancelled += 1; } };
          note.response = new Response(new ReadableStream(source, { highWaterMark: 0 }), { status: 503 });
          return note;
        }",
        &[&js(pull)],
    );
    let own = AbortController::new().unwrap();
    let signal = own.signal();
    let answer = Answer::of(get(&note, "response"), own).ok().unwrap();
    Made { note, own: signal, drain: Drain::begin(answer) }
}

#[wasm_bindgen_test]
async fn a_body_that_ends_is_read_to_its_end_and_its_connection_kept() {
    let Made { note, own, drain } =
        drained("(to, note) => note.pulled < 4 ? to.enqueue(new Uint8Array(100)) : to.close()");
    sleep(20).await;
    drop(drain);
    sleep(5).await;
    assert_eq!(number(&note, "pulled"), 4.0);
    assert_eq!(number(&note, "cancelled"), 0.0);
    assert!(!own.aborted());
}

#[wasm_bindgen_test]
async fn a_drain_that_is_dropped_ends_at_once() {
    let Made { note, own, drain } = drained("() => new Promise(() => {})");
    sleep(5).await;
    assert_eq!(number(&note, "cancelled"), 0.0);
    drop(drain);
    sleep(5).await;
    assert_eq!(number(&note, "cancelled"), 1.0);
    assert_eq!(own.aborted(), !is_node(), "Node lets go of connections by itself");
}

#[wasm_bindgen_test]
async fn no_more_than_the_limit_is_read() {
    let Made { note, drain, .. } = drained("(to) => to.enqueue(new Uint8Array(8192))");
    sleep(50).await;
    assert_eq!(number(&note, "cancelled"), 1.0, "though nobody has dropped it");
    assert!(number(&note, "pulled") <= MOST_DRAINED as f64 / 8192.0 + 1.0);
    drop(drain);
    sleep(5).await;
    assert_eq!(number(&note, "cancelled"), 1.0, "once");
}

#[wasm_bindgen_test]
async fn empty_chunks_without_end_do_not_hold_the_context_for_ever() {
    let Made { note, drain, .. } =
        drained("(to, note) => note.pulled > 300_000 ? to.close() : to.enqueue(new Uint8Array(0))");
    sleep(50).await;
    assert_eq!(number(&note, "cancelled"), 1.0);
    drop(drain);
}

#[wasm_bindgen_test]
async fn a_body_that_trickles_is_ended_after_a_second() {
    let Made { note, drain, .. } = drained("() => new Promise(() => {})");
    sleep(900).await;
    assert_eq!(number(&note, "cancelled"), 0.0);
    sleep(300).await;
    assert_eq!(number(&note, "cancelled"), 1.0);
    drop(drain);
}

#[wasm_bindgen_test]
async fn a_body_that_breaks_is_as_good_as_one_that_ends() {
    let Made { drain, .. } = drained("() => Promise.reject(new Error('broken'))");
    sleep(5).await;
    drop(drain);
    sleep(5).await;
}

#[wasm_bindgen_test]
async fn where_there_is_nothing_to_drain_none_begins() {
    for response in [
        "{ status: 503 }",
        "new Response(null, { status: 503 })",
        "((response) => (response.body.getReader(), response))(new Response('read by another'))",
        "{ status: 503, body: { getReader() { throw new Error(); } } }",
    ] {
        let answer = Answer::of(js(response), AbortController::new().unwrap()).ok().unwrap();
        assert!(Drain::begin(answer).is_none(), "{response}");
    }
    let odd = js("{ status: 503, body: { getReader: () => ({ read: 5 }) } }");
    drop(Drain::begin(Answer::of(odd, AbortController::new().unwrap()).ok().unwrap()));
    sleep(5).await;
}
