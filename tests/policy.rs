//! The rules of the loop hold for any config, any history and any outcome.

#![allow(clippy::indexing_slicing)]

use fetch_with_retry::policy::backoff::{Backoff, Jitter};
use fetch_with_retry::policy::config::{Config, LongRetryAfter, RETRY_STATUSES};
use fetch_with_retry::policy::decision::{Decision, GiveUpReason, Replay, Standing, decide};
use fetch_with_retry::policy::hint::{ServerSays, Verdict};
use fetch_with_retry::policy::history::History;
use fetch_with_retry::policy::millis::Millis;
use fetch_with_retry::policy::outcome::Outcome;
use proptest::prelude::*;

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        3 => 0.0..100_000.0,
        1 => Just(0.0),
        1 => Just(f64::INFINITY),
        1 => 0.0..f64::MAX,
        1 => any::<f64>(),
    ]
}

fn finite() -> impl Strategy<Value = f64> {
    any_number().prop_map(|n| if n.is_finite() && n >= 0.0 { n } else { 0.0 })
}

fn at_least_0() -> impl Strategy<Value = f64> {
    any_number().prop_map(|n| if n >= 0.0 { n } else { 0.0 })
}

fn any_backoff() -> impl Strategy<Value = Backoff> {
    (
        finite(),
        finite(),
        at_least_0(),
        prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(finite(), 1..6)],
        prop_oneof![Just(Jitter::Equal), Just(Jitter::Full), Just(Jitter::None)],
    )
        .prop_map(|(initial_ms, factor, max_ms, schedule, jitter)| Backoff {
            initial_ms,
            factor: factor.max(1.0),
            max_ms,
            schedule,
            jitter,
        })
}

fn any_policy() -> impl Strategy<Value = Config> {
    (
        any_backoff(),
        0_u32..8,
        at_least_0(),
        at_least_0(),
        prop_oneof![Just(LongRetryAfter::Clamp), Just(LongRetryAfter::GiveUp)],
        prop_oneof![Just(0.0), 0.0..2.0, finite()],
    )
        .prop_map(|(backoff, retries, total, cap, long_retry_after, share)| Config {
            max_retries: u64::from(retries),
            backoff,
            total_timeout: Millis::ceil(total.max(f64::MIN_POSITIVE)),
            max_retry_after: Millis::ceil(cap),
            long_retry_after,
            retry_after_jitter: share,
            ..Config::default()
        })
}

fn any_millis() -> impl Strategy<Value = Millis> {
    prop_oneof![
        3 => (0_u64..100_000).prop_map(Millis::new),
        1 => any::<u64>().prop_map(Millis::new),
    ]
}

fn any_hint() -> impl Strategy<Value = Option<Millis>> {
    prop::option::of(any_millis().prop_map(|hint| hint.min(Millis::CENTURY)))
}

fn any_outcome() -> impl Strategy<Value = Outcome> {
    let verdict = prop::option::of(prop_oneof![
        Just(Verdict::Retry),
        Just(Verdict::No),
        Just(Verdict::QuotaExhausted)
    ]);
    let status = prop_oneof![prop::sample::select(RETRY_STATUSES.to_vec()), 0_u16..=999];
    prop_oneof![
        6 => (status, any_hint(), verdict).prop_map(|(status, wait, verdict)| Outcome::Response {
            status,
            says: ServerSays { wait, verdict, insists: verdict == Some(Verdict::Retry) },
        }),
        1 => any::<bool>().prop_map(|host_answers| Outcome::NetworkError { host_answers }),
        1 => Just(Outcome::Timeout),
        1 => Just(Outcome::TotalTimeout),
    ]
}

fn history_of(attempts: u64) -> History {
    let mut history = History::default();
    for _ in 0..attempts {
        history.push(&Outcome::Response { status: 503, says: ServerSays::default() });
    }
    history
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_backoff_stays_within_its_jitters_bounds(
        backoff in any_backoff(), retry in prop_oneof![1_u64..20, any::<u64>()], random in any::<f64>(),
    ) {
        let wait = backoff.before(retry, &|| random).as_f64();
        let none = Backoff { jitter: Jitter::None, ..backoff.clone() };
        let full = none.before(retry, &|| 0.0).as_f64();
        prop_assert!(full <= Millis::CENTURY.as_f64());
        if backoff.schedule.is_empty() {
            prop_assert!(full <= backoff.max_ms.min(Millis::CENTURY.as_f64()).ceil());
        }
        let least = match backoff.jitter {
            Jitter::None => full,
            Jitter::Equal => (full - 1.0) / 2.0,
            Jitter::Full => 0.0,
        };
        prop_assert!(least <= wait && wait <= full, "{least} <= {wait} <= {full}");
    }

    #[test]
    fn a_hint_is_never_undercut_and_never_replaced_by_the_backoff(
        policy in any_policy(), hint in any_millis(), random in any::<f64>(),
    ) {
        let hint = hint.min(Millis::CENTURY);
        let says = ServerSays { wait: Some(hint), ..ServerSays::default() };
        let outcome = Outcome::Response { status: 503, says };
        let decision =
            decide(&policy, &history_of(1), &outcome, Standing::FRESH, &|| random);
        if let Decision::Retry { wait, .. } = decision {
            let cap = policy.max_retry_after;
            prop_assert!(wait >= hint.min(cap) && wait >= Millis::new(50));
            if hint > cap {
                prop_assert!(policy.long_retry_after == LongRetryAfter::Clamp);
                prop_assert!(hint <= Millis::new(3_600_000));
            }
            if policy.retry_after_jitter == 0.0 {
                prop_assert_eq!(wait, hint.min(cap).max(Millis::new(50)));
            }
        }
    }

    #[test]
    fn nothing_is_tried_more_often_than_allowed_and_no_wait_overruns_the_budget(
        policy in any_policy(), outcome in any_outcome(), made in 1_u64..12, elapsed in any_millis(),
        replayable in any::<bool>(), random in any::<f64>(),
    ) {
        let history = history_of(made);
        let replay = if replayable { Replay::Again } else { Replay::Once };
        let standing = Standing { elapsed, replay, ..Standing::FRESH };
        let decision = decide(&policy, &history, &outcome, standing, &|| random);
        if let Decision::Retry { wait, reason } = decision {
            prop_assert!(made <= policy.max_retries);
            prop_assert!(replayable);
            prop_assert!(elapsed.plus(wait) <= policy.total_timeout);
            prop_assert_eq!(reason, outcome.reason());
        }
    }

    #[test]
    fn a_series_ends_after_all_its_retries(policy in any_policy(), random in any::<f64>()) {
        let policy = Config { total_timeout: Millis::FOREVER, ..policy };
        let mut made = 1;
        loop {
            let history = history_of(made);
            match decide(&policy, &history, &Outcome::NetworkError { host_answers: false }, Standing::FRESH, &|| random) {
                Decision::Retry { .. } => made += 1,
                Decision::GiveUp(reason) => {
                    prop_assert_eq!(reason, GiveUpReason::RetriesExhausted);
                    break;
                }
                Decision::Deliver => prop_assert!(false, "a network failure was delivered"),
            }
        }
        prop_assert_eq!(made, policy.max_retries + 1);
    }
}

#[test]
fn reasons_to_give_up_come_in_the_contracts_order() {
    let policy = Config {
        max_retries: 1,
        total_timeout: Millis::new(1000),
        long_retry_after: LongRetryAfter::GiveUp,
        ..Config::default()
    };
    let tell = |made, replayable, hint: u64, verdict| {
        let says = ServerSays { wait: Some(Millis::new(hint)), verdict, insists: false };
        let outcome = Outcome::Response { status: 503, says };
        let replay = if replayable { Replay::Again } else { Replay::Once };
        let standing = Standing { replay, ..Standing::FRESH };
        match decide(&policy, &history_of(made), &outcome, standing, &|| 0.0) {
            Decision::GiveUp(reason) => reason.name(),
            Decision::Deliver => "delivered",
            Decision::Retry { .. } => "retried",
        }
    };
    assert_eq!(tell(2, false, 60_000, Some(Verdict::No)), "serverSaidNo");
    assert_eq!(tell(2, false, 60_000, Some(Verdict::QuotaExhausted)), "quotaExhausted");
    assert_eq!(tell(2, false, 60_000, None), "retriesExhausted");
    assert_eq!(tell(1, false, 60_000, None), "bodyNotReplayable");
    assert_eq!(tell(1, true, 60_000, None), "retryAfterTooLong");
    assert_eq!(tell(1, true, 1001, None), "totalTimeout");
    assert_eq!(tell(1, true, 1000, None), "retried");
}

#[test]
fn the_mean_backoff_grows_until_the_cap() {
    let backoff = Config::default().backoff;
    let mean = |retry| {
        let draws = (0_u32..100).map(|n| backoff.before(retry, &|| f64::from(n) / 100.0).as_f64());
        draws.sum::<f64>() / 100.0
    };
    let means: Vec<f64> = (1..=6).map(mean).collect();
    assert!(means.windows(2).take(4).all(|pair| pair[0] < pair[1]), "{means:?}");
    assert!((means[5] - means[4]).abs() < 1.0);
    assert!((740.0..=760.0).contains(&means[0]));
}
