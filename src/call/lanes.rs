//! What is known of each origin, for the calls that are to heed it.

use super::bell::Bell;
use super::notice::Notice;
use crate::policy::millis::Millis;
use crate::policy::moment::{Epoch, Monotonic, Now};
use crate::policy::place::{LONGEST_COOLDOWN, Place};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// More origins than a context talks to. Those of no use are forgotten first; what others say of further
/// ones is not kept.
const MOST_ORIGINS: usize = 200;

/// One origin: what is known of it, and a bell that rings when that changes.
#[derive(Default)]
pub struct Lane {
    /// What is known.
    pub place: RefCell<Place>,
    /// Rings when it changes.
    pub news: Bell,
    /// How far the other contexts have been asked.
    pub asked: Cell<Asked>,
}

/// How far the other contexts have been asked about an origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asked {
    /// Not at all.
    #[default]
    Never,
    /// They have the question.
    Waiting,
    /// They have answered, or had their time to.
    Answered,
}

/// All origins.
#[derive(Default)]
pub struct Lanes(RefCell<Vec<(String, Rc<Lane>)>>);

impl Lanes {
    /// The lane of an origin. Whoever holds it keeps it: what it knows is not lost while a call is under way.
    pub fn of(&self, origin: &str, now: Monotonic) -> Rc<Lane> {
        if let Some(lane) = self.known(origin) {
            return lane;
        }
        let mut lanes = self.0.borrow_mut();
        if lanes.len() >= MOST_ORIGINS {
            lanes.retain(|(_, lane)| {
                Rc::strong_count(lane) > 1 || lane.place.borrow().is_of_use(now)
            });
        }
        let lane = Rc::new(Lane::default());
        lanes.push((origin.to_owned(), Rc::clone(&lane)));
        lane
    }

    /// Another context says something. Anything may be said: the channel is open to every page of the site.
    /// What there is to answer is the end of a cool-down.
    pub fn hear(&self, notice: Notice<'_>, now: Now) -> Option<Epoch> {
        match notice {
            Notice::Ask { origin } => {
                let until = self.known(origin)?.place.borrow().until();
                return (until > now.monotonic).then(|| now.told(until));
            }
            Notice::Hold { origin, until } => {
                let lane = self.believed(origin, until, now)?;
                let is_news = lane.place.borrow_mut().note(now.heard(until));
                if lane.asked.replace(Asked::Answered) == Asked::Waiting || is_news {
                    lane.news.ring();
                }
            }
            Notice::Waits { origin, ticket, lapses } => {
                let lane = self.believed(origin, lapses, now)?;
                lane.place.borrow_mut().enter_other(ticket, now.heard(lapses));
                lane.news.ring();
            }
            Notice::Left { origin, ticket } => {
                let lane = self.known(origin)?;
                lane.place.borrow_mut().leave_other(ticket, now.monotonic);
                lane.news.ring();
            }
        }
        None
    }

    fn known(&self, origin: &str) -> Option<Rc<Lane>> {
        let lanes = self.0.borrow();
        lanes.iter().find(|(known, _)| known == origin).map(|(_, lane)| Rc::clone(lane))
    }

    fn believed(&self, origin: &str, moment: Epoch, now: Now) -> Option<Rc<Lane>> {
        let latest = now.epoch.plus(LONGEST_COOLDOWN);
        if !(Epoch(0.0)..=latest).contains(&moment) {
            return None;
        }
        let is_full = self.0.borrow().len() >= MOST_ORIGINS;
        self.known(origin).or_else(|| (!is_full).then(|| self.of(origin, now.monotonic)))
    }
}

/// For how long an answer of other contexts is waited for.
pub const LONGEST_ANSWER: Millis = Millis::new(50);
