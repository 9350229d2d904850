//! Judges what happened in a scenario. Written apart from the loop, from the contract alone: its arithmetic is
//! its own, and it looks at nothing but the trace and what the scenario had in store.

mod attempts;
mod decisions;
mod ends;
mod expect;
mod lanes;
mod life;
mod tells;
mod waits;

use super::trace::Whom;
use super::world::World;
use lanes::Lanes;
use life::Life;
use std::collections::BTreeSet;
use std::fmt;

/// A rule that was broken.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Which; a smaller scenario has to break the same.
    pub rule: &'static str,
    /// By which call.
    pub call: usize,
    /// How.
    pub text: String,
}

impl Broken {
    /// By a call.
    pub fn new(rule: &'static str, call: usize, text: impl Into<String>) -> Self {
        Self { rule, call, text: text.into() }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{} (call {}): {}", self.rule, self.call, self.text)
    }
}

/// What a rule says of an entry.
type Verdict = Result<(), Broken>;

/// Holds, or breaks a rule; how is written only then.
macro_rules! rule {
    ($life:expr, $name:literal, $holds:expr, $($how:tt)+) => {
        match $holds {
            true => {}
            false => {
                let how = format!($($how)+);
                return Err($crate::oracle::Broken::new($name, $life.number, how));
            }
        }
    };
}
pub(crate) use rule;

/// All rules, over all that happened.
pub fn judge(world: &World) -> Verdict {
    let scenario = &world.scenario;
    let mut lanes = Lanes::default();
    let mut lives: Vec<Life<'_>> =
        (0..scenario.calls.len()).map(|number| Life::new(number, scenario)).collect();
    for entry in world.trace.borrow().iter() {
        match entry.whom {
            Whom::Call(call) => lives[call].sees(entry, &mut lanes)?,
            Whom::Context(context) => lanes.hears(context, entry),
            Whom::Machine => lives.iter_mut().for_each(|life| life.lives_through(entry)),
        }
    }
    let mut ids = BTreeSet::new();
    for life in &lives {
        rule!(life, "settles", life.has_ended, "it has not");
        if let Some(id) = life.id {
            let is_new = ids.insert((life.caller.context, id));
            rule!(life, "numbers are unique", is_new, "{id} is not");
        }
    }
    Ok(())
}
