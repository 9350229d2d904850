//! What one call was told, for the other calls to the same origin.

use super::decision::{Decision, GiveUpReason};
use super::millis::Millis;
use super::moment::Monotonic;
use super::outcome::Outcome;

/// Held calls leave one by one, so far apart that the first one's answer can hold the rest.
const APART_MS: f64 = 100.0;
/// However many they are, or a page that lies says they are.
const LONGEST_QUEUE_MS: f64 = 10_000.0;

/// For how long an outcome tells the others to hold: a hint, or after a 429 without one the wait
/// that the call itself begins. None from outcomes that are not retried, or that no wait can help.
pub fn told(outcome: &Outcome, decision: &Decision) -> Option<Millis> {
    match decision {
        Decision::Deliver
        | Decision::GiveUp(GiveUpReason::ServerSaidNo | GiveUpReason::QuotaExhausted) => None,
        Decision::GiveUp(_) => outcome.hint(),
        Decision::Retry { wait, .. } => match outcome.hint() {
            None if outcome.status() == Some(429) => Some(*wait),
            hint => hint,
        },
    }
}

/// What a waiting call has to know of the other calls to its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crowd {
    /// The end of the cool-down; in the past if there is none.
    pub until: Monotonic,
    /// When a call that waited has last left.
    pub last_left: Monotonic,
    /// How many of those that wait go before this one.
    pub rank: usize,
}

/// When a waiting call may go. `own_end`: when its own wait ends; `began`: when that began; `cap`: the
/// longest that it may be held.
pub fn leaves_at(own_end: Monotonic, began: Monotonic, cap: Millis, crowd: Crowd) -> Monotonic {
    if crowd.until <= began {
        return own_end;
    }
    let held = crowd.until.min(began.plus(cap)).0;
    let turns = crowd.rank as f64 + 1.0;
    let in_turn = (held - APART_MS).max(crowd.last_left.0) + turns * APART_MS;
    own_end.max(Monotonic(in_turn.min(held + LONGEST_QUEUE_MS)))
}

/// When it may go for all that was told, the order aside in which calls leave.
pub fn released_at(own_end: Monotonic, began: Monotonic, cap: Millis, crowd: Crowd) -> Monotonic {
    leaves_at(own_end, began, cap, Crowd { last_left: Monotonic::NEVER, rank: 0, ..crowd })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::hint::ServerSays;
    use crate::policy::outcome::Reason;

    fn response(status: u16, hint: Option<u64>) -> Outcome {
        let says = ServerSays { wait: hint.map(Millis::new), ..ServerSays::default() };
        Outcome::Response { status, says }
    }

    #[test]
    fn hints_and_429s_are_told_and_nothing_else() {
        let retry = Decision::Retry { wait: Millis::new(700), reason: Reason::Http };
        assert_eq!(told(&response(503, Some(9000)), &retry), Some(Millis::new(9000)));
        assert_eq!(told(&response(429, None), &retry), Some(Millis::new(700)));
        assert_eq!(told(&response(503, None), &retry), None);
        assert_eq!(told(&response(404, Some(9000)), &Decision::Deliver), None);
        let spent = Decision::GiveUp(GiveUpReason::QuotaExhausted);
        assert_eq!(told(&response(429, Some(9000)), &spent), None);
        let exhausted = Decision::GiveUp(GiveUpReason::RetriesExhausted);
        assert_eq!(told(&response(429, Some(9000)), &exhausted), Some(Millis::new(9000)));
    }

    #[test]
    fn held_calls_leave_one_by_one_and_are_held_no_longer_than_the_cap() {
        let leaves = |own_end, until, last_left, rank| {
            let crowd = Crowd { until: Monotonic(until), last_left: Monotonic(last_left), rank };
            leaves_at(Monotonic(own_end), Monotonic(1000.0), Millis::new(30_000), crowd).0
        };
        assert_eq!(leaves(1500.0, 900.0, 0.0, 5), 1500.0, "no cool-down");
        assert_eq!(leaves(1000.0, 9000.0, 0.0, 0), 9000.0, "the first");
        assert_eq!(leaves(1000.0, 9000.0, 0.0, 3), 9300.0, "the fourth");
        assert_eq!(leaves(1000.0, 9000.0, 9005.0, 2), 9305.0, "the fourth, one having left");
        assert_eq!(leaves(1000.0, 1e12, 0.0, 0), 31_000.0, "the cap");
        assert_eq!(leaves(9999.0, 2000.0, 0.0, 3), 9999.0, "its own wait is longer");
        assert_eq!(leaves(1000.0, 9000.0, 0.0, 1_000_000_000), 19_000.0, "the longest queue");
        assert_eq!(leaves(1000.0, 9000.0, 1e12, 0), 19_000.0, "however often others leave");
    }
}
