//! A wait that survives sleep: timers stand still while the machine sleeps, or are late in a throttled tab.

use super::host::Host;
use crate::policy::millis::Millis;
use futures_util::future::{Either, select};
use std::pin::pin;

/// A timer holds no more than 2³¹−1 ms, and hears of the clock only when it fires.
const LONGEST_STEP: Millis = Millis::new(5000);
/// As coarse as clocks are (Firefox with `privacy.resistFingerprinting`): no wait is to end early by that.
const COARSE: Millis = Millis::new(100);
/// By so much ahead of a timer, when it fires, the clocks are believed as they stand: the machine has slept, or the tab is
/// throttled, or the clocks are mocked.
const LEAP: Millis = Millis::new(1000);

/// Waits: a chain of timers, each trusted when it fires, so that mocked timers work. The clocks can only
/// shorten it, never lengthen it.
pub async fn sleep<H: Host>(host: &H, wait: Millis) {
    let began = host.now();
    let (mut trusted, mut last, mut step) = (Millis::ZERO, began, Millis::ZERO);
    loop {
        let now = host.now();
        let by_step = now.monotonic.since(last.monotonic).max(now.epoch.since(last.epoch));
        last = now;
        let by_clock = now.monotonic.since(began.monotonic).max(now.epoch.since(began.epoch));
        if by_step > step.plus(LEAP) {
            trusted = by_clock;
        }
        let passed = trusted.max(by_clock.minus(COARSE));
        let left = wait.minus(passed);
        if left == Millis::ZERO && trusted > Millis::ZERO {
            return;
        }
        step = left.min(LONGEST_STEP);
        host.timer(step).await;
        trusted = trusted.plus(step);
        if trusted >= wait {
            return;
        }
    }
}

/// What `work` gives, or none if that takes longer than `limit`.
pub async fn within<H: Host, T>(
    host: &H,
    limit: Millis,
    work: impl Future<Output = T>,
) -> Option<T> {
    if limit == Millis::FOREVER {
        return Some(work.await);
    }
    match select(pin!(work), pin!(sleep(host, limit))).await {
        Either::Left((given, _)) => Some(given),
        Either::Right(_) => None,
    }
}
