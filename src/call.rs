//! One call: attempt → decide → tell → wait → attempt …

use crate::policy::decision::{Decision, GiveUpReason, Outcome, Reason, decide, fits};
use crate::policy::history::{Attempt, History};
use crate::policy::millis::Millis;
use crate::policy::{hint, message};
use crate::web::attempt::{Ending, attempt};
use crate::web::caller::{Caller, Stop};
use crate::web::flag::{First, first};
use crate::web::request::Outgoing;
use crate::web::settings::Settings;
use crate::web::waiting::Waiting;
use crate::web::{
    body, callback, clock, error, headers, info, log, notify, online, timer, waiting,
};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// A call under way.
pub struct Call {
    id: u32,
    settings: Rc<Settings>,
    request: Outgoing,
    caller: Caller,
    history: History,
    began: f64,
}

/// What goes to the caller: a Response, or the error to reject with.
type Delivery = Result<JsValue, JsValue>;

/// Where a finished attempt leads.
enum Next {
    Settle(Delivery),
    Again,
}

impl Call {
    /// Reads the arguments, as fetch does when it is called.
    pub fn new(input: &JsValue, init: &JsValue, settings: Rc<Settings>) -> Result<Self, JsValue> {
        let request = Outgoing::new(input, init, settings.policy.max_retries > 0)?;
        let caller = Caller::new(request.signal());
        Ok(Self {
            id: waiting::next_id(),
            settings,
            request,
            caller,
            history: History::default(),
            began: clock::monotonic(),
        })
    }

    /// Runs until there is something to settle with.
    pub async fn run(mut self) -> Delivery {
        let delivery = loop {
            match self.attempt().await {
                Ok(Next::Again) => {}
                Ok(Next::Settle(delivery)) => break delivery,
                Err(Stop::Aborted(reason)) => break Err(reason),
                Err(Stop::Refused(error)) => {
                    info::remember_refusal(&error);
                    break Err(error);
                }
            }
        };
        // A caller's Request may object; it is let go of all the same.
        let _ = self.request.release();
        delivery
    }

    /// One attempt, and the wait after it where another follows.
    async fn attempt(&mut self) -> Result<Next, Stop> {
        self.caller.check()?;
        let settings = Rc::clone(&self.settings);
        let policy = &settings.policy;
        let most = policy.max_retries.saturating_add(1);
        let number = self.history.made().saturating_add(1);
        self.log("log", |text| log::attempt(text, number, most));
        let left = policy
            .total_timeout
            .minus(self.elapsed())
            .max(Millis::new(1));
        let limit = policy.attempt_timeout.min(left);
        let began = clock::monotonic();
        let ending = attempt(
            &self.request,
            &settings.fetch,
            &self.caller,
            limit,
            number == most,
        )
        .await?;
        let duration = Millis::round(clock::monotonic() - began);
        let (outcome, delivery) = self.outcome_of(ending, left <= policy.attempt_timeout)?;
        self.note(&outcome, duration);
        let decision = decide(
            policy,
            &self.history,
            &outcome,
            self.elapsed(),
            !self.request.once(),
            || callback::random(settings.random.as_ref()),
        );
        self.log("log", |text| {
            log::outcome(text, &outcome, &decision, duration)
        });
        match decision {
            Decision::Deliver => Ok(Next::Settle(self.settle(delivery, None))),
            Decision::GiveUp(reason) => Ok(Next::Settle(self.give_up(&outcome, delivery, reason))),
            Decision::Retry { wait, reason } => {
                if let Some(reason) = self.objection(&outcome, &delivery, wait, reason).await? {
                    return Ok(Next::Settle(self.give_up(&outcome, delivery, reason)));
                }
                let _drain = delivery.ok().map(|response| body::discard(&response));
                self.wait(&outcome, wait, reason).await?;
                Ok(Next::Again)
            }
        }
    }

    /// What an attempt came to, for the policy and for the caller.
    fn outcome_of(&self, ending: Ending, cut_by_total: bool) -> Result<(Outcome, Delivery), Stop> {
        match ending {
            Ending::Settled(response) => {
                let Some(status) = headers::status_of(&response) else {
                    let message = "config.fetch: expected a function that gives a Response";
                    return Err(Stop::Refused(error::type_error(message)));
                };
                let says =
                    hint::from_headers(|name| headers::header_of(&response, name), clock::wall());
                Ok((Outcome::Response { status, says }, Ok(response)))
            }
            Ending::TimedOut(reason) if cut_by_total => Ok((Outcome::TotalTimeout, Err(reason))),
            Ending::TimedOut(reason) => Ok((Outcome::Timeout, Err(reason))),
            Ending::Failed(reason) => {
                if let Some(refusal) = error::never_sent(&self.request, &reason) {
                    return Err(Stop::Refused(refusal));
                }
                Ok((Outcome::NetworkError, Err(reason)))
            }
        }
    }

    fn note(&mut self, outcome: &Outcome, duration: Millis) {
        let (reason, hint) = match outcome {
            Outcome::Response { says, .. } => (Reason::Http, says.wait),
            Outcome::NetworkError => (Reason::Network, None),
            Outcome::Timeout | Outcome::TotalTimeout => (Reason::Timeout, None),
        };
        let status = notify::status(outcome);
        self.history.push(
            Attempt {
                reason,
                status,
                duration,
                wait: Millis::ZERO,
            },
            hint,
        );
    }

    /// Asks `shouldRetry`, which may take its time: the reason to give up, if there is one.
    async fn objection(
        &self,
        outcome: &Outcome,
        delivery: &Delivery,
        wait: Millis,
        reason: Reason,
    ) -> Result<Option<GiveUpReason>, Stop> {
        let Some(should_retry) = &self.settings.should_retry else {
            return Ok(None);
        };
        let details = notify::plain(&self.details(outcome, wait, reason));
        let (Ok(at_hand) | Err(at_hand)) = delivery;
        let answer = JsFuture::from(callback::ask(should_retry, &details, at_hand));
        let policy = &self.settings.policy;
        let left = policy.total_timeout.minus(self.elapsed());
        let out_of_time = async {
            match left {
                Millis::FOREVER => std::future::pending().await,
                _ => timer::sleep(left).await,
            }
        };
        Ok(
            match self
                .caller
                .unless_aborted(first(answer, out_of_time))
                .await?
            {
                First::Left(Ok(yes)) if yes.is_truthy() => {
                    let late = !fits(policy, self.elapsed(), wait);
                    late.then_some(GiveUpReason::TotalTimeout)
                }
                First::Left(_) => Some(GiveUpReason::Vetoed),
                First::Right(()) => Some(GiveUpReason::TotalTimeout),
            },
        )
    }

    /// Tells, then waits until the time is over, or `retryNow`, or the network is back.
    async fn wait(&mut self, outcome: &Outcome, wait: Millis, reason: Reason) -> Result<(), Stop> {
        let retry = self.history.made();
        let most = self.settings.policy.max_retries;
        self.log("log", |text| log::wait(text, wait, retry, most, reason));
        let waiting = Waiting::begin(self.id);
        let began = clock::monotonic();
        notify::retrying(&self.settings, self.details(outcome, wait, reason));
        self.caller.check()?;
        let early = async {
            match reason {
                Reason::Network => {
                    let random = || callback::random(self.settings.random.as_ref());
                    first(waiting.now.raised(), online::returned(random)).await;
                }
                _ => waiting.now.raised().await,
            }
        };
        let ended = self
            .caller
            .unless_aborted(first(early, timer::sleep(wait)))
            .await?;
        self.history.waited(match ended {
            First::Right(()) => wait,
            First::Left(()) => Millis::round(clock::monotonic() - began).min(wait),
        });
        Ok(())
    }

    fn details(&self, outcome: &Outcome, wait: Millis, reason: Reason) -> notify::RetryDetails<'_> {
        let retry = self.history.made();
        notify::details(
            &self.settings,
            self.id,
            retry,
            outcome,
            wait,
            reason,
            clock::wall(),
        )
    }

    fn give_up(&self, outcome: &Outcome, delivery: Delivery, reason: GiveUpReason) -> Delivery {
        let told = notify::give_up(
            &self.settings,
            self.id,
            self.history.made(),
            outcome,
            reason,
            self.history.last_hint(),
        );
        self.log("warn", |text| {
            text.push_str(reason.name());
            text.push_str(": ");
            text.push_str(&message::gave_up(
                None,
                outcome,
                reason,
                self.history.made(),
                None,
            ));
        });
        notify::gave_up(&self.settings, told);
        self.settle(delivery, Some(reason))
    }

    /// The callbacks before this may have aborted: then the reason goes out.
    fn settle(&self, delivery: Delivery, gave_up: Option<GiveUpReason>) -> Delivery {
        if let Some(reason) = self.caller.reason() {
            if let Ok(response) = &delivery {
                body::cancel(response);
            }
            return Err(reason);
        }
        let (Ok(outcome) | Err(outcome)) = &delivery;
        info::remember(outcome, &self.history, gave_up);
        delivery
    }

    /// Since the call began. A mocked timer's waits are counted too.
    fn elapsed(&self) -> Millis {
        Millis::floor(clock::monotonic() - self.began).max(self.history.spent())
    }

    fn log(&self, level: &str, fill: impl FnOnce(&mut String)) {
        log::line(
            &self.settings,
            level,
            self.id,
            || self.request.origin(),
            fill,
        );
    }
}
