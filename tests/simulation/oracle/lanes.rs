//! What the calls to an origin know of each other: how long to hold, and how many retries it has cost.

use crate::channel::Said;
use crate::scenario::{Caller, ORIGINS, Scenario};
use crate::trace::{Entry, What};
use fetch_with_retry::policy::config::Sharing;

/// A day: longer is no honest cool-down.
const DAY_MS: f64 = 86_400_000.0;

/// What is known of an origin.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// Held until then for sure, by the context's own clock.
    pub surely: f64,
    /// Not beyond that.
    pub at_most: f64,
    /// When a held call has last left, by the context's own clock.
    pub left: f64,
    /// Retries without a success among them.
    pub retries: u64,
}

/// All origins, of all contexts: what is shared with others, and what is not.
#[derive(Debug)]
pub struct Lanes([[[Lane; ORIGINS.len()]; 2]; 3]);

impl Default for Lanes {
    fn default() -> Self {
        let lane = Lane {
            surely: f64::NEG_INFINITY,
            at_most: f64::NEG_INFINITY,
            left: f64::NEG_INFINITY,
            retries: 0,
        };
        Self([[[lane; ORIGINS.len()]; 2]; 3])
    }
}

/// Whom a call heeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heeds {
    Nobody,
    Context,
    Everyone,
}

impl Heeds {
    /// Whom the contract has a call heed.
    pub fn of(caller: &Caller, scenario: &Scenario) -> Self {
        match caller.config.cooldown {
            Sharing::Off => Self::Nobody,
            Sharing::Extension if scenario.contexts[caller.context].shares => Self::Everyone,
            _ => Self::Context,
        }
    }
}

impl Lanes {
    /// The lane of a call.
    pub fn of(&mut self, caller: &Caller, heeds: Heeds) -> &mut Lane {
        self.at(caller.context, heeds == Heeds::Everyone, caller.origin)
    }

    fn at(&mut self, context: usize, is_shared: bool, origin: &str) -> &mut Lane {
        let origin = usize::from(origin != ORIGINS[0]);
        &mut self.0[context][usize::from(is_shared)][origin]
    }

    /// A context hears something, and may believe it.
    pub fn hears(&mut self, context: usize, entry: &Entry) {
        if let What::Hears(Said::Hold { origin, until }) = entry.what
            && until >= 0.0
            && until <= entry.epoch + DAY_MS
        {
            let until = entry.monotonic + (until - entry.epoch);
            self.at(context, true, origin).hold(until, until);
        }
    }
}

impl Lane {
    /// Calls hold until then.
    pub fn hold(&mut self, surely: f64, at_most: f64) {
        self.surely = self.surely.max(surely);
        self.at_most = self.at_most.max(at_most);
    }
}
