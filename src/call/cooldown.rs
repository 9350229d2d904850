//! One call's view of the cool-down of its origin: what it was told, what it tells, and its place in the line.

use super::host::Host;
use super::lanes::{Asked, LONGEST_ANSWER, Lane};
use super::notice::Notice;
use super::sleep::within;
use crate::policy::config::{Config, Sharing};
use crate::policy::cooldown::Crowd;
use crate::policy::decision::Budget;
use crate::policy::millis::Millis;
use crate::policy::moment::Monotonic;
use crate::policy::place::{LONGEST_COOLDOWN, Ticket};
use std::rc::Rc;

/// What a call shares with the others to its origin.
pub struct CoolDown<'h, H: Host> {
    host: &'h H,
    lane: Rc<Lane>,
    heeds: Heeds,
}

/// Whom a call listens to and tells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heeds {
    /// Nobody: the lane is there for the retry budget alone.
    Nobody,
    /// The calls of its context.
    Context,
    /// Those of all contexts.
    Everyone,
}

impl<'h, H: Host> CoolDown<'h, H> {
    /// The view of a call that begins; none where it shares nothing.
    pub fn of(host: &'h H, config: &Config) -> Option<Self> {
        let heeds = match config.cooldown {
            Sharing::Off if config.retry_budget == u64::MAX => return None,
            Sharing::Off => Heeds::Nobody,
            Sharing::Extension if host.shares() => Heeds::Everyone,
            Sharing::Context | Sharing::Extension => Heeds::Context,
        };
        let context = host.context();
        let lanes = if heeds == Heeds::Everyone { &context.shared } else { &context.own };
        Some(Self { host, lane: lanes.of(host.origin(), host.now().monotonic), heeds })
    }

    /// Resolves when the other contexts have answered what they know, or had their time to.
    pub async fn ready(&self) {
        if self.heeds != Heeds::Everyone || self.lane.asked.get() == Asked::Answered {
            return;
        }
        let seen = self.lane.news.count();
        if self.lane.asked.replace(Asked::Waiting) == Asked::Never {
            self.host.post(Notice::Ask { origin: self.host.origin() });
        }
        let answered = async {
            let mut seen = seen;
            while self.lane.asked.get() != Asked::Answered {
                self.lane.news.rings_after(seen).await;
                seen = self.lane.news.count();
            }
        };
        if within(self.host, LONGEST_ANSWER, answered).await.is_none() {
            self.lane.asked.set(Asked::Answered);
            self.lane.news.ring();
        }
    }

    /// Whether a call that would go now is held.
    pub fn holds(&self) -> bool {
        let until = self.lane.place.borrow().until();
        self.heeds != Heeds::Nobody && until > self.host.now().monotonic
    }

    /// What this call was told holds the others for so long.
    pub fn tell(&self, wait: Millis) {
        if self.heeds == Heeds::Nobody {
            return;
        }
        let now = self.host.now();
        let wait = wait.min(LONGEST_COOLDOWN);
        if self.heeds == Heeds::Everyone {
            self.host
                .post(Notice::Hold { origin: self.host.origin(), until: now.epoch.plus(wait) });
        }
        if self.lane.place.borrow_mut().note(now.monotonic.plus(wait)) {
            self.lane.news.ring();
        }
    }

    /// Whether the origin may cost a further retry.
    pub fn budget(&self, retries: u64) -> Budget {
        match self.lane.place.borrow().has_retries(retries) {
            true => Budget::Left,
            false => Budget::Spent,
        }
    }

    /// A retry is made.
    pub fn spend_retry(&self) {
        self.lane.place.borrow_mut().spend_retry();
    }

    /// There was a response of a kind that is not retried.
    pub fn restore_retries(&self) {
        self.lane.place.borrow_mut().restore_retries();
    }

    /// The call waits, and will be gone by `lapses` at the latest. It leaves the line when this is dropped.
    pub fn enter(&self, lapses: Monotonic) -> Option<InLine<'_, 'h, H>> {
        if self.heeds == Heeds::Nobody {
            return None;
        }
        let now = self.host.now();
        let lapses = lapses.min(now.monotonic.plus(LONGEST_COOLDOWN));
        let line = InLine { cooldown: self, ticket: self.host.ticket() };
        self.lane.place.borrow_mut().enter(line.ticket, lapses);
        if self.heeds == Heeds::Everyone {
            self.host.post(Notice::Waits {
                origin: self.host.origin(),
                ticket: line.ticket,
                lapses: now.told(lapses),
            });
        }
        Some(line)
    }
}

/// A call's place in the line.
pub struct InLine<'c, 'h, H: Host> {
    cooldown: &'c CoolDown<'h, H>,
    ticket: Ticket,
}

impl<H: Host> InLine<'_, '_, H> {
    /// What is known of the others.
    pub fn crowd(&self) -> Crowd {
        let now = self.cooldown.host.now().monotonic;
        self.cooldown.lane.place.borrow_mut().crowd(self.ticket, now)
    }

    /// How often there was news.
    pub fn news(&self) -> u64 {
        self.cooldown.lane.news.count()
    }

    /// Resolves when there was news since.
    pub async fn changed(&self, seen: u64) {
        self.cooldown.lane.news.rings_after(seen).await;
    }
}

impl<H: Host> Drop for InLine<'_, '_, H> {
    fn drop(&mut self) {
        let CoolDown { host, lane, heeds } = self.cooldown;
        lane.place.borrow_mut().leave(self.ticket, host.now().monotonic);
        if *heeds == Heeds::Everyone {
            host.post(Notice::Left { origin: host.origin(), ticket: self.ticket });
        }
        lane.news.ring();
    }
}
