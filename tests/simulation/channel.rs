//! The channel between contexts, as notices travel on it: owned, since they arrive later, twice or never.

use fetch_with_retry::call::notice::Notice;
use fetch_with_retry::policy::moment::Epoch;
use fetch_with_retry::policy::place::Ticket;

/// A notice under way about an origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Said {
    Ask { origin: &'static str },
    Hold { origin: &'static str, until: f64 },
    Waits { origin: &'static str, ticket: f64, lapses: f64 },
    Left { origin: &'static str, ticket: f64 },
}

impl Said {
    /// What a call posts about its origin.
    pub fn of(notice: Notice<'_>, origin: &'static str) -> Self {
        match notice {
            Notice::Ask { .. } => Self::Ask { origin },
            Notice::Hold { until, .. } => Self::Hold { origin, until: until.0 },
            Notice::Waits { ticket, lapses, .. } => {
                Self::Waits { origin, ticket: ticket.0, lapses: lapses.0 }
            }
            Notice::Left { ticket, .. } => Self::Left { origin, ticket: ticket.0 },
        }
    }

    /// As a context hears it.
    pub fn notice(&self) -> Notice<'static> {
        match *self {
            Self::Ask { origin } => Notice::Ask { origin },
            Self::Hold { origin, until } => Notice::Hold { origin, until: Epoch(until) },
            Self::Waits { origin, ticket, lapses } => {
                Notice::Waits { origin, ticket: Ticket(ticket), lapses: Epoch(lapses) }
            }
            Self::Left { origin, ticket } => Notice::Left { origin, ticket: Ticket(ticket) },
        }
    }
}
