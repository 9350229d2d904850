//! What contexts tell each other.

use crate::tools::{call, js, json, settled, sleep};
use fetch_with_retry::call::notice::Notice;
use fetch_with_retry::policy::moment::{Epoch, Monotonic};
use fetch_with_retry::policy::place::Ticket;
use fetch_with_retry::web::channel::{hear, outward, post, shares};
use fetch_with_retry::web::{clock, context};
use wasm_bindgen_test::wasm_bindgen_test;

/// Until when an origin is held, as this context knows it.
fn until(origin: &str) -> Monotonic {
    let lane = context::with(|context| context.shared.of(origin, clock::now().monotonic));
    lane.place.borrow().until()
}

/// How many are before a call whose place is the last.
fn before_the_last(origin: &str) -> usize {
    let now = clock::now().monotonic;
    let lane = context::with(|context| context.shared.of(origin, now));
    let mut place = lane.place.borrow_mut();
    place.enter(Ticket(1.0), Monotonic(f64::INFINITY));
    let rank = place.crowd(Ticket(1.0), now).rank;
    place.leave(Ticket(1.0), now);
    rank
}

/// An epoch moment so many milliseconds from now.
fn soon(ms: f64) -> Epoch {
    Epoch(clock::now().epoch.0 + ms)
}

#[wasm_bindgen_test]
fn each_notice_is_plain_data_of_its_own_form() {
    let origin = "https://a.test";
    for (notice, form) in [
        (Notice::Ask { origin }, r#"{"origin":"https://a.test"}"#),
        (Notice::Hold { origin, until: Epoch(5.5) }, r#"{"origin":"https://a.test","until":5.5}"#),
        (
            Notice::Waits { origin, ticket: Ticket(0.25), lapses: Epoch(7.0) },
            r#"{"origin":"https://a.test","ticket":0.25,"until":7}"#,
        ),
        (
            Notice::Left { origin, ticket: Ticket(0.25) },
            r#"{"origin":"https://a.test","ticket":0.25,"until":0}"#,
        ),
    ] {
        assert_eq!(json(&outward(notice)), form);
    }
}

#[wasm_bindgen_test]
fn what_is_told_is_understood() {
    let origin = "https://told.test";
    hear(&outward(Notice::Hold { origin, until: soon(9000.0) }));
    let left = clock::now().monotonic.until(until(origin)).get();
    assert!((8000..=9001).contains(&left), "{left} ms");

    hear(&outward(Notice::Waits { origin, ticket: Ticket(0.5), lapses: soon(9500.0) }));
    assert_eq!(before_the_last(origin), 1);
    hear(&outward(Notice::Left { origin, ticket: Ticket(0.25) }));
    assert_eq!(before_the_last(origin), 1, "another one left");
    hear(&outward(Notice::Left { origin, ticket: Ticket(0.5) }));
    assert_eq!(before_the_last(origin), 0);
}

#[wasm_bindgen_test]
fn whatever_else_comes_is_not_heard() {
    let origin = "https://odd.test";
    let held = until(origin);
    for message in [
        "undefined",
        "null",
        "5",
        "'https://odd.test'",
        "{}",
        "{ origin: 5, until: Date.now() + 9000 }",
        "{ origin: 'https://odd.test', until: String(Date.now() + 9000) }",
        "{ origin: 'https://odd.test', until: NaN }",
        "{ origin: 'https://odd.test', until: Infinity }",
        "{ origin: 'https://odd.test', until: -1 }",
        "{ origin: 'https://odd.test', until: 1e300 }",
        "{ origin: 'https://odd.test', ticket: null, until: Date.now() + 9000 }",
        "{ origin: 'https://odd.test', ticket: '0.5', until: Date.now() + 9000 }",
        "{ origin: 'https://odd.test', ticket: NaN, until: Date.now() + 9000 }",
        "{ origin: 'https://odd.test', ticket: 0.5 }",
        "{ origin: 'https://odd.test', ticket: 0.5, until: 1e300 }",
        "{ get origin() { throw new Error(); } }",
    ] {
        hear(&js(message));
        assert_eq!(until(origin), held, "{message}");
        assert_eq!(before_the_last(origin), 0, "{message}");
    }
}

#[wasm_bindgen_test]
async fn over_a_true_channel_both_ways() {
    assert!(shares());
    let other = js("(() => {
      const channel = new BroadcastChannel('fetch-with-retry-wasm cool-down');
      const other = { channel, heard: [], next: () => new Promise((resolve) => { other.tell = resolve; }) };
      channel.onmessage = ({ data }) => { other.heard.push(data); other.tell?.(data); };
      return other;
    })()");
    let origin = "https://both.test";
    let next = call("other => other.next()", &[&other]);
    post(Notice::Waits { origin, ticket: Ticket(0.5), lapses: Epoch(7.0) });
    assert_eq!(
        json(&settled(&next).await.unwrap()),
        r#"{"origin":"https://both.test","ticket":0.5,"until":7}"#
    );

    let end = soon(5000.0).0.floor();
    call(
        "(other, origin, until) => other.channel.postMessage({ origin, until })",
        &[&other, &origin.into(), &end.into()],
    );
    let mut rounds = 0;
    while until(origin) < clock::now().monotonic {
        rounds += 1;
        assert!(rounds < 100, "nothing was heard");
        sleep(10).await;
    }

    let next = call("other => other.next()", &[&other]);
    call("(other, origin) => other.channel.postMessage({ origin })", &[&other, &origin.into()]);
    let answer = settled(&next).await.unwrap();
    let told = crate::tools::number(&answer, "until");
    assert!((told - end).abs() < 50.0, "{told} for {end}");
    call("other => other.channel.close()", &[&other]);
}

#[wasm_bindgen_test]
fn a_question_about_what_nobody_knows_has_no_answer() {
    let origin = "https://unknown.test";
    hear(&outward(Notice::Ask { origin }));
    let now = clock::now();
    assert_eq!(context::with(|context| context.shared.hear(Notice::Ask { origin }, now)), None);
}
