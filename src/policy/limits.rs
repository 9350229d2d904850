//! How much of an error body is looked at, and for how long. Whoever answers decides how much there is.

use super::millis::Millis;

/// Bytes of a body that are read for a look.
pub const MOST_LOOKED_AT: usize = 65_536;
/// For how long a look may take.
pub const LONGEST_LOOK: Millis = Millis::new(1000);
/// Scalars of a document that are read.
pub const MOST_PAIRS: usize = 400;
/// How deep in it they may stand.
pub const DEEPEST_LOOK: usize = 10;
/// Bytes of a discarded response that are drained, so that its connection can serve the next attempt.
pub const MOST_DRAINED: usize = 65_536;
/// For how long it may take.
pub const LONGEST_DRAIN: Millis = Millis::new(1000);
