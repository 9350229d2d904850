//! What contexts tell each other about an origin. Moments are epoch time, which they share.

use crate::policy::moment::Epoch;
use crate::policy::place::Ticket;

/// A message on the channel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Notice<'a> {
    /// What is known of this origin?
    Ask {
        /// The origin.
        origin: &'a str,
    },
    /// Hold until then.
    Hold {
        /// The origin.
        origin: &'a str,
        /// The end of the cool-down.
        until: Epoch,
    },
    /// A call waits, and will be gone by then.
    Waits {
        /// The origin.
        origin: &'a str,
        /// Its place in the line.
        ticket: Ticket,
        /// When it is gone at the latest.
        lapses: Epoch,
    },
    /// It waits no longer.
    Left {
        /// The origin.
        origin: &'a str,
        /// The place it had.
        ticket: Ticket,
    },
}
