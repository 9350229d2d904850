//! The attempts of a call: no more than allowed, none too long, none after the end.

use super::lanes::Lanes;
use super::life::{Life, Running};
use super::{Verdict, expect, rule};
use crate::trace::{Entry, Got};
use fetch_with_retry::call::host::Following;
use fetch_with_retry::policy::millis::Millis;

impl Life<'_> {
    /// An attempt begins.
    pub fn attempts(
        &mut self,
        entry: &Entry,
        limit: Millis,
        following: Following,
        lanes: &mut Lanes,
    ) -> Verdict {
        let (config, made) = (&self.caller.config, self.made.len() as u64);
        let may_go_on = self.gave_up.is_none() && !self.has_told_done && self.running.is_none();
        rule!(self, "no attempt after the end", may_go_on, "attempt {made}");
        rule!(self, "no more than maxRetries", made <= config.max_retries, "retry {made}");
        let follows = made < config.max_retries;
        rule!(
            self,
            "says what follows",
            (following == Following::Maybe) == follows,
            "{following:?}"
        );
        match self.wait.take() {
            Some(wait) => self.wait_ends(entry, &wait, lanes)?,
            None => {
                rule!(self, "waits before a retry", made == 0, "attempt {made}");
                self.begins_in_time(entry, lanes)?;
            }
        }
        let (measured, told) = self.elapsed(entry);
        let left = |elapsed: f64| (config.total_timeout.as_f64() - elapsed).max(1.0);
        let own = config.attempt_timeout.as_f64();
        let (least, most) = (own.min(left(told)) - 1.0, own.min(left(measured)));
        let fits =
            (least..=most).contains(&limit.as_f64()) || own.min(left(told)) == limit.as_f64();
        rule!(self, "no attempt is too long", fits, "{limit:?}, not {least} to {most}");
        // Where limits are equal, clocks that stand still or are coarse leave it open which it was.
        let is_by_total = match limit.as_f64() < own || left(measured) <= own {
            true => Some(true),
            false => (left(told) > own).then_some(false),
        };
        let (at, monotonic) = (entry.at, entry.monotonic);
        self.running = Some(Running { at, monotonic, limit, is_by_total });
        (self.next, self.agreed, self.asked, self.is_short) = (None, None, None, false);
        self.attempts += 1;
        Ok(())
    }

    /// It has ended.
    pub fn attempt_ends(&mut self, entry: &Entry, got: &Got) -> Verdict {
        let Some(running) = self.running.take() else { return Ok(()) };
        let Running { at, monotonic, limit, is_by_total } = running;
        let latest = limit.as_f64() * 1000.0 + (self.scenario.lateness + self.slept) as f64;
        let took = entry.at - at;
        rule!(self, "an attempt is cut", took as f64 <= latest, "it took {took} µs");
        self.duration = (entry.monotonic - monotonic).floor();
        self.is_cut = if matches!(got, Got::TimedOut) { is_by_total } else { Some(false) };
        self.is_blocked =
            matches!(got, Got::Failed) && matches!(self.probe, Some(Some(at)) if at <= entry.at);
        self.hint = expect::hint(&self.caller.config, got, entry.epoch);
        if let Got::Response(..) = got {
            self.responses.push((0, 0));
        }
        self.got = Some(got.clone());
        Ok(())
    }

    /// A body is looked into.
    pub fn peeks(&self) -> Verdict {
        let config = &self.caller.config;
        let is_error = match &self.got {
            Some(Got::Response(_, answer)) => {
                answer.status >= 400 && answer.content_type != Some("text/html")
            }
            _ => false,
        };
        let may_peek = is_error && config.server_hints && config.max_retries > 0;
        rule!(self, "looks into error bodies only", may_peek, "{:?}", self.got);
        Ok(())
    }
}
