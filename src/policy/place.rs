//! What is known of one origin, by all calls of a context that share it: when it wants to be asked again,
//! who waits for that and in which order they leave, and how many retries it has cost in vain.

use super::cooldown::Crowd;
use super::millis::Millis;
use super::moment::Monotonic;

/// No honest server asks for more in a way that is waited for.
pub const LONGEST_COOLDOWN: Millis = Millis::new(86_400_000);
/// How many waiting calls of other contexts are believed in.
const MOST_OTHERS: usize = 200;

/// A waiting call's place in the line, drawn at random: the smaller goes first. Known to other contexts by
/// the same number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ticket(pub f64);

/// What is known of one origin.
#[derive(Clone, Debug)]
pub struct Place {
    until: Monotonic,
    last_left: Monotonic,
    /// Waiting calls of this context, and when each will be gone at the latest.
    own: Vec<(Ticket, Monotonic)>,
    /// Those of other contexts.
    others: Vec<(Ticket, Monotonic)>,
    retries_in_vain: u64,
}

impl Default for Place {
    fn default() -> Self {
        Self {
            until: Monotonic::NEVER,
            last_left: Monotonic::NEVER,
            own: Vec::new(),
            others: Vec::new(),
            retries_in_vain: 0,
        }
    }
}

impl Place {
    /// The end of the cool-down; in the past if there is none.
    pub fn until(&self) -> Monotonic {
        self.until
    }

    /// Someone was told to hold until then. Whether that is news.
    pub fn note(&mut self, until: Monotonic) -> bool {
        let is_news = until > self.until;
        self.until = self.until.max(until);
        is_news
    }

    /// A call of this context waits, until `lapses` at the latest.
    pub fn enter(&mut self, ticket: Ticket, lapses: Monotonic) {
        self.own.push((ticket, lapses));
    }

    /// It no longer does.
    pub fn leave(&mut self, ticket: Ticket, now: Monotonic) {
        self.own.retain(|(own, _)| *own != ticket);
        self.last_left = now;
    }

    /// A call of another context waits.
    pub fn enter_other(&mut self, ticket: Ticket, lapses: Monotonic) {
        self.others.retain(|(other, _)| *other != ticket);
        if self.others.len() < MOST_OTHERS {
            self.others.push((ticket, lapses));
        }
    }

    /// It no longer does. Of one that is not known it says nothing.
    pub fn leave_other(&mut self, ticket: Ticket, now: Monotonic) {
        let before = self.others.len();
        self.others.retain(|(other, _)| *other != ticket);
        if self.others.len() < before {
            self.last_left = now;
        }
    }

    /// What a waiting call has to know of the others.
    pub fn crowd(&mut self, ticket: Ticket, now: Monotonic) -> Crowd {
        self.others.retain(|(_, lapses)| *lapses >= now);
        let lapses = self.own.iter().find(|(own, _)| *own == ticket).map_or(now, |(_, at)| *at);
        // Whose patience ends before the cool-down does leaves before those who have more.
        let is_cut = lapses < self.until;
        let goes_first = |other: f64, their_end: Monotonic| {
            let earlier = if is_cut { lapses.0 - their_end.0 } else { 0.0 };
            earlier > 0.0 || earlier == 0.0 && other < ticket.0
        };
        let all = self.own.iter().chain(&self.others);
        let rank = all.filter(|(other, end)| goes_first(other.0, *end)).count();
        Crowd { until: self.until, last_left: self.last_left, rank }
    }

    /// Whether anybody could still want to know of it.
    pub fn is_of_use(&self, now: Monotonic) -> bool {
        self.until >= now || !self.own.is_empty() || self.retries_in_vain > 0
    }

    /// A retry is made.
    pub fn spend_retry(&mut self) {
        self.retries_in_vain = self.retries_in_vain.saturating_add(1);
    }

    /// A call got a response of a kind that is not retried: all retries are there again.
    pub fn restore_retries(&mut self) {
        self.retries_in_vain = 0;
    }

    /// Whether a call that allows so many may still retry.
    pub fn has_retries(&self, budget: u64) -> bool {
        self.retries_in_vain < budget
    }
}
