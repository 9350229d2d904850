//! One call: attempt → decide → tell → wait → attempt …

use crate::policy::decision::{Decision, GiveUpReason, Outcome, Reason, decide, fits};
use crate::policy::hint::{self, Private, ServerSays, Verdict};
use crate::policy::history::{Attempt as Past, History};
use crate::policy::message;
use crate::policy::millis::Millis;
use crate::web::attempt::Attempt;
use crate::web::callback::{Answer, random};
use crate::web::caller::{Caller, Stop};
use crate::web::online::Online;
use crate::web::pause::pause;
use crate::web::peek::Peek;
use crate::web::request::Outgoing;
use crate::web::settings::Settings;
use crate::web::waiting::{Waiting, next_id};
use crate::web::wake::Wake;
use crate::web::{clock, info, log, notify};
use js_sys::TypeError;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// A call under way.
pub struct Call {
    id: u32,
    settings: Rc<Settings>,
    request: Outgoing,
    caller: Caller,
    wake: Rc<Wake>,
    history: History,
    began: f64,
}

/// What goes to the caller: a Response, or the error to reject with.
type Delivery = Result<JsValue, JsValue>;

impl Call {
    /// Reads the arguments, as fetch does when it is called.
    pub fn new(input: &JsValue, init: &JsValue, settings: Rc<Settings>) -> Result<Self, JsValue> {
        let request = Outgoing::new(input, init, settings.policy.max_retries > 0.0)?;
        let wake = Rc::new(Wake::new());
        let caller = Caller::new(request.signal(), wake.callback());
        let history = History::default();
        let began = clock::monotonic();
        Ok(Self { id: next_id(), settings, request, caller, wake, history, began })
    }

    /// Runs until there is something to settle with.
    pub async fn run(mut self) -> Delivery {
        let delivery = self.attempts().await;
        self.request.release();
        match delivery {
            Ok(delivery) => delivery,
            Err(Stop::Aborted(reason)) => Err(reason),
            Err(Stop::Refused(error)) => {
                info::remember(&error, &History::default(), None);
                Err(error)
            }
        }
    }

    async fn attempts(&mut self) -> Result<Delivery, Stop> {
        loop {
            self.caller.check()?;
            let began = clock::monotonic();
            let (outcome, delivery) = self.attempt().await?;
            let duration = Millis::round(clock::monotonic() - began);
            let past = Past {
                reason: outcome.reason(),
                status: outcome.status(),
                duration,
                wait: Millis::ZERO,
            };
            self.history.push(past, outcome.hint());
            let decision = decide(
                &self.settings.policy,
                &self.history,
                &outcome,
                self.elapsed(),
                !self.request.once(),
                &|| random(self.settings.random.as_ref()),
            );
            self.log(false, &|text| log::outcome(text, &outcome, &decision, duration));
            let reason = match decision {
                Decision::Deliver => return self.settle(delivery, None),
                Decision::GiveUp(reason) => Some(reason),
                Decision::Retry { wait, reason } => {
                    let objection = self.objection(&outcome, &delivery, wait, reason).await?;
                    if objection.is_none() {
                        if let Ok(response) = &delivery {
                            self.request.discard(response);
                        }
                        self.wait(&outcome, wait, reason).await?;
                    }
                    objection
                }
            };
            if let Some(reason) = reason {
                self.give_up(&outcome, reason);
                return self.settle(delivery, Some(reason));
            }
        }
    }

    /// One attempt: its outcome for the policy, and what to deliver if it is the last.
    async fn attempt(&self) -> Result<(Outcome, Delivery), Stop> {
        let policy = &self.settings.policy;
        let number = self.history.made().saturating_add(1);
        let is_last = number as f64 > policy.max_retries;
        self.log(false, &|text| log::attempt(text, number, policy.max_retries + 1.0));
        let left = Millis::ceil(policy.total_timeout_ms).minus(self.elapsed()).max(Millis::new(1));
        let limit = Millis::ceil(policy.attempt_timeout_ms).min(left);
        let fetch = self.settings.fetch.as_ref().map_or(JsValue::UNDEFINED, JsValue::from);
        let heard = self.wake.callback();
        let attempt = Attempt::new(&self.request, &fetch, limit.as_f64(), is_last, heard)
            .map_err(Stop::Refused)?;
        self.wake.until(&|| attempt.how() != 0 || self.caller.has_aborted()).await;
        if let Err(stop) = self.caller.check() {
            attempt.abandon();
            return Err(stop);
        }
        let value = attempt.value();
        match attempt.how() {
            1 => {
                let status = attempt.status();
                if status < 0.0 {
                    let message = "config.fetch: expected a function that gives a Response";
                    return Err(Stop::Refused(TypeError::new(message).into()));
                }
                let status = status as u16;
                let says = self.says(&attempt, status, &value).await?;
                Ok((Outcome::Response { status, says }, Ok(value)))
            }
            2 => {
                let refusal = self.request.refusal(&value);
                if refusal.is_undefined() {
                    Ok((Outcome::NetworkError, Err(value)))
                } else {
                    Err(Stop::Refused(refusal))
                }
            }
            _ if limit == left => Ok((Outcome::TotalTimeout, Err(value))),
            _ => Ok((Outcome::Timeout, Err(value))),
        }
    }

    /// What a response says: its headers, and the body of an error that would be retried.
    async fn says(
        &self,
        attempt: &Attempt,
        status: u16,
        response: &JsValue,
    ) -> Result<ServerSays, Stop> {
        let policy = &self.settings.policy;
        let header = |name: &str| attempt.header(name);
        if !policy.server_hints {
            return Ok(hint::from_headers(header, clock::wall()));
        }
        let says = hint::from_all_headers(status, header, clock::wall());
        let is_wanted = policy.max_retries > 0.0
            && (policy.retries_status(status) || says.verdict == Some(Verdict::Retry))
            && hint::body_may_tell(status, header("content-type").as_deref());
        if !is_wanted {
            return Ok(says);
        }
        let peek = Peek::new(response, self.wake.callback());
        self.wake.until(&|| peek.is_over() || self.caller.has_aborted()).await;
        peek.abandon();
        self.caller.check()?;
        let secrets = self.request.secrets();
        let body = self.request.text();
        let private = Private { secrets: &secrets, body: body.as_deref() };
        let now = hint::server_now(&header, clock::wall());
        Ok(says.and_body(hint::from_body(status, &peek.found(), now, &private)))
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
        let policy = &self.settings.policy;
        let (Ok(at_hand) | Err(at_hand)) = delivery;
        let details = self.details(outcome, wait, reason);
        let answer = Answer::new(should_retry, &details, at_hand, self.wake.callback());
        let left = Millis::ceil(policy.total_timeout_ms).minus(self.elapsed());
        pause(&self.wake, left, &|| answer.how() != 0 || self.caller.has_aborted()).await;
        let answered = answer.how();
        answer.abandon();
        self.caller.check()?;
        Ok(match answered {
            2 => Some(GiveUpReason::Vetoed),
            1 if fits(policy, self.elapsed(), wait) => None,
            _ => Some(GiveUpReason::TotalTimeout),
        })
    }

    /// Tells, then waits until the time is over, or `retryNow`, or the network is back.
    async fn wait(&mut self, outcome: &Outcome, wait: Millis, reason: Reason) -> Result<(), Stop> {
        let waiting = Waiting::begin(self.id, &self.wake);
        let began = clock::monotonic();
        let details = self.details(outcome, wait, reason);
        self.log(false, &|text| {
            let retry = self.history.made();
            let most = self.settings.policy.max_retries as u64;
            text.push_str(&message::retrying(None, outcome, wait, retry, most));
        });
        notify::retrying(&self.settings, &details);
        let online = match reason {
            Reason::Network => Some(Online::listen(self.wake.callback())),
            _ => None,
        };
        let over = || waiting.is_over() || self.caller.has_aborted();
        let back = || online.as_ref().is_some_and(Online::is_back);
        let mut all = pause(&self.wake, wait, &|| over() || back()).await;
        if !all && !over() {
            // All clients of a network hear of it together; they return spread over a second.
            let spread = Millis::floor(1000.0 * random(self.settings.random.as_ref()));
            let left = wait.minus(Millis::floor(clock::monotonic() - began));
            all = pause(&self.wake, left.min(spread), &over).await && left <= spread;
        }
        self.caller.check()?;
        self.history.waited(match all {
            true => wait,
            false => Millis::round(clock::monotonic() - began).min(wait),
        });
        Ok(())
    }

    fn details(&self, outcome: &Outcome, wait: Millis, reason: Reason) -> JsValue {
        let retry = self.history.made();
        notify::details(&self.settings, self.id, retry, outcome, wait, reason, clock::wall())
    }

    fn give_up(&self, outcome: &Outcome, reason: GiveUpReason) {
        let attempts = self.history.made();
        self.log(true, &|text| {
            text.push_str(&message::gave_up(None, outcome, reason, attempts, None));
        });
        let hint = self.history.last_hint();
        notify::gave_up(&self.settings, self.id, attempts, outcome, reason, hint);
    }

    /// The callbacks before this may have aborted: then the reason goes out.
    fn settle(&self, delivery: Delivery, gave_up: Option<GiveUpReason>) -> Result<Delivery, Stop> {
        self.caller.check()?;
        let (Ok(outcome) | Err(outcome)) = &delivery;
        info::remember(outcome, &self.history, gave_up);
        Ok(delivery)
    }

    /// Since the call began. A mocked timer's waits are counted too.
    fn elapsed(&self) -> Millis {
        Millis::floor(clock::monotonic() - self.began).max(self.history.spent())
    }

    fn log(&self, is_warning: bool, fill: &dyn Fn(&mut String)) {
        log::line(&self.settings, self.id, &|| self.request.origin(), is_warning, fill);
    }
}
