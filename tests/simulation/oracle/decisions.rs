//! What a call makes of an outcome, and what it lets others know of it.

use super::expect::{self, Beside, Next};
use super::lanes::{Heeds, Lanes};
use super::life::{Deciding, Life, Made};
use super::{Verdict, rule};
use crate::channel::Said;
use crate::clock::Micros;
use crate::trace::{Entry, Got, What};
use fetch_with_retry::call::message::Message;
use fetch_with_retry::policy::decision::GiveUpReason;
use fetch_with_retry::policy::outcome::Reason;

impl Life<'_> {
    /// It is decided on an outcome.
    pub fn decides(
        &mut self,
        entry: &Entry,
        inner: Option<GiveUpReason>,
        lanes: &mut Lanes,
    ) -> Verdict {
        let Some(got) = &self.got else { return Ok(()) };
        let is_failure = matches!(got, Got::Failed);
        rule!(self, "asks in a row", is_failure || self.probe.is_none(), "the question goes on");
        let (reason, status) = match got {
            Got::Response(_, answer) => (Reason::Http, Some(answer.status)),
            Got::Failed => (Reason::Network, None),
            Got::TimedOut | Got::Refused => (Reason::Timeout, None),
        };
        let duration = self.duration;
        self.made.push(Made { reason, status, duration, waited: (0.0, 0.0) });
        self.last_hint = self.hint.or(self.last_hint);
        let config = &self.caller.config;
        let retries = lanes.of(self.caller, self.heeds).retries;
        self.deciding = Some(Deciding {
            inner,
            budget_is_spent: retries >= config.retry_budget,
            elapsed: self.elapsed(entry),
            drawn: Vec::new(),
            lines: 0,
        });
        let lane = lanes.of(self.caller, self.heeds);
        if let Some(hint) = self.hint {
            // It is told, or not, before anybody else can look.
            lane.at_most = lane.at_most.max(entry.monotonic + hint);
        }
        self.owes_hold = Some(entry.monotonic);
        Ok(())
    }

    /// All numbers are drawn: what has to follow is known.
    pub fn decided(&mut self, entry: &Entry, lanes: &mut Lanes) {
        let (Some(deciding), Some(got)) = (self.deciding.take(), &self.got) else { return };
        let config = &self.caller.config;
        let says_so = matches!(&entry.what, What::Tells(Message::RetryGaveUp(told))
            if told.reason == GiveUpReason::TotalTimeout);
        let beside = Beside {
            attempts: self.made.len() as u64,
            replay: self.caller.replay,
            is_cut: self.is_cut.unwrap_or(says_so),
            is_blocked: self.is_blocked,
            budget_is_spent: deciding.budget_is_spent,
            inner: deciding.inner,
            drawn: &deciding.drawn,
        };
        let mut next = expect::next(config, got, self.hint, &beside);
        if let Next::Retry(wait) = next {
            let total = config.total_timeout.as_f64();
            let wait = (wait - 1e-6).ceil();
            if deciding.elapsed.0 + wait > total {
                next = Next::GiveUp(GiveUpReason::TotalTimeout);
            }
            self.is_short = deciding.elapsed.1 + wait + 1.0 > total;
        }
        let holds = match next {
            Next::Deliver => None,
            Next::GiveUp(GiveUpReason::ServerSaidNo | GiveUpReason::QuotaExhausted) => None,
            Next::GiveUp(_) => self.hint,
            Next::Retry(wait) => {
                let is_limited = self.made.last().is_some_and(|last| last.status == Some(429));
                self.hint.or(is_limited.then_some(wait))
            }
        };
        let since = self.owes_hold.take();
        let lane = lanes.of(self.caller, self.heeds);
        if let (Some(since), Some(wait), true) = (since, holds, self.heeds != Heeds::Nobody) {
            let until = since + wait;
            // Where it may have been given up on, a wait of its own may not have been told.
            let surely =
                if self.is_short && self.hint.is_none() { f64::NEG_INFINITY } else { until };
            lane.hold(surely, until + 1.0);
            self.owes_hold = (self.heeds == Heeds::Everyone && surely == until).then_some(wait);
        }
        if next == Next::Deliver && matches!(got, Got::Response(..)) && self.has_budget() {
            lane.retries = 0;
        }
        self.next = Some(next);
    }

    /// Whether its retries are counted, and its successes.
    pub fn has_budget(&self) -> bool {
        self.heeds != Heeds::Nobody || self.caller.config.retry_budget != u64::MAX
    }

    /// The host is asked whether it answers.
    pub fn probes(&mut self, answers: Option<Micros>) -> Verdict {
        let after_failure = matches!(self.got, Some(Got::Failed)) && self.is_to_retry();
        let may_ask = self.caller.config.diagnose && after_failure && self.probe.is_none();
        rule!(self, "asks after a failure", may_ask, "{:?}", self.got);
        self.probe = Some(answers);
        Ok(())
    }

    /// Whether a retry may follow.
    pub fn is_to_retry(&self) -> bool {
        matches!(self.next, Some(Next::Retry(_))) && self.agreed != Some(false)
    }

    /// Whether it should be asking by now whether the host answers.
    pub fn should_be_asking(&self) -> bool {
        let is_due = self.caller.config.diagnose && matches!(self.got, Some(Got::Failed));
        is_due && self.probe.is_none()
    }

    /// The other contexts are told.
    pub fn posts(&mut self, entry: &Entry, said: Said) -> Verdict {
        rule!(self, "tells nobody", self.heeds == Heeds::Everyone, "but {said:?}");
        match said {
            Said::Ask { .. } => {
                rule!(self, "asks before it begins", self.attempts == 0, "{said:?}");
            }
            Said::Hold { until, .. } => {
                let wait = until - entry.epoch;
                let is_owed = match self.owes_hold.take() {
                    Some(owed) => (owed - 1e-6..owed + 1.0 + 1e-3).contains(&wait),
                    None => self.is_short,
                };
                rule!(self, "tells what it was told", is_owed, "{wait} ms");
            }
            Said::Waits { .. } => self.in_line += 1,
            Said::Left { .. } => self.in_line -= 1,
        }
        Ok(())
    }

    /// Whether others have heard what they should.
    pub fn has_told_others(&self) -> bool {
        self.owes_hold.is_none()
    }
}
