//! Runs one call: attempt → decide → tell → wait → attempt … Read from top to bottom it is the life of a
//! call, its waits and its aborts. What to do is `policy`'s business, how it is done a [`Host`]'s.

mod attempt;
pub mod bell;
pub mod context;
mod cooldown;
pub mod host;
mod lanes;
pub mod message;
pub mod notice;
pub mod record;
mod sleep;
mod tell;
mod wait;

use crate::policy::config::Config;
use crate::policy::cooldown as told_by;
use crate::policy::decision::{Budget, Decision, GiveUpReason, Standing, decide, fits};
use crate::policy::history::History;
use crate::policy::millis::Millis;
use crate::policy::moment::Monotonic;
use crate::policy::outcome::Outcome;
use cooldown::CoolDown;
use futures_util::future::{Either, select};
use host::{Ended, EndedOf, Host, Refused};
use record::Record;
use sleep::within;
use std::pin::pin;
use std::rc::Rc;
use tell::Cause;
use wait::Waited;

/// How a call ends, and what happened on the way.
pub struct Finished<H: Host> {
    /// What the caller gets.
    pub end: End<H>,
    /// What happened on the way.
    pub record: Record,
}

/// What the caller gets.
pub enum End<H: Host> {
    /// The outcome of the last attempt, whatever it is.
    Settled(EndedOf<H>),
    /// Nothing but the caller's own reason.
    Aborted,
    /// The request can never be sent.
    Refused(H::Failure),
}

/// What ends a call before its outcome.
enum Stop<H: Host> {
    Aborted,
    Refused(H::Failure),
}

impl<H: Host> From<Refused<H::Failure>> for Stop<H> {
    fn from(Refused(failure): Refused<H::Failure>) -> Self {
        Self::Refused(failure)
    }
}

/// Runs a call to its end. It always has one; whatever it has begun is undone by then.
pub async fn run<H: Host>(host: &H, config: &Config) -> Finished<H> {
    let mut call = Call::new(host, config);
    let ended = {
        let life = pin!(call.live());
        match select(pin!(host.aborted()), life).await {
            Either::Left(_) => Err(Stop::Aborted),
            Either::Right((ended, _)) => ended,
        }
    };
    let end = match ended {
        Ok(outcome) => End::Settled(outcome),
        Err(Stop::Aborted) => End::Aborted,
        Err(Stop::Refused(failure)) => End::Refused(failure),
    };
    Finished { end, record: call.into_record() }
}

/// A call under way.
struct Call<'h, H: Host> {
    host: &'h H,
    config: &'h Config,
    id: u32,
    began: Monotonic,
    cooldown: Option<Rc<CoolDown<'h, H>>>,
    probe: Option<H::Probe>,
    history: History,
    record: Record,
    outcome: Outcome,
    quote: Option<String>,
    has_waited: bool,
    slept: Millis,
}

impl<'h, H: Host> Call<'h, H> {
    fn new(host: &'h H, config: &'h Config) -> Self {
        Self {
            host,
            config,
            id: host.context().next_id(),
            began: host.now().monotonic,
            cooldown: CoolDown::of(host, config).map(Rc::new),
            probe: None,
            history: History::default(),
            record: Record::default(),
            outcome: Outcome::Timeout,
            quote: None,
            has_waited: false,
            slept: Millis::ZERO,
        }
    }

    async fn live(&mut self) -> Result<EndedOf<H>, Stop<H>> {
        if let Some(ended) = self.hold().await? {
            return Ok(ended);
        }
        loop {
            let ended = match self.attempt().await {
                Err(Stop::Refused(failure)) => {
                    self.heed()?;
                    self.tell_done()?;
                    return Err(Stop::Refused(failure));
                }
                ended => ended?,
            };
            match self.decide(&ended)? {
                Decision::Deliver => return self.tell_done().map(|()| ended),
                Decision::GiveUp(reason) => return self.give_up(reason, ended),
                Decision::Retry { wait, .. } => match self.retry(wait, ended).await? {
                    Waited::Over => {}
                    Waited::NotBegun(reason, ended) => return self.give_up(reason, ended),
                    Waited::OutOfTime => return self.out_of_time(),
                },
            }
        }
    }

    /// Holds the first attempt, if other calls were told to wait. What it gives is the end.
    async fn hold(&mut self) -> Result<Option<EndedOf<H>>, Stop<H>> {
        self.heed()?;
        let Some(cooldown) = self.cooldown.clone() else { return Ok(None) };
        cooldown.ready().await;
        self.heed()?;
        if !cooldown.holds() {
            return Ok(None);
        }
        match self.wait(Millis::ZERO, None).await? {
            Waited::Over => Ok(None),
            Waited::NotBegun(..) | Waited::OutOfTime => self.out_of_time().map(Some),
        }
    }

    /// What comes next; others hear what this call was told.
    fn decide(&mut self, ended: &EndedOf<H>) -> Result<Decision, Stop<H>> {
        let (host, config) = (self.host, self.config);
        let standing = Standing {
            elapsed: self.elapsed(),
            replay: host.replay(),
            budget: self.budget(),
            inner: host.given_up(ended),
        };
        let random = || host.random();
        let decision = decide(config, &self.history, &self.outcome, standing, &random);
        self.heed()?;
        self.log_outcome()?;
        if let Some(shared) = &self.cooldown {
            if let Some(wait) = told_by::told(&self.outcome, &decision) {
                shared.tell(wait);
            }
            if decision == Decision::Deliver && matches!(ended, Ended::Response(_)) {
                shared.restore_retries();
            }
        }
        Ok(decision)
    }

    /// Asks the caller, and waits.
    async fn retry(
        &mut self,
        wait: Millis,
        ended: EndedOf<H>,
    ) -> Result<Waited<EndedOf<H>>, Stop<H>> {
        if let Some(reason) = self.objection(wait, &ended).await? {
            return Ok(Waited::NotBegun(reason, ended));
        }
        // Others may have spent it while the caller thought.
        if self.budget() == Budget::Spent {
            return Ok(Waited::NotBegun(GiveUpReason::BudgetExhausted, ended));
        }
        if self.config.diagnose && self.probe.is_none() && matches!(ended, Ended::Failed(_)) {
            self.probe = Some(self.host.probe());
        }
        self.wait(wait, Some(ended)).await
    }

    /// Whether the caller objects to a retry, which it may think about for as long as there is time.
    async fn objection(
        &mut self,
        wait: Millis,
        ended: &EndedOf<H>,
    ) -> Result<Option<GiveUpReason>, Stop<H>> {
        if !self.host.has_veto() {
            return Ok(None);
        }
        let question = self.host.agrees(self.details(wait, Cause::Outcome), ended);
        let answer = within(self.host, self.left(), question).await;
        self.heed()?;
        Ok(match answer {
            Some(true) if fits(self.config, self.elapsed(), wait) => None,
            Some(false) => Some(GiveUpReason::Vetoed),
            Some(true) | None => Some(GiveUpReason::TotalTimeout),
        })
    }

    /// The time ended when there was no outcome to deliver any more, or none yet.
    fn out_of_time(&mut self) -> Result<EndedOf<H>, Stop<H>> {
        self.outcome = Outcome::TotalTimeout;
        self.quote = None;
        let failure = self.host.out_of_time();
        self.give_up(GiveUpReason::TotalTimeout, Ended::TimedOut(failure))
    }

    /// Whether the origin may cost a further retry.
    fn budget(&self) -> Budget {
        let shared = self.cooldown.as_ref();
        shared.map_or(Budget::Left, |shared| shared.budget(self.config.retry_budget))
    }

    /// Ends the call if the caller has aborted. Asked after all that takes time or calls the caller.
    fn heed(&self) -> Result<(), Stop<H>> {
        if self.host.is_aborted() { Err(Stop::Aborted) } else { Ok(()) }
    }

    /// Since the call began; the waits of a mocked timer are counted too.
    fn elapsed(&self) -> Millis {
        self.host.now().monotonic.since(self.began).max(self.record.told())
    }

    /// Left of the total budget.
    fn left(&self) -> Millis {
        self.config.total_timeout.minus(self.elapsed())
    }

    fn into_record(self) -> Record {
        Record {
            retry_after_ms: self.history.last_hint().map(Millis::as_f64),
            may_have_executed: self.history.may_have_executed(),
            ..self.record
        }
    }
}
