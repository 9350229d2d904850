//! What happened so far in one call, as far as a decision needs it.

use super::millis::Millis;
use super::outcome::Outcome;

/// The attempts of one call, summed up.
#[derive(Clone, Debug, Default)]
pub struct History {
    made: u64,
    last_hint: Option<Millis>,
    last_may_have_executed: bool,
    may_have_executed: bool,
}

impl History {
    /// Notes an attempt that has ended.
    pub fn push(&mut self, outcome: &Outcome) {
        self.made = self.made.saturating_add(1);
        self.last_hint = outcome.hint().or(self.last_hint);
        self.may_have_executed |= self.last_may_have_executed;
        self.last_may_have_executed = outcome.may_have_executed();
    }

    /// How many attempts have been made.
    pub fn made(&self) -> u64 {
        self.made
    }

    /// The last hint, uncapped.
    pub fn last_hint(&self) -> Option<Millis> {
        self.last_hint
    }

    /// Whether an attempt before the last may have run on the server.
    pub fn may_have_executed(&self) -> bool {
        self.may_have_executed
    }
}
