//! Two clocks that must not be mixed: one that only ever runs forward and means nothing outside its
//! context, and the wall clock, which all contexts share and which people and servers set.

use super::millis::Millis;

/// A moment by the context's own clock, milliseconds since an arbitrary beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Monotonic(pub f64);

/// A moment by the wall clock, epoch milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Epoch(pub f64);

impl Monotonic {
    /// Before every other.
    pub const NEVER: Self = Self(f64::NEG_INFINITY);

    /// So much later.
    pub fn plus(self, wait: Millis) -> Self {
        Self(self.0 + wait.as_f64())
    }

    /// The whole milliseconds that have passed since `earlier`.
    pub fn since(self, earlier: Self) -> Millis {
        Millis::floor(self.0 - earlier.0)
    }

    /// The milliseconds that are left until `later`, rounded up; zero once it has passed.
    pub fn until(self, later: Self) -> Millis {
        Millis::ceil(later.0 - self.0)
    }

    /// The later of two.
    pub fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// The earlier of two.
    pub fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }
}

impl Epoch {
    /// So much later.
    pub fn plus(self, wait: Millis) -> Self {
        Self(self.0 + wait.as_f64())
    }

    /// The whole milliseconds since `earlier`; zero where the clock was set back.
    pub fn since(self, earlier: Self) -> Millis {
        Millis::floor(self.0 - earlier.0)
    }
}

/// Both clocks, read together: what is told in epoch time is understood by one's own clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Now {
    /// The context's own clock.
    pub monotonic: Monotonic,
    /// The wall clock.
    pub epoch: Epoch,
}

impl Now {
    /// By the own clock, the moment that another context named.
    pub fn heard(self, moment: Epoch) -> Monotonic {
        Monotonic(self.monotonic.0 + (moment.0 - self.epoch.0))
    }

    /// By the wall clock, a moment that is told to other contexts.
    pub fn told(self, moment: Monotonic) -> Epoch {
        Epoch(self.epoch.0 + (moment.0 - self.monotonic.0))
    }
}
