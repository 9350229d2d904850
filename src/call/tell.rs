//! What the caller hears of a call: messages and log lines. Each may abort the call, which ends it there.

use super::host::{EndedOf, Host, Level};
use super::message::{Done, GaveUp, Message, RetryDetails};
use super::{Call, Stop};
use crate::policy::decision::GiveUpReason;
use crate::policy::log;
use crate::policy::message::{self, compose, labelled};
use crate::policy::millis::Millis;
use crate::policy::outcome::{Outcome, Reason};

/// Why a call waits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// For its own outcome.
    Outcome,
    /// Since others were told to.
    CoolDown,
}

impl<H: Host> Call<'_, H> {
    /// The retry that comes next, as the caller hears of it.
    pub(super) fn details(&self, wait: Millis, cause: Cause) -> RetryDetails {
        let own = match cause {
            Cause::Outcome => Some(&self.outcome),
            Cause::CoolDown => None,
        };
        let delay_ms = wait.as_f64();
        RetryDetails {
            id: self.id,
            attempt: self.history.made(),
            max_retries: self.config.max_retries,
            delay_ms,
            retry_at: self.host.now().epoch.0 + delay_ms,
            reason: own.map_or(Reason::Cooldown, Outcome::reason),
            status: own.and_then(Outcome::status),
            retry_after_ms: own.and_then(Outcome::hint).map(Millis::as_f64),
            message: labelled(self.label(), &self.sentence(wait, cause)),
            provider_message: own.and(self.quote.clone()),
            label: self.config.label.clone(),
        }
    }

    /// A wait begins, or its end has moved.
    pub(super) fn tell_wait(&mut self, wait: Millis, cause: Cause) -> Result<(), Stop<H>> {
        self.has_waited = true;
        self.line(Level::Log, |call| labelled(call.label(), &call.sentence(wait, cause)))?;
        self.host.tell(Message::NewRetryAttempt(self.details(wait, cause)));
        self.heed()
    }

    /// Tells why there is no further retry.
    pub(super) fn give_up(
        &mut self,
        reason: GiveUpReason,
        ended: EndedOf<H>,
    ) -> Result<EndedOf<H>, Stop<H>> {
        self.record.gave_up = Some(reason);
        let attempts = self.history.made();
        self.line(Level::Warn, |_| log::line_of_giving_up(reason, attempts))?;
        let sentence = message::gave_up(&self.outcome, reason, attempts);
        self.host.tell(Message::RetryGaveUp(GaveUp {
            id: self.id,
            reason,
            attempts,
            status: self.record.last_status(),
            retry_after_ms: self.history.last_hint().map(Millis::as_f64),
            message: compose(self.label(), &sentence, self.quote.as_deref()),
            provider_message: self.quote.clone(),
            label: self.config.label.clone(),
        }));
        self.heed()?;
        Ok(ended)
    }

    /// Whoever heard of a wait hears that it is over.
    pub(super) fn tell_done(&self) -> Result<(), Stop<H>> {
        if self.has_waited {
            self.host.tell(Message::RetryDone(Done {
                id: self.id,
                attempts: self.history.made(),
                status: self.record.last_status(),
                label: self.config.label.clone(),
            }));
            self.heed()?;
        }
        Ok(())
    }

    /// Logs that an attempt begins.
    pub(super) fn log_attempt(&self) -> Result<(), Stop<H>> {
        self.line(Level::Log, |call| {
            log::line_of_attempt(call.history.made(), call.config.max_retries)
        })
    }

    /// Logs how it ended.
    pub(super) fn log_outcome(&self) -> Result<(), Stop<H>> {
        self.line(Level::Log, |call| {
            let ms = call.record.attempts.last().map_or(0.0, |last| last.duration_ms);
            log::line_of_outcome(&call.outcome, Millis::floor(ms))
        })
    }

    fn sentence(&self, wait: Millis, cause: Cause) -> String {
        let (retry, retries) = (self.history.made(), self.config.max_retries);
        match cause {
            Cause::Outcome => message::retrying(Some(&self.outcome), wait, retry, retries),
            Cause::CoolDown => message::retrying(None, wait, retry, retries),
        }
    }

    fn label(&self) -> Option<&str> {
        self.config.label.as_deref().filter(|label| !label.is_empty())
    }

    /// Writes a line, which is made only where there is a logger.
    fn line(&self, level: Level, text: impl Fn(&Self) -> String) -> Result<(), Stop<H>> {
        if self.host.has_log() {
            let name = self.config.label.as_deref().unwrap_or_else(|| self.host.origin());
            self.host.log(level, &log::log_line(self.id, name, &text(self)));
        }
        self.heed()
    }
}
