//! What a simulated host gives the loop to hold: responses, errors, a question under way. When the loop lets go
//! of one, that is noted.

use super::answer::{Answer, When, any_when};
use super::clock::{Micros, ms};
use super::dice::Dice;
use super::host::Simulated;
use super::plan::Feature;
use super::trace::What;
use super::world::World;
use fetch_with_retry::call::host::{Host, Probe};
use std::rc::Rc;

/// A response; its drop is noted.
pub struct Response {
    world: Rc<World>,
    call: usize,
    pub number: u32,
    pub answer: Answer,
}

impl Response {
    /// What a server answers.
    pub fn of(host: &Simulated, dice: &Dice, succeeds: bool) -> Self {
        let epoch = host.now().epoch.0;
        let bad = dice.one_of(&[429, 429, 429, 503, 503, 500, 502, 504, 529, 408, 404, 401]);
        let good = dice.one_of(&[200, 200, 200, 404, 204]);
        let has = |feature, drawn| host.world.scenario.plan.has(feature, drawn);
        let (when, says) = (any_when(dice, epoch), dice.percent(12).then(|| dice.percent(50)));
        let content_type = dice.one_of(&[
            None,
            Some("application/json"),
            Some("application/json"),
            Some("text/html"),
        ]);
        let peek_ms = dice.one_of(&[0, 0, 3, 40, 1000]);
        let number = host.state().responses.get();
        host.state().responses.set(number + 1);
        let answer = Answer {
            status: if succeeds { good } else { bad },
            when: if has(Feature::Hints, true) { when } else { When::Unsaid },
            should_retry: says.filter(|_| has(Feature::Hints, true)),
            content_type: if has(Feature::Peek, true) { content_type } else { Some("text/html") },
            peek_ms,
        };
        Self { world: Rc::clone(&host.world), call: host.call, number, answer }
    }
}

impl Drop for Response {
    fn drop(&mut self) {
        self.world.note(self.call, What::Dropped(self.number));
    }
}

/// What is thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    Network,
    Timeout,
    OutOfTime,
    Refused,
}

/// A question to the host, whether it answers.
pub struct Question {
    world: Rc<World>,
    call: usize,
    answers: Option<Micros>,
}

impl Question {
    /// It is answered in a while, or never.
    pub fn of(host: &Simulated, dice: &Dice) -> Self {
        let answers = dice.percent(60).then(|| host.world.truth.get() + ms(dice.below(3000)));
        host.note(What::Probe(answers));
        Self { world: Rc::clone(&host.world), call: host.call, answers }
    }
}

impl Probe for Question {
    fn has_answered(&self) -> bool {
        self.answers.is_some_and(|at| at <= self.world.truth.get())
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        self.world.note(self.call, What::ProbeDropped);
    }
}
