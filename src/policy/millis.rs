//! Durations. `Duration` would do, but for its size in the wasm (128-bit arithmetic, panics on
//! overflow) and for the want of an "unlimited"; this is the saturating subset that is needed.

/// A duration in whole milliseconds; arithmetic saturates at [`Millis::FOREVER`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Millis(u64);

impl Millis {
    /// No time at all.
    pub const ZERO: Self = Self(0);
    /// No limit. `Infinity` in JavaScript.
    pub const FOREVER: Self = Self(u64::MAX);
    /// 100 years of 365.25 days: no backoff is longer.
    pub const CENTURY: Self = Self(3_155_760_000_000);
    /// `Number.MAX_SAFE_INTEGER`, some 285 000 years: what JavaScript counts exactly. No hint is longer.
    pub const LONGEST_HINT: Self = Self(9_007_199_254_740_991);

    /// So many milliseconds.
    pub const fn new(ms: u64) -> Self {
        Self(ms)
    }

    /// Rounds up, so that no wait is ever shorter than asked for. NaN and negatives are zero,
    /// Infinity is [`Millis::FOREVER`].
    pub fn ceil(ms: f64) -> Self {
        let whole = ms as u64; // truncates and saturates; NaN is 0
        if (whole as f64) < ms { Self(whole.saturating_add(1)) } else { Self(whole) }
    }

    /// Rounds down, for time that has passed.
    pub fn floor(ms: f64) -> Self {
        Self(ms as u64)
    }

    /// The nearest, for time that is told.
    pub fn round(ms: f64) -> Self {
        Self::floor(ms + 0.5)
    }

    /// The whole milliseconds; `u64::MAX` for [`Millis::FOREVER`].
    pub const fn get(self) -> u64 {
        self.0
    }

    /// For JavaScript: a number, `Infinity` for [`Millis::FOREVER`].
    pub fn as_f64(self) -> f64 {
        if self == Self::FOREVER { f64::INFINITY } else { self.0 as f64 }
    }

    /// The sum, at most [`Millis::FOREVER`].
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference, at least zero; [`Millis::FOREVER`] stays what it is.
    pub fn minus(self, other: Self) -> Self {
        if self == Self::FOREVER { self } else { Self(self.0.saturating_sub(other.0)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_rounded_up_and_nonsense_is_zero() {
        assert_eq!(Millis::ceil(0.5), Millis(1));
        assert_eq!(Millis::ceil(314.0), Millis(314));
        assert_eq!(Millis::ceil(f64::NAN), Millis::ZERO);
        assert_eq!(Millis::ceil(-3.0), Millis::ZERO);
        assert_eq!(Millis::ceil(f64::INFINITY), Millis::FOREVER);
    }

    #[test]
    fn arithmetic_saturates_and_forever_stays_forever() {
        assert_eq!(Millis::FOREVER.plus(Millis(1)), Millis::FOREVER);
        assert_eq!(Millis::FOREVER.minus(Millis(1)), Millis::FOREVER);
        assert_eq!(Millis(1).minus(Millis(2)), Millis::ZERO);
        assert_eq!(Millis::FOREVER.as_f64(), f64::INFINITY);
    }
}
