//! A wait. A chain of setTimeouts of at most 5 s, since one is capped at 2³¹−1 ms and stands still
//! while the machine sleeps. Each is trusted when it fires, so mocked timers work; the wall clock
//! can only shorten the wait.

use super::clock;
use super::wake::Wake;
use crate::policy::millis::Millis;

const LONGEST_STEP: Millis = Millis::new(5000);

/// Waits for `duration` (forever if it is [`Millis::FOREVER`]), or until `is_over`. Whether the
/// whole time was waited.
pub async fn pause(wake: &Wake, duration: Millis, is_over: &dyn Fn() -> bool) -> bool {
    let began = clock::wall();
    let mut left = duration;
    loop {
        let step = left.min(LONGEST_STEP);
        let (timeout, fired) = wake.timer(step.get() as u32);
        wake.until(&|| is_over() || fired.get()).await;
        drop(timeout);
        if is_over() {
            return false;
        }
        let by_the_wall = duration.minus(Millis::floor(clock::wall() - began));
        left = left.minus(step).min(by_the_wall);
        if left == Millis::ZERO {
            return true;
        }
    }
}
