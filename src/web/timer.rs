//! A wait. A chain of setTimeouts of at most 5 s, since one is capped at 2³¹−1 ms and stands still
//! while the machine sleeps. Each is trusted when it fires, so mocked timers work; the wall clock
//! can only shorten the wait.

use super::clock;
use super::flag::Flag;
use crate::policy::millis::Millis;
use gloo_timers::callback::Timeout;

const LONGEST_STEP: Millis = Millis::new(5000);

/// Until `duration` is over. Dropping the future clears the timer.
pub async fn sleep(duration: Millis) {
    let begun = clock::wall();
    let mut left = duration;
    loop {
        let step = left.min(LONGEST_STEP);
        let over = Flag::default();
        let timeout = {
            let over = over.clone();
            Timeout::new(u32::try_from(step.get()).unwrap_or(u32::MAX), move || {
                over.raise()
            })
        };
        over.raised().await;
        drop(timeout);
        let by_the_wall = duration.minus(Millis::floor(clock::wall() - begun));
        left = left.minus(step).min(by_the_wall);
        if left == Millis::ZERO {
            return;
        }
    }
}
