//! The simulated world: a virtual time, what is due in it, and a trace of all that happened. Time stands still
//! while anybody has something to do, and then goes on to what is due next.

use super::channel::Said;
use super::clock::{Machine, Micros, ms};
use super::dice::Dice;
use super::scenario::{Event, Scenario};
use super::trace::{Entry, What, Whom};
use fetch_with_retry::call::context::Context;
use fetch_with_retry::policy::moment::Now;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{self, Poll, Waker};

/// All of it.
pub struct World {
    pub scenario: Scenario,
    pub truth: Cell<Micros>,
    pub machine: Machine,
    pub homes: Vec<Home>,
    pub calls: Vec<CallState>,
    pub trace: RefCell<Vec<Entry>>,
    agenda: RefCell<BTreeMap<Moment, Due>>,
    count: Cell<u64>,
}

/// When something is due. What is due at the same time comes in any order.
type Moment = (Micros, u64);

/// What can be due.
pub enum Due {
    /// A future goes on.
    Wake(Option<Waker>),
    /// A call begins.
    Begin(usize),
    /// Its caller aborts.
    Abort(usize),
    /// A hand ends its wait.
    Hand(usize),
    /// Something happens to everybody.
    Event(Event),
    /// A notice arrives at a context.
    Notice(usize, Said),
}

/// A context, and who listens to its network.
#[derive(Default)]
pub struct Home {
    pub context: Context,
    pub online: Cell<u64>,
    pub listeners: RefCell<Vec<Waker>>,
}

/// A call, as its host and its caller know it.
#[derive(Default)]
pub struct CallState {
    pub has_begun: Cell<bool>,
    pub has_ended: Cell<bool>,
    pub is_aborted: Cell<bool>,
    pub abort_waker: RefCell<Option<Waker>>,
    /// Known to a caller that was told it.
    pub id: Cell<Option<u32>>,
    pub callbacks: Cell<u32>,
    pub attempts: Cell<u64>,
    pub responses: Cell<u32>,
    /// Timers that run.
    pub alarms: Cell<u32>,
}

impl World {
    /// The world of a scenario, before anything has happened.
    pub fn of(scenario: Scenario) -> Rc<Self> {
        let world = Self {
            truth: Cell::new(0),
            machine: Machine::default(),
            homes: scenario.contexts.iter().map(|_| Home::default()).collect(),
            calls: scenario.calls.iter().map(|_| CallState::default()).collect(),
            trace: RefCell::default(),
            agenda: RefCell::default(),
            count: Cell::new(0),
            scenario,
        };
        for (call, caller) in world.scenario.calls.iter().enumerate() {
            world.plan(caller.starts, Due::Begin(call));
            if let Some(super::scenario::Abort::At(at)) = caller.abort {
                world.plan(at, Due::Abort(call));
            }
            for at in &caller.hands {
                world.plan(*at, Due::Hand(call));
            }
        }
        for (at, event) in &world.scenario.events {
            world.plan(*at, Due::Event(*event));
        }
        Rc::new(world)
    }

    /// Something is due at this time.
    pub fn plan(&self, at: Micros, due: Due) -> Moment {
        self.count.set(self.count.get() + 1);
        let order = self.scenario.dice.any() << 32 | self.count.get();
        self.agenda.borrow_mut().insert((at, order), due);
        (at, order)
    }

    /// Takes what is due next, and goes there.
    pub fn next(&self) -> Option<Due> {
        let ((at, _), due) = self.agenda.borrow_mut().pop_first()?;
        self.truth.set(self.truth.get().max(at));
        Some(due)
    }

    /// What the clocks of a context show.
    pub fn now(&self, context: usize) -> Now {
        self.scenario.contexts[context].clock.read(self.truth.get(), &self.machine)
    }

    /// Notes what happened to a call.
    pub fn note(&self, call: usize, what: What) {
        let now = self.now(self.scenario.calls[call].context);
        self.push(Whom::Call(call), now, what);
    }

    /// Notes what happened to a context.
    pub fn note_at(&self, context: usize, what: What) {
        self.push(Whom::Context(context), self.now(context), what);
    }

    /// Notes what happened to all.
    pub fn note_to_all(&self, what: What) {
        self.push(Whom::Machine, Now::default(), what);
    }

    fn push(&self, whom: Whom, now: Now, what: What) {
        let (at, monotonic, epoch) = (self.truth.get(), now.monotonic.0, now.epoch.0);
        self.trace.borrow_mut().push(Entry { at, monotonic, epoch, whom, what });
    }

    /// A timer of a call, which may be late but never early.
    pub fn timer(self: &Rc<Self>, call: usize, wait: Micros) -> Alarm {
        let late = match self.scenario.lateness {
            0 => 0,
            lateness => self.scenario.dice.below(lateness + 1),
        };
        self.alarm(call, wait.saturating_add(late))
    }

    /// Something of a call that takes so long.
    pub fn alarm(self: &Rc<Self>, call: usize, wait: Micros) -> Alarm {
        let alarms = &self.calls[call].alarms;
        alarms.set(alarms.get() + 1);
        let moment = self.plan(self.truth.get().saturating_add(wait), Due::Wake(None));
        Alarm { world: Rc::clone(self), call, moment }
    }

    /// The other contexts are told, unless the notice is lost.
    pub fn post(&self, from: usize, said: Said) {
        let dice = &self.scenario.dice;
        for context in (0..self.homes.len()).filter(|context| *context != from) {
            if !self.scenario.contexts[context].shares || dice.percent(self.scenario.losses) {
                continue;
            }
            for _ in 0..=u64::from(dice.percent(self.scenario.losses)) {
                let delay = dice.one_of(&[0, 100, ms(1), ms(5), ms(30)]);
                self.plan(self.truth.get() + delay, Due::Notice(context, said));
            }
        }
    }

    /// The dice for something that a call does.
    pub fn dice(&self, call: usize, name: u64) -> Dice {
        self.scenario.calls[call].dice.fork(name)
    }
}

/// A future that is ready at its time. Nothing is left of it when it is dropped.
pub struct Alarm {
    world: Rc<World>,
    call: usize,
    moment: Moment,
}

impl Future for Alarm {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut task::Context<'_>) -> Poll<()> {
        match self.world.agenda.borrow_mut().get_mut(&self.moment) {
            Some(Due::Wake(waker)) => {
                if !waker.as_ref().is_some_and(|waker| waker.will_wake(context.waker())) {
                    *waker = Some(context.waker().clone());
                }
                Poll::Pending
            }
            _ => Poll::Ready(()),
        }
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        let alarms = &self.world.calls[self.call].alarms;
        alarms.set(alarms.get() - 1);
        self.world.agenda.borrow_mut().remove(&self.moment);
    }
}
