//! The life of one call, as its trace has it: what it may do next, and what it must have done by its end.

use super::expect::Next;
use super::lanes::{Heeds, Lanes};
use super::waits::Wait;
use super::{Verdict, rule};
use crate::channel::Said;
use crate::clock::Micros;
use crate::scenario::{Caller, Scenario};
use crate::trace::{Entry, Gets, Got, What};
use fetch_with_retry::call::host::Level;
use fetch_with_retry::call::record::Status;
use fetch_with_retry::policy::decision::GiveUpReason;
use fetch_with_retry::policy::millis::Millis;
use fetch_with_retry::policy::outcome::Reason;

/// An attempt that was made.
pub struct Made {
    pub reason: Reason,
    pub status: Status,
    pub duration: f64,
    /// The wait that followed, by the context's own clock, and how long it was to be.
    pub waited: (f64, f64),
}

/// An attempt under way.
pub struct Running {
    pub at: Micros,
    pub monotonic: f64,
    pub limit: Millis,
    /// Whether the total budget cuts it, where that can be known.
    pub is_by_total: Option<bool>,
}

/// A decision under way: random numbers may still be drawn for it.
pub struct Deciding {
    pub inner: Option<GiveUpReason>,
    pub budget_is_spent: bool,
    /// By what was measured, and by what was told.
    pub elapsed: (f64, f64),
    pub drawn: Vec<f64>,
    /// Log lines since.
    pub lines: u32,
}

/// A call.
pub struct Life<'s> {
    pub number: usize,
    pub scenario: &'s Scenario,
    pub caller: &'s Caller,
    pub heeds: Heeds,
    pub id: Option<u32>,
    pub began: Option<(Micros, f64)>,
    pub is_aborted: Option<Micros>,
    pub has_ended: bool,
    pub made: Vec<Made>,
    pub hint: Option<f64>,
    pub last_hint: Option<f64>,
    pub got: Option<Got>,
    /// Whether the total budget has cut the attempt, where that can be known.
    pub is_cut: Option<bool>,
    pub deciding: Option<Deciding>,
    pub next: Option<Next>,
    /// It may as well be given up on, since the time is short.
    pub is_short: bool,
    pub agreed: Option<bool>,
    /// When it was asked whether to retry, and how much time was left.
    pub asked: Option<(Micros, f64)>,
    pub wait: Option<Wait>,
    pub waits_told: u32,
    pub has_told_done: bool,
    /// The last that happened is that its caller was told of a retry that counts.
    pub has_just_told_wait: bool,
    pub gave_up: Option<GiveUpReason>,
    pub is_out_of_time: bool,
    pub responses: Vec<(u32, u32)>,
    pub slept: Micros,
    /// How far the wall clock was set forward, milliseconds.
    pub ahead: f64,
    pub lines: (u32, u32),
    pub attempts: u64,
    pub running: Option<Running>,
    pub duration: f64,
    /// When the host will answer the question that is under way.
    pub probe: Option<Option<Micros>>,
    pub is_blocked: bool,
    /// What others have to be told.
    pub owes_hold: Option<f64>,
    pub in_line: i32,
}

impl<'s> Life<'s> {
    /// A call that has not begun.
    pub fn new(number: usize, scenario: &'s Scenario) -> Self {
        let caller = &scenario.calls[number];
        Self {
            number,
            scenario,
            caller,
            heeds: Heeds::of(caller, scenario),
            id: None,
            began: None,
            is_aborted: None,
            has_ended: false,
            made: Vec::new(),
            hint: None,
            last_hint: None,
            got: None,
            is_cut: Some(false),
            deciding: None,
            next: None,
            is_short: false,
            agreed: None,
            asked: None,
            wait: None,
            waits_told: 0,
            has_told_done: false,
            has_just_told_wait: false,
            gave_up: None,
            is_out_of_time: false,
            responses: Vec::new(),
            slept: 0,
            ahead: 0.0,
            lines: (0, 0),
            attempts: 0,
            running: None,
            duration: 0.0,
            probe: None,
            is_blocked: false,
            owes_hold: None,
            in_line: 0,
        }
    }

    /// Milliseconds since the call began: measured, and as the waits and attempts sum up that were told.
    pub fn elapsed(&self, entry: &Entry) -> (f64, f64) {
        let measured = self.began.map_or(0.0, |(_, began)| (entry.monotonic - began).floor());
        let told = self.made.iter().map(|one| one.duration + one.waited.0.max(one.waited.1.ceil()));
        (measured, measured.max(told.sum()))
    }

    /// What happens to everybody.
    pub fn lives_through(&mut self, entry: &Entry) {
        match entry.what {
            What::Slept(time) => self.slept += time,
            What::ClockSet(by) => self.ahead += by.max(0.0),
            What::Online if !matches!(self.got, Some(Got::Failed)) => return,
            _ => {}
        }
        if let Some(wait) = &mut self.wait {
            wait.lives_through(entry);
        }
    }

    /// What happens to it.
    pub fn sees(&mut self, entry: &Entry, lanes: &mut Lanes) -> Verdict {
        self.heeds_its_end(entry)?;
        if !matches!(entry.what, What::Aborts { .. }) {
            self.has_just_told_wait = false;
        }
        match &entry.what {
            What::Random(drawn) => self.draws(*drawn, entry)?,
            What::Line(level) => self.logs(*level),
            What::Aborts { is_inside } => self.aborts(entry, *is_inside, lanes),
            What::Dropped(number) => self.responses[*number as usize].1 += 1,
            What::Discarded(number) => self.discards(*number)?,
            _ => {
                if self.is_aborted.is_none() {
                    self.decided(entry, lanes);
                }
                self.goes_on(entry, lanes)?;
            }
        }
        Ok(())
    }

    fn goes_on(&mut self, entry: &Entry, lanes: &mut Lanes) -> Verdict {
        match &entry.what {
            What::Begins => self.began = Some((entry.at, entry.monotonic)),
            What::Attempt { limit, following } => {
                self.attempts(entry, *limit, *following, lanes)?
            }
            What::Ended(got) => self.attempt_ends(entry, got)?,
            What::Peeks => self.peeks()?,
            What::Decides(inner) => self.decides(entry, *inner, lanes)?,
            What::Asks(details) => self.asks(entry, details)?,
            What::Answers(answer) => self.agreed = Some(*answer),
            What::Tells(message) => self.tells(entry, message, lanes)?,
            What::Probe(answers) => self.probes(*answers)?,
            What::ProbeDropped => self.probe = None,
            What::Posts(said) => self.posts(entry, *said)?,
            What::Hand(was_waiting) => self.hand(entry, *was_waiting)?,
            What::OutOfTime => self.is_out_of_time = true,
            What::Ends(gets, record) => {
                rule!(self, "the question ends", self.probe.is_none(), "it goes on");
                rule!(self, "the line is left", self.in_line == 0, "others believe it waits");
                self.ends(entry, *gets, record)?;
            }
            What::Leaves(timers) => {
                rule!(self, "no timer is left", *timers == 0, "{timers} are");
            }
            _ => {}
        }
        Ok(())
    }

    /// After an abort nothing happens but that things are let go of, and nothing at all after the end.
    fn heeds_its_end(&self, entry: &Entry) -> Verdict {
        let lets_go = matches!(entry.what, What::Dropped(_) | What::Leaves(_) | What::Hand(_));
        rule!(self, "settles once", !self.has_ended || lets_go, "then {:?}", entry.what);
        if let Some(at) = self.is_aborted {
            let may_be = match entry.what {
                What::Begins | What::ProbeDropped => true,
                // What was under way inside a callback comes to its end.
                What::Answers(_) | What::Ended(_) => true,
                What::Posts(Said::Left { .. }) => true,
                What::Ends(gets, _) => gets == Gets::Aborted,
                _ => lets_go,
            };
            rule!(self, "nothing after an abort", may_be, "but {:?}", entry.what);
            let since = at.max(self.began.map_or(entry.at, |(began, _)| began));
            rule!(self, "aborts at once", self.has_ended || entry.at == since, "{entry:?}");
        }
        Ok(())
    }

    fn logs(&mut self, level: Level) {
        match level {
            Level::Log => self.lines.0 += 1,
            Level::Warn => self.lines.1 += 1,
        }
        if let Some(deciding) = &mut self.deciding {
            deciding.lines += 1;
        }
    }

    fn aborts(&mut self, entry: &Entry, is_inside: bool, lanes: &mut Lanes) {
        self.is_aborted = Some(entry.at);
        // The first line after an outcome tells of it; by the second it has been decided on.
        if self.deciding.as_ref().is_some_and(|deciding| deciding.lines > 1) {
            self.decided(entry, lanes);
        }
        if is_inside && self.has_just_told_wait {
            // It comes to no retry.
            lanes.of(self.caller, self.heeds).retries -= 1;
        }
    }

    fn draws(&mut self, drawn: f64, entry: &Entry) -> Verdict {
        let number = self.number;
        let is_mocked = self.scenario.contexts[self.caller.context].clock.is_mocked;
        match (&mut self.deciding, &mut self.wait) {
            (Some(deciding), _) => deciding.drawn.push(drawn),
            (None, Some(wait)) => return wait.is_spread(number, drawn, entry, is_mocked),
            (None, None) => rule!(self, "draws for a wait", false, "{drawn} was drawn for nothing"),
        }
        Ok(())
    }

    fn discards(&mut self, number: u32) -> Verdict {
        let is_told = self.wait.as_ref().is_some_and(|wait| wait.told > 0);
        rule!(self, "discards what is told of", is_told, "{number} before a wait");
        self.responses[number as usize].0 += 1;
        Ok(())
    }
}
