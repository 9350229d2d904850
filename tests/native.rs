//! The loop of the package in a Rust program, over reqwest and tokio: the scenes of `examples/native`,
//! judged by the server's clock, strictly from below and generously from above.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests"
)]

#[path = "../examples/native/answer.rs"]
mod answer;
#[path = "../examples/native/client.rs"]
mod client;
#[path = "../examples/native/esc.rs"]
mod esc;
#[path = "../examples/native/host.rs"]
mod host;
#[path = "../examples/native/json.rs"]
mod json;
#[path = "../examples/native/play.rs"]
mod play;
#[path = "../examples/native/program.rs"]
mod program;
#[path = "../examples/native/scenes.rs"]
mod scenes;
#[path = "../examples/native/server.rs"]
mod server;
#[path = "../examples/native/sse.rs"]
mod sse;

use answer::Broken;
use client::Trouble;
use fetch_with_retry::call::message::{Done, GaveUp, Message, RetryDetails};
use fetch_with_retry::policy::decision::GiveUpReason;
use fetch_with_retry::policy::outcome::Reason;
use futures_util::future::join_all;
use play::Played;
use program::Failure;
use scenes::{BACKOFF, HINT, KEY, Press, Scene, Site};
use server::Ends;
use std::time::Duration;

const SITES: [Site; 3] = [Site::Messages, Site::MessagesStreaming, Site::ChatCompletions];
/// A busy machine may be late by so much; less than lies between the backoff and the hint.
const LATE: Duration = Duration::from_millis(850);

async fn play(scene: Scene) -> Played {
    let limit = Duration::from_secs(30);
    tokio::time::timeout(limit, play::play(scene)).await.expect("it ends").unwrap()
}

/// Between the requests, by the server's clock.
fn gaps(played: &Played) -> Vec<Duration> {
    played.arrivals.windows(2).map(|pair| pair[1].at.duration_since(pair[0].at)).collect()
}

fn waits(played: &Played) -> Vec<RetryDetails> {
    let messages = played.heard.messages.borrow();
    let waits = messages.iter().filter_map(|(_, message)| match message {
        Message::NewRetryAttempt(details) => Some(details.clone()),
        Message::RetryGaveUp(_) | Message::RetryDone(_) => None,
    });
    waits.collect()
}

/// The last message, which says why there is no retry.
fn gave_up(played: &Played) -> GaveUp {
    match played.heard.messages.borrow().last() {
        Some((_, Message::RetryGaveUp(gave_up))) => gave_up.clone(),
        last => panic!("{last:?}"),
    }
}

#[track_caller]
fn assert_lasts(gap: Duration, wait: Duration) {
    assert!(gap >= wait && gap < wait + LATE, "{gap:?} for {wait:?}");
}

#[tokio::test]
async fn each_site_waits_as_long_as_the_server_asks_and_its_backoff_where_it_does_not() {
    for played in join_all(SITES.map(|site| play(scenes::limited_for_a_while(site)))).await {
        played.ended.as_ref().unwrap();
        assert_eq!(played.shown, "Hello there.");
        let gaps = gaps(&played);
        assert_eq!(gaps.len(), 2);
        assert_lasts(gaps[0], BACKOFF);
        assert_lasts(gaps[1], HINT);
    }
}

#[tokio::test]
async fn every_wait_is_told_before_it_begins_and_its_end_in_the_end() {
    for played in join_all(SITES.map(|site| play(scenes::limited_for_a_while(site)))).await {
        let told: Vec<_> = waits(&played)
            .into_iter()
            .map(|wait| (wait.attempt, wait.reason, wait.status, wait.retry_after_ms, wait.message))
            .collect();
        let overloaded = "The service is overloaded (503). Retrying in 0.1 s (1 of 2).";
        let limited =
            "The service limits how often it may be asked (429). Retrying in 1 s (2 of 2).";
        assert_eq!(
            told,
            [
                (1, Reason::Http, Some(503), None, overloaded.to_owned()),
                (2, Reason::Http, Some(429), Some(1000.0), limited.to_owned()),
            ]
        );
        let messages = played.heard.messages.borrow();
        for (pair, (at, _)) in played.arrivals.windows(2).zip(messages.iter()) {
            assert!(pair[0].at <= *at && *at < pair[1].at);
        }
        let done = Done { id: 1, attempts: 3, status: Some(200), label: None };
        assert_eq!(messages.last().unwrap().1, Message::RetryDone(done));
    }
}

#[tokio::test]
async fn every_attempt_sends_the_same_and_has_its_line_in_the_log() {
    for played in join_all(SITES.map(|site| play(scenes::limited_for_a_while(site)))).await {
        let [first, others @ ..] = played.arrivals.as_slice() else { panic!("no request") };
        assert!(first.head.contains(KEY) && first.body.contains("Hello?"));
        for other in others {
            assert_eq!((&other.head, &other.body), (&first.head, &first.body));
        }
        let lines = played.heard.lines.borrow();
        let attempts = lines.iter().filter_map(|line| line.split_once("attempt ")).map(|on| on.1);
        assert_eq!(attempts.collect::<Vec<_>>(), ["1 of 3", "2 of 3", "3 of 3"]);
        let record = played.heard.records.take().remove(0);
        let statuses: Vec<_> = record.attempts.iter().map(|one| one.status).collect();
        assert_eq!(statuses, [Some(503), Some(429), Some(200)]);
    }
}

#[tokio::test]
async fn a_request_that_is_wrong_is_not_retried_and_the_caller_reads_why() {
    let played = play(scenes::refused()).await;
    assert_eq!(played.arrivals.len(), 1);
    assert!(played.heard.messages.borrow().is_empty());
    let Err(Trouble::Refused { status: 400, body }) = played.ended else { panic!() };
    assert!(body.contains("max_tokens: too many"));
}

#[tokio::test]
async fn a_limit_that_does_not_pass_ends_at_the_cap_and_says_so() {
    let played = play(scenes::limited_for_good()).await;
    assert_eq!(played.arrivals.len(), 3);
    assert_eq!(waits(&played).len(), 2);
    let GaveUp { reason, attempts, status, message, .. } = gave_up(&played);
    assert_eq!((reason, attempts, status), (GiveUpReason::RetriesExhausted, 3, Some(429)));
    let why = "The service limits how often it may be asked (429). Gave up after 3 attempts.";
    assert!(message.starts_with(why), "{message}");
}

#[tokio::test]
async fn a_body_that_was_looked_into_can_still_be_read() {
    let played = play(scenes::limited_for_good()).await;
    let Err(Trouble::Refused { status: 429, body }) = played.ended else { panic!() };
    assert!(body.starts_with('{') && body.contains("Too many requests") && body.ends_with('}'));
}

#[tokio::test]
async fn a_limit_of_hours_is_not_waited_for_and_is_named() {
    let played = play(scenes::limited_for_hours()).await;
    assert_eq!(played.arrivals.len(), 1);
    let GaveUp { reason, retry_after_ms, message, .. } = gave_up(&played);
    assert_eq!((reason, retry_after_ms), (GiveUpReason::RetryAfterTooLong, Some(7_200_000.0)));
    assert!(message.contains("It asks to wait 2 h, which is too long."), "{message}");
}

#[tokio::test]
async fn an_account_without_credit_is_not_retried() {
    let played = play(scenes::out_of_credit()).await;
    assert_eq!(played.arrivals.len(), 1);
    assert_eq!(gave_up(&played).reason, GiveUpReason::QuotaExhausted);
}

#[tokio::test]
async fn the_providers_own_words_are_told_without_the_key_in_them() {
    let played = play(scenes::limited_for_good()).await;
    let words = gave_up(&played).provider_message.unwrap();
    assert!(words.starts_with("Too many requests with the key"), "{words}");
}

#[tokio::test]
async fn a_silent_service_is_left_after_the_attempts_time_and_asked_again() {
    let played = play(scenes::silent_for_a_while()).await;
    played.ended.as_ref().unwrap();
    assert_eq!(waits(&played)[0].reason, Reason::Timeout);
    assert_eq!((played.arrivals.len(), played.departures.len()), (2, 1));
    assert_lasts(
        gaps(&played)[0],
        Duration::from_millis(300) + BACKOFF - Duration::from_millis(50),
    );
    assert!(played.heard.records.borrow()[0].may_have_executed);
}

#[tokio::test]
async fn an_error_body_that_never_ends_is_left_after_a_second() {
    let played = play(scenes::slow_to_explain()).await;
    played.ended.as_ref().unwrap();
    assert_lasts(gaps(&played)[0], Duration::from_secs(1) + BACKOFF - Duration::from_millis(50));
    assert_eq!(played.departures.len(), 1);
}

#[tokio::test]
async fn a_service_that_is_down_is_given_up_after_all_waits() {
    let played = play(scenes::nobody_there()).await;
    assert!(matches!(played.ended, Err(Trouble::Failed(Failure::Unreachable(_)))));
    assert_eq!(
        waits(&played).iter().map(|wait| wait.reason).collect::<Vec<_>>(),
        [Reason::Network; 2]
    );
    assert!(played.over.duration_since(played.began) >= 2 * BACKOFF);
    assert_eq!(
        gave_up(&played).message,
        "The service cannot be reached. Gave up after 3 attempts."
    );
}

#[tokio::test]
async fn a_stream_that_broke_after_its_first_token_is_not_replayed() {
    for (ends, why) in [
        (Ends::Cut, "The answer was cut off"),
        (Ends::Stalled, "The answer stopped coming."),
        (Ends::Overloaded, "The service broke off: Overloaded"),
    ] {
        let played = play(scenes::broken(&["Hel"], ends)).await;
        assert_eq!((played.arrivals.len(), played.shown.as_str()), (1, "Hel"));
        let trouble = played.ended.unwrap_err();
        assert!(matches!(trouble, Trouble::Broken { has_streamed: true, .. }), "{trouble:?}");
        assert!(trouble.to_string().starts_with(why), "{trouble}");
    }
}

#[tokio::test]
async fn a_stream_that_broke_before_its_first_token_is_requested_again() {
    for ends in [Ends::Cut, Ends::Stalled] {
        let played = play(scenes::broken(&[], ends)).await;
        assert_eq!((played.arrivals.len(), played.shown.as_str()), (2, "Hello there."));
        played.ended.unwrap();
    }
}

#[tokio::test]
async fn esc_ends_a_call_at_once_and_nothing_more_is_sent_or_told() {
    let presses = [Press::InWait, Press::InAttempt, Press::InStream];
    let plays = join_all(presses.map(|press| play(scenes::stopped(press)))).await;
    for (press, played) in presses.into_iter().zip(plays) {
        assert_eq!(played.arrivals.len(), 1, "{press:?}");
        assert!(played.over.duration_since(played.pressed.unwrap()) < LATE, "{press:?}");
        assert_eq!(played.heard.messages.borrow().len(), usize::from(press == Press::InWait));
        // Whoever is kept waiting sees the connection closed.
        assert_eq!(played.departures.len(), usize::from(press != Press::InWait), "{press:?}");
        let stopped = matches!(
            played.ended,
            Err(Trouble::Stopped | Trouble::Broken { why: Broken::Aborted, .. })
        );
        assert!(stopped, "{press:?}");
    }
}

#[tokio::test]
async fn the_key_is_told_to_nobody_but_the_server() {
    let titled = async |scene: Scene| (scene.title, play(scene).await);
    for (title, played) in join_all(scenes::all().into_iter().map(titled)).await {
        let told = format!("{:?} {:?}", played.heard.messages, played.heard.lines);
        let ended = played.ended.map_err(|trouble| trouble.to_string());
        assert!(!told.contains(KEY) && !format!("{ended:?}").contains(KEY), "{title}");
        assert!(played.arrivals.iter().all(|arrival| arrival.head.contains(KEY)), "{title}");
    }
}
