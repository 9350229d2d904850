//! The end of a call: what the caller gets is what came, nothing is owed any more, and the record is true.

use super::expect::Next;
use super::life::Life;
use super::{Verdict, rule};
use crate::clock::ms;
use crate::trace::{Entry, Gets, Got};
use fetch_with_retry::call::record::Record;

impl Life<'_> {
    /// The call has ended.
    pub fn ends(&mut self, entry: &Entry, gets: Gets, record: &Record) -> Verdict {
        self.has_ended = true;
        if self.is_aborted.is_some() {
            return Ok(());
        }
        rule!(self, "an abort is the caller's", gets != Gets::Aborted, "nobody aborted");
        let is_what_came = match (&self.got, self.is_out_of_time) {
            (_, true) => gets == Gets::OutOfTime,
            (Some(Got::Response(number, _)), _) => gets == Gets::Response(*number),
            (Some(Got::Failed), _) => gets == Gets::Failure,
            (Some(Got::TimedOut), _) => gets == Gets::Timeout,
            (Some(Got::Refused), _) => gets == Gets::Refused,
            (None, _) => false,
        };
        rule!(self, "delivers what came", is_what_came, "{gets:?}, not {:?}", self.got);
        self.has_told_its_end(gets)?;
        self.has_let_go(gets)?;
        self.is_in_time(entry)?;
        if gets != Gets::Refused {
            self.is_recorded(record)?;
        }
        Ok(())
    }

    fn has_told_its_end(&self, gets: Gets) -> Verdict {
        let (is_done, why) = (self.has_told_done, self.gave_up);
        if gets == Gets::Refused {
            rule!(self, "gives up on outcomes only", why.is_none(), "{why:?}");
        }
        let is_delivered = self.next == Some(Next::Deliver) || gets == Gets::Refused;
        rule!(
            self,
            "says that it gives up",
            is_delivered || why.is_some(),
            "not for {:?}",
            self.next
        );
        let is_due = self.waits_told > 0 && why.is_none();
        rule!(self, "says that it is done", is_done == is_due, "{is_done}, not {is_due}");
        if self.caller.has_log && gets != Gets::Refused {
            let lines = self.attempts + self.made.len() as u64 + u64::from(self.waits_told);
            let is = (lines, u32::from(why.is_some()));
            let says = (u64::from(self.lines.0), self.lines.1);
            rule!(self, "logs what happens", says == is, "{says:?} lines, not {is:?}");
        }
        Ok(())
    }

    /// Each response was discarded once, but for the one that is delivered.
    fn has_let_go(&self, gets: Gets) -> Verdict {
        for (number, (discarded, dropped)) in self.responses.iter().enumerate() {
            let is_right = match gets == Gets::Response(number as u32) {
                true => (*discarded, *dropped) == (0, 0),
                false => (*discarded, *dropped) == (1, 1),
            };
            rule!(self, "lets go of responses", is_right, "{number}: {discarded}, {dropped}");
        }
        Ok(())
    }

    fn is_in_time(&self, entry: &Entry) -> Verdict {
        let total = self.caller.config.total_timeout.as_f64();
        let clock = &self.scenario.contexts[self.caller.context].clock;
        let Some((began, _)) = self.began else { return Ok(()) };
        if clock.is_mocked {
            return Ok(());
        }
        let took = (entry.at - began) as f64;
        // Timers are late, clocks coarse, other contexts are asked first, and the last attempt has 1 ms.
        let slack = 4 * self.scenario.lateness + self.slept + 4 * clock.grain + ms(100 + 50 + 2);
        let late = took - total * 1000.0 - slack as f64;
        rule!(self, "no call beyond the total", late <= 0.0, "{late} µs");
        Ok(())
    }

    fn is_recorded(&self, record: &Record) -> Verdict {
        let made = (self.made.len(), self.gave_up, self.last_hint);
        let says = (record.attempts.len(), record.gave_up, record.retry_after_ms);
        rule!(self, "records what happened", says == made, "{says:?}, not {made:?}");
        let coarse = 2.0 * self.scenario.contexts[self.caller.context].clock.coarseness();
        for (one, is) in record.attempts.iter().zip(&self.made) {
            let says = (one.reason, one.status, one.duration_ms);
            let was = (is.reason, is.status, is.duration);
            rule!(self, "records attempts", says == was, "{says:?}, not {was:?}");
            let (least, most) =
                (is.waited.0, is.waited.0.max((is.waited.1 - 1e-6).ceil()) + 1.0 + coarse);
            let is_right = (least..=most).contains(&one.wait_ms);
            rule!(self, "records waits", is_right, "{}, not {least} to {most}", one.wait_ms);
        }
        let may_have_run = self.made.split_last().is_some_and(|(_, before)| {
            let is_lost = |status| matches!(status, None | Some(500 | 502 | 504 | 520 | 522 | 524));
            before.iter().any(|one| is_lost(one.status))
        });
        let says = record.may_have_executed;
        rule!(self, "records what may have run", says == may_have_run, "{says}");
        Ok(())
    }
}
