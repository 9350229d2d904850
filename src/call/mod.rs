//! One call: attempt → decide → tell → wait → attempt …

mod attempt;
mod wait;

use crate::policy::cooldown::{self, Cooldown};
use crate::policy::decision::{Decision, GiveUpReason, Outcome, Reason, decide};
use crate::policy::history::{Attempt as Past, History};
use crate::policy::message;
use crate::policy::millis::Millis;
use crate::web::awake::Awake;
use crate::web::callback::random;
use crate::web::caller::{Caller, Stop};
use crate::web::cooldown::CoolDown;
use crate::web::idle::guard_body;
use crate::web::probe::Probe;
use crate::web::request::Outgoing;
use crate::web::settings::Settings;
use crate::web::waiting::next_id;
use crate::web::wake::Wake;
use crate::web::{clock, info, log, notify};
use std::rc::Rc;
use wait::Waited;
use wasm_bindgen::prelude::*;

/// A call under way.
pub struct Call {
    id: u32,
    settings: Rc<Settings>,
    request: Outgoing,
    caller: Caller,
    wake: Rc<Wake>,
    cooldown: Option<CoolDown>,
    probe: Option<Probe>,
    history: History,
    began: f64,
    _awake: Option<Awake>,
}

/// What goes to the caller: a Response, or the error to reject with.
type Delivery = Result<JsValue, JsValue>;

impl Call {
    /// Reads the arguments, as fetch does when it is called.
    pub fn new(input: &JsValue, init: &JsValue, settings: Rc<Settings>) -> Result<Self, JsValue> {
        let policy = &settings.policy;
        let request = Outgoing::new(input, init, policy.max_retries > 0.0)?;
        if let Some(header) = &settings.idempotency_key {
            request.identify(header)?;
        }
        let wake = Rc::new(Wake::new());
        let shared = policy.cooldown == Cooldown::Extension;
        let cooldown = (policy.cooldown != Cooldown::Off)
            .then(|| CoolDown::new(&request.origin(), shared, wake.callback()));
        Ok(Self {
            id: next_id(),
            caller: Caller::new(request.signal(), wake.callback()),
            request,
            wake,
            cooldown,
            probe: None,
            history: History::default(),
            began: clock::monotonic(),
            _awake: policy.keep_awake.then(Awake::hold),
            settings,
        })
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
        self.caller.check()?;
        if let Some(error) = self.hold_first().await? {
            return Ok(self.give_up(
                &Outcome::TotalTimeout,
                Err(error),
                GiveUpReason::TotalTimeout,
            ));
        }
        loop {
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
            if let Some(cooldown) = &self.cooldown
                && let Some(told) = cooldown::told(&outcome, &decision)
            {
                cooldown.tell(clock::wall() + told.as_f64());
            }
            let (wait, reason) = match decision {
                Decision::Deliver => return Ok(self.settle(delivery, None)),
                Decision::GiveUp(reason) => return Ok(self.give_up(&outcome, delivery, reason)),
                Decision::Retry { wait, reason } => (wait, reason),
            };
            if let Some(reason) = self.objection(&outcome, &delivery, wait, reason).await? {
                return Ok(self.give_up(&outcome, delivery, reason));
            }
            if self.settings.policy.diagnose && reason == Reason::Network && self.probe.is_none() {
                self.probe = Some(Probe::ask(&self.request.origin()));
            }
            match self.wait(Some((&outcome, &delivery)), wait, reason).await? {
                Waited::Over => {}
                Waited::TooLong => {
                    return Ok(self.give_up(&outcome, delivery, GiveUpReason::TotalTimeout));
                }
                Waited::TooLate(error) => {
                    let outcome = Outcome::TotalTimeout;
                    return Ok(self.give_up(&outcome, Err(error), GiveUpReason::TotalTimeout));
                }
            }
        }
    }

    fn give_up(&self, outcome: &Outcome, delivery: Delivery, reason: GiveUpReason) -> Delivery {
        let attempts = self.history.made();
        self.log(true, &|text| {
            text.push_str(&message::gave_up(None, outcome, reason, attempts, None));
        });
        let hint = self.history.last_hint();
        notify::gave_up(&self.settings, self.id, attempts, outcome, reason, hint);
        self.settle(delivery, Some(reason))
    }

    /// The callbacks before this may have aborted: then the reason goes out.
    fn settle(&self, delivery: Delivery, gave_up: Option<GiveUpReason>) -> Delivery {
        if let Err(Stop::Aborted(reason)) = self.caller.check() {
            return Err(reason);
        }
        let idle_ms = self.settings.policy.body_idle_timeout_ms;
        if let Ok(response) = &delivery
            && idle_ms < f64::INFINITY
        {
            guard_body(response, idle_ms);
        }
        let (Ok(outcome) | Err(outcome)) = &delivery;
        info::remember(outcome, &self.history, gave_up);
        delivery
    }

    /// Since the call began. A mocked timer's waits are counted too.
    fn elapsed(&self) -> Millis {
        Millis::floor(clock::monotonic() - self.began).max(self.history.spent())
    }

    /// What is left of the total budget.
    fn left(&self) -> Millis {
        Millis::ceil(self.settings.policy.total_timeout_ms).minus(self.elapsed())
    }

    fn log(&self, is_warning: bool, fill: &dyn Fn(&mut String)) {
        log::line(&self.settings, self.id, &|| self.request.origin(), is_warning, fill);
    }
}
