//! The messages of a call: each says what happened, at the time, and no more often.

use super::expect::Next;
use super::lanes::{Heeds, Lanes};
use super::life::Life;
use super::waits::Wait;
use super::{Verdict, rule};
use crate::trace::{Entry, Got};
use fetch_with_retry::call::message::{Done, GaveUp, Message, RetryDetails};
use fetch_with_retry::policy::decision::GiveUpReason;
use fetch_with_retry::policy::outcome::Reason;

/// A line of held calls is not longer.
const LONGEST_LINE_MS: f64 = 10_000.0;

impl Life<'_> {
    /// The caller is told.
    pub fn tells(&mut self, entry: &Entry, message: &Message, lanes: &mut Lanes) -> Verdict {
        let is_open = self.gave_up.is_none() && !self.has_told_done;
        rule!(self, "tells of no more than one end", is_open, "{message:?}");
        rule!(self, "tells the others", self.has_told_others(), "they know nothing of a hint");
        match message {
            Message::NewRetryAttempt(details) => self.tells_wait(entry, details, lanes),
            Message::RetryGaveUp(gave_up) => self.tells_end(entry, gave_up, lanes),
            Message::RetryDone(done) => self.tells_done(done),
        }
    }

    /// The caller is asked whether to retry.
    pub fn asks(&mut self, entry: &Entry, details: &RetryDetails) -> Verdict {
        let may_ask = self.caller.has_veto && self.is_to_retry() && self.wait.is_none();
        rule!(self, "asks before a retry", may_ask, "{details:?}");
        self.is_true(entry, details, false)?;
        let (measured, told) = self.elapsed(entry);
        let left = self.caller.config.total_timeout.as_f64() - measured.max(told);
        // A clock set forward lets time run out; it does so for waits as well.
        self.asked = Some((entry.at, left + self.ahead));
        self.is_as_long(details.delay_ms)
    }

    fn is_as_long(&self, delay: f64) -> Verdict {
        let Some(Next::Retry(own)) = self.next else { return Ok(()) };
        let is_exact = (own - 1e-6..own + 1.0).contains(&delay) && delay.fract() == 0.0;
        rule!(self, "waits as long as it should", is_exact, "{delay} ms for {own}");
        Ok(())
    }

    /// What every message about a wait has to say.
    fn is_true(&mut self, entry: &Entry, told: &RetryDetails, is_held: bool) -> Verdict {
        let id = *self.id.get_or_insert(told.id);
        let last = self.made.last().filter(|_| !is_held);
        let says = (told.reason, told.status, told.retry_after_ms);
        let is = (
            last.map_or(Reason::Cooldown, |last| last.reason),
            last.and_then(|last| last.status),
            last.and(self.hint),
        );
        rule!(self, "says why", says == is, "{says:?}, not {is:?}");
        let (retry, config) = (self.made.len() as u64, &self.caller.config);
        let is_counted =
            (told.id, told.attempt, told.max_retries) == (id, retry, config.max_retries);
        rule!(self, "counts right", is_counted, "{told:?} before retry {retry}");
        let at = entry.epoch + told.delay_ms;
        rule!(self, "says when", told.retry_at == at, "{} and not {at}", told.retry_at);
        let is_named = told.label == config.label && !told.message.is_empty();
        rule!(self, "is named", is_named, "{told:?}");
        Ok(())
    }

    fn tells_wait(&mut self, entry: &Entry, told: &RetryDetails, lanes: &mut Lanes) -> Verdict {
        let config = &self.caller.config;
        let is_first = self.wait.is_none();
        let is_hold = self.made.is_empty();
        self.is_true(entry, told, is_hold || !is_first)?;
        let lane = lanes.of(self.caller, self.heeds);
        let since = self.wait.as_ref().map_or(entry.monotonic, |wait| wait.monotonic);
        let is_held = self.heeds != Heeds::Nobody && lane.at_most > since;
        rule!(self, "is held by a cool-down", is_held || is_first && !is_hold, "by none: {told:?}");
        if is_first && !is_hold {
            let may_wait = self.is_to_retry() && (!self.caller.has_veto || self.agreed.is_some());
            rule!(self, "waits for a retry", may_wait, "{:?}", self.next);
            rule!(self, "asks whether it answers", !self.should_be_asking(), "it does not");
            if !is_held {
                self.is_as_long(told.delay_ms)?;
            }
            if self.has_budget() {
                let lane = lanes.of(self.caller, self.heeds);
                let is_left = lane.retries < config.retry_budget;
                rule!(self, "costs no more than its budget", is_left, "{} retries", lane.retries);
                lane.retries += 1;
                self.has_just_told_wait = true;
            }
        }
        let own = match self.next {
            Some(Next::Retry(own)) if !is_hold => own,
            _ => 0.0,
        };
        let grain = self.scenario.contexts[self.caller.context].clock.coarseness();
        let longest = own.max(config.max_retry_after.as_f64() + LONGEST_LINE_MS) + 1.0 + grain;
        rule!(self, "is held no longer", told.delay_ms <= longest, "{} ms", told.delay_ms);
        let (measured, _) = self.elapsed(entry);
        let ends = measured + told.delay_ms;
        // A call that may not be held at all takes its turn all the same.
        let fits = ends <= config.total_timeout.as_f64() || is_hold && told.delay_ms == 0.0;
        rule!(self, "no wait beyond the total", fits, "until {ends} ms");
        let wait = self.wait.get_or_insert_with(|| Wait::new(entry, own));
        let end = entry.monotonic + told.delay_ms;
        // Rounded up to whole milliseconds.
        let (is_moved, before) = (end > wait.told_end - 1.0 - grain, wait.told_end);
        (wait.told, wait.told_end) = (wait.told + 1, end);
        self.waits_told += 1;
        rule!(self, "tells of moves only", is_moved, "{end} after {before}");
        Ok(())
    }

    fn tells_end(&mut self, entry: &Entry, told: &GaveUp, lanes: &mut Lanes) -> Verdict {
        use GiveUpReason::{BudgetExhausted, TotalTimeout, Vetoed};
        let lane = lanes.of(self.caller, self.heeds);
        let since = self.wait.as_ref().map_or(entry.monotonic, |wait| wait.monotonic);
        let is_held = self.heeds != Heeds::Nobody && lane.at_most > since;
        let (measured, told_sum) = self.elapsed(entry);
        let total = self.caller.config.total_timeout.as_f64();
        let has_total = total.is_finite();
        let is_right = match (self.next, told.reason) {
            (Some(Next::GiveUp(why)), reason) if why == reason => true,
            (Some(Next::Retry(_)), Vetoed) => self.agreed == Some(false),
            // Others have spent it while the caller thought.
            (Some(Next::Retry(_)), BudgetExhausted) => {
                self.agreed == Some(true) && lane.retries >= self.caller.config.retry_budget
            }
            (Some(Next::Retry(wait)), TotalTimeout) if has_total => {
                let is_late = self.asked.is_some_and(|(at, left)| {
                    let thought = (entry.at - at) as f64 / 1000.0 + self.ahead;
                    measured.max(told_sum) + wait + 1.0 > total || thought >= left
                });
                self.is_short || is_held || is_late
            }
            (None, TotalTimeout) if has_total => is_held,
            _ => false,
        };
        rule!(self, "says why it gives up", is_right, "{:?}, not {:?}", told.reason, self.next);
        let status = self.made.last().and_then(|last| last.status);
        let is = (self.made.len() as u64, status, self.last_hint);
        let says = (told.attempts, told.status, told.retry_after_ms);
        rule!(self, "says what it gives up", says == is, "{says:?}, not {is:?}");
        let id = *self.id.get_or_insert(told.id);
        let is_named = told.label == self.caller.config.label && !told.message.is_empty();
        rule!(self, "is named", is_named && id == told.id, "{told:?}");
        self.gave_up = Some(told.reason);
        self.wait = None;
        Ok(())
    }

    fn tells_done(&mut self, told: &Done) -> Verdict {
        let is_delivered =
            self.next == Some(Next::Deliver) || matches!(self.got, Some(Got::Refused));
        let is_right = self.waits_told > 0 && is_delivered;
        rule!(self, "is done after a wait", is_right, "{:?}", self.next);
        let status = self.made.last().and_then(|last| last.status);
        let is = (self.made.len() as u64, status, self.id);
        let says = (told.attempts, told.status, Some(told.id));
        rule!(self, "says what is done", says == is, "{says:?}, not {is:?}");
        self.has_told_done = true;
        Ok(())
    }
}
