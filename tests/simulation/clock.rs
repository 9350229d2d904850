//! The clocks of a machine and of its contexts, which are not the true time: coarse, set back and forth,
//! standing still while the machine sleeps, or frozen by a caller's fake timers.

use fetch_with_retry::policy::moment::{Epoch, Monotonic, Now};
use std::cell::Cell;

/// The true time since the beginning of a scenario, in microseconds.
pub type Micros = u64;

/// Milliseconds in microseconds.
pub const fn ms(ms: u64) -> Micros {
    ms * 1000
}

/// Some time in November 2023.
const EPOCH: f64 = 1.7e12;

/// What all contexts of a machine share.
#[derive(Debug, Default)]
pub struct Machine {
    /// By how much the wall clock was set, milliseconds.
    pub set_by: Cell<f64>,
    /// How long it has slept.
    pub slept: Cell<Micros>,
}

/// The clocks that a context reads.
#[derive(Clone, Debug)]
pub struct Clock {
    /// What its own clock shows in the beginning, milliseconds.
    pub began: f64,
    /// Both show multiples of it.
    pub grain: Micros,
    /// The wall clock moves on so much before the other does.
    pub phase: Micros,
    /// Whether its own clock stands still while the machine sleeps.
    pub sleeps: bool,
    /// Whether both stand still for ever, while timers fire.
    pub is_mocked: bool,
}

impl Clock {
    /// What the clocks show.
    pub fn read(&self, truth: Micros, machine: &Machine) -> Now {
        let truth = if self.is_mocked { 0 } else { truth };
        let awake = if self.sleeps { truth.saturating_sub(machine.slept.get()) } else { truth };
        let shown = |micros: Micros| (micros - micros % self.grain) as f64 / 1000.0;
        let set_by = if self.is_mocked { 0.0 } else { machine.set_by.get() };
        Now {
            monotonic: Monotonic(self.began + shown(awake)),
            epoch: Epoch(EPOCH + set_by + shown(truth + self.phase)),
        }
    }

    /// How far what it shows can lie behind, milliseconds.
    pub fn coarseness(&self) -> f64 {
        self.grain as f64 / 1000.0
    }
}
