//! Where waiting ends to be of use.

use super::millis::Millis;

/// Over this a hint that exceeds the cap is never waited for, not even in part.
pub const HOPELESS: Millis = Millis::new(3_600_000);
