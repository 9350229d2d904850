//! The waits of a call: none ends early, none late, and none is held longer than allowed.

use super::lanes::{Heeds, Lanes};
use super::life::Life;
use super::{Broken, Verdict, rule};
use crate::clock::{Micros, ms};
use crate::trace::{Entry, What};

/// So much longer than asked for can a wait be by coarse clocks.
const COARSE: Micros = ms(100);
/// For so long a call asks other contexts what they know.
const ASKING: Micros = ms(50);
/// The longest line that a held call stands in.
const LONGEST_LINE_MS: f64 = 10_000.0;
/// Held calls leave so far apart.
const APART_MS: f64 = 100.0;
/// Within so long calls go on when the network has returned.
const SPREAD_MS: f64 = 1000.0;

/// A wait under way.
pub struct Wait {
    /// Since when: the true time, and by the context's own clock.
    pub at: Micros,
    pub monotonic: f64,
    /// How long it is by itself, milliseconds.
    pub own: f64,
    /// The same, as the network's return may have shortened it.
    pub own_now: f64,
    /// When that has passed.
    pub own_end: Micros,
    /// How often it was told, and which end the last time, by the context's own clock.
    pub told: u32,
    pub told_end: f64,
    /// When a hand has ended it.
    pub hand: Option<Micros>,
    /// The network has returned, and nobody has heard it yet.
    unheard: Option<Micros>,
    /// How far the wall clock has run ahead, milliseconds.
    ahead: f64,
    slept: Micros,
}

impl Wait {
    /// A wait that begins.
    pub fn new(entry: &Entry, own: f64) -> Self {
        Self {
            at: entry.at,
            monotonic: entry.monotonic,
            own,
            own_now: own,
            own_end: entry.at + (own * 1000.0).floor() as Micros,
            told: 0,
            told_end: f64::NEG_INFINITY,
            hand: None,
            unheard: None,
            ahead: 0.0,
            slept: 0,
        }
    }

    /// What happens to everybody.
    pub fn lives_through(&mut self, entry: &Entry) {
        match entry.what {
            What::ClockSet(by) => self.ahead += by.max(0.0),
            What::Slept(time) => self.slept += time,
            What::Online => self.unheard = Some(entry.at),
            _ => {}
        }
    }

    /// Having heard that the network has returned, the call is to go on within a random second.
    pub fn is_spread(&mut self, call: usize, drawn: f64, entry: &Entry, mocked: bool) -> Verdict {
        if self.unheard.take() != Some(entry.at) {
            return Err(Broken::new("draws for a wait", call, "nothing has happened"));
        }
        let drawn = if (0.0..1.0).contains(&drawn) { drawn } else { 0.0 };
        let spread = (SPREAD_MS * drawn).floor();
        let end = entry.at + spread as Micros * 1000;
        // By clocks that stand still, nothing of the wait has passed.
        if if mocked { spread < self.own_now } else { end < self.own_end } {
            (self.own_now, self.own_end) = (spread, end);
        }
        Ok(())
    }
}

impl Life<'_> {
    /// The first attempt begins without a wait.
    pub fn begins_in_time(&self, entry: &Entry, lanes: &mut Lanes) -> Verdict {
        let (began, _) = self.began.unwrap_or_default();
        let (took, slack) = (entry.at - began, 2 * self.scenario.lateness + self.slept);
        let longest = if self.heeds == Heeds::Everyone { ASKING + slack } else { 0 };
        rule!(self, "begins at once", took <= longest, "after {took} µs");
        let held = lanes.of(self.caller, self.heeds).surely;
        let is_free = self.heeds == Heeds::Nobody || held <= entry.monotonic;
        rule!(self, "heeds a cool-down", is_free, "at {}, not {held}", entry.monotonic);
        Ok(())
    }

    /// A wait has ended, and the next attempt begins.
    pub fn wait_ends(&mut self, entry: &Entry, wait: &Wait, lanes: &mut Lanes) -> Verdict {
        rule!(self, "tells of a wait", wait.told > 0, "it did not");
        if let Some(last) = self.made.last_mut() {
            // By a coarse clock the network may have returned too late to shorten it.
            let is_coarse = self.scenario.contexts[self.caller.context].clock.grain > ms(1);
            let own = if is_coarse { wait.own } else { wait.own_now };
            let own = if wait.hand.is_some() { 0.0 } else { own };
            last.waited = ((entry.monotonic - wait.monotonic).floor(), own);
        }
        if let Some(hand) = wait.hand {
            rule!(self, "a hand ends a wait", hand == entry.at, "not at {hand} but {}", entry.at);
            return Ok(());
        }
        let is_heard = wait.unheard.is_none_or(|at| at == entry.at);
        rule!(self, "hears the network return", is_heard, "{:?}", wait.unheard);
        self.is_not_early(entry, wait, lanes)?;
        self.is_not_late(entry, wait, lanes)
    }

    fn is_not_early(&self, entry: &Entry, wait: &Wait, lanes: &mut Lanes) -> Verdict {
        let clock = &self.scenario.contexts[self.caller.context].clock;
        let ahead = if clock.is_mocked { 0.0 } else { wait.ahead };
        // After a sleep, or a timer that is seconds late, the clocks are believed as they stand, coarse as they are.
        let has_leapt = wait.slept > 0 || self.scenario.lateness > ms(1000);
        let slack = if has_leapt { clock.grain } else { 0 };
        let early = wait.own_end as f64 - ahead * 1000.0 - (entry.at + slack) as f64;
        rule!(self, "never early", early <= 0.0, "{early} µs early, of {} ms", wait.own);
        let lane = lanes.of(self.caller, self.heeds);
        if self.heeds == Heeds::Nobody || clock.is_mocked || lane.surely <= wait.monotonic {
            return Ok(());
        }
        let slept = if clock.sleeps { wait.slept as f64 / 1000.0 } else { 0.0 };
        let held = lane.surely.min(wait.monotonic + self.caller.config.max_retry_after.as_f64());
        let early = held - clock.coarseness() - ahead - slept - 0.01 - entry.monotonic;
        rule!(self, "heeds a cool-down", early <= 0.0, "{early} ms before its end");
        let is_held = entry.at > wait.own_end + clock.grain + ms(1);
        if is_held && entry.monotonic < held + LONGEST_LINE_MS {
            let apart = entry.monotonic - std::mem::replace(&mut lane.left, entry.monotonic);
            let is_exact = ahead == 0.0 && wait.slept == 0 && clock.grain <= ms(1);
            let is_exact = is_exact && self.scenario.lateness == 0;
            let least = if is_exact { APART_MS - 1.0 } else { 0.0 };
            rule!(self, "held calls leave one by one", apart >= least, "{apart} ms apart");
        }
        Ok(())
    }

    fn is_not_late(&self, entry: &Entry, wait: &Wait, lanes: &mut Lanes) -> Verdict {
        let (scenario, cap) = (self.scenario, self.caller.config.max_retry_after.as_f64());
        let clock = &scenario.contexts[self.caller.context].clock;
        let lane = lanes.of(self.caller, self.heeds);
        let mut end = wait.own_end;
        if self.heeds != Heeds::Nobody && lane.at_most > wait.monotonic {
            let held = (lane.at_most - wait.monotonic).min(cap) + LONGEST_LINE_MS;
            end = end.max(wait.at + (held * 1000.0) as Micros);
            if clock.is_mocked {
                // Each news begins it anew.
                return Ok(());
            }
        }
        let steps = if clock.is_mocked { (end - wait.at) / ms(5000) } else { 1 };
        let slack = (steps + 1) * scenario.lateness + wait.slept + COARSE + ms(1) + 2 * clock.grain;
        let late = entry.at.saturating_sub(end + slack);
        rule!(self, "never late", late == 0, "{late} µs late, of {} ms", wait.own);
        Ok(())
    }

    /// A hand tries to end a wait.
    pub fn hand(&mut self, entry: &Entry, was_waiting: bool) -> Verdict {
        if self.is_aborted.is_some() || self.has_ended {
            rule!(self, "no wait after the end", !was_waiting || !self.has_ended, "but it waits");
            return Ok(());
        }
        let waits = self.wait.as_ref().is_some_and(|wait| wait.hand.is_none());
        rule!(self, "knows whether it waits", waits == was_waiting, "{was_waiting}, not {waits}");
        if let (true, Some(wait)) = (was_waiting, &mut self.wait) {
            wait.hand = Some(entry.at);
        }
        Ok(())
    }
}
