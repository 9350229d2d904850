//! The waits of a call: for the caller's word, for its own backoff or hint, for a cool-down.

use super::{Call, Delivery};
use crate::policy::cooldown::{Crowd, leaves_at};
use crate::policy::decision::{GiveUpReason, Outcome, Reason, fits};
use crate::policy::message;
use crate::policy::millis::Millis;
use crate::web::callback::{Answer, random};
use crate::web::caller::Stop;
use crate::web::cooldown::CoolDown;
use crate::web::online::Online;
use crate::web::pause::pause;
use crate::web::waiting::Waiting;
use crate::web::{clock, notify};
use wasm_bindgen::prelude::*;

/// How a wait ended.
pub(super) enum Waited {
    /// The next attempt may begin.
    Over,
    /// It would end after the total budget, so it was not begun.
    TooLong,
    /// While it ran, a cool-down moved its end past the total budget: the TimeoutError to deliver,
    /// since the outcome at hand is gone.
    TooLate(JsValue),
}

impl Call {
    /// Asks `shouldRetry`, which may take its time: the reason to give up, if there is one.
    pub(super) async fn objection(
        &self,
        outcome: &Outcome,
        delivery: &Delivery,
        wait: Millis,
        reason: Reason,
    ) -> Result<Option<GiveUpReason>, Stop> {
        let Some(should_retry) = &self.settings.should_retry else { return Ok(None) };
        let (Ok(at_hand) | Err(at_hand)) = delivery;
        let details = self.details(Some(outcome), wait, reason);
        let answer = Answer::new(should_retry, &details, at_hand, self.wake.callback());
        let is_over = || answer.how() != 0 || self.caller.has_aborted();
        pause(&self.wake, self.left(), &is_over).await;
        let answered = answer.how();
        answer.abandon();
        self.caller.check()?;
        Ok(match answered {
            2 => Some(GiveUpReason::Vetoed),
            1 if fits(&self.settings.policy, self.elapsed(), wait) => None,
            _ => Some(GiveUpReason::TotalTimeout),
        })
    }

    /// Holds the first attempt, if other calls were told to wait. A TimeoutError if the total budget
    /// ends before.
    pub(super) async fn hold_first(&mut self) -> Result<Option<JsValue>, Stop> {
        let Some(cooldown) = &self.cooldown else { return Ok(None) };
        self.wake.until(&|| cooldown.is_ready() || self.caller.has_aborted()).await;
        self.caller.check()?;
        if cooldown.crowd().until <= clock::wall() {
            return Ok(None);
        }
        Ok(match self.wait(None, Millis::ZERO, Reason::Cooldown).await? {
            Waited::Over => None,
            Waited::TooLong => Some(notify::timeout_error()),
            Waited::TooLate(error) => Some(error),
        })
    }

    /// Tells, then waits until the time is over, or `retryNow`, or the network is back; longer where
    /// other calls to the origin were told so. `at_hand`: what the last attempt came to.
    pub(super) async fn wait(
        &mut self,
        at_hand: Option<(&Outcome, &Delivery)>,
        wait: Millis,
        reason: Reason,
    ) -> Result<Waited, Stop> {
        let cap_ms = self.settings.policy.max_retry_after_ms;
        let began = clock::wall();
        let ticks = clock::monotonic();
        let own_end = began + wait.as_f64();
        let waiting = Waiting::begin(self.id, &self.wake);
        let turn = self.cooldown.as_ref().map(|cooldown| cooldown.enter(own_end + cap_ms));
        let online = match reason {
            Reason::Network => Some(Online::listen(self.wake.callback())),
            _ => None,
        };
        let over = || waiting.is_over() || self.caller.has_aborted();
        let back = || online.as_ref().is_some_and(Online::is_back);
        let mut told_end = f64::NEG_INFINITY;
        let mut all;
        loop {
            let crowd = self.cooldown.as_ref().map_or(Crowd::default(), CoolDown::crowd);
            let end = leaves_at(own_end, began, cap_ms, crowd);
            let is_new = told_end == f64::NEG_INFINITY;
            let left = match end > own_end {
                true => Millis::ceil(end - clock::wall()),
                false if is_new => wait,
                false => wait.minus(Millis::floor(clock::monotonic() - ticks)),
            };
            if end > own_end && left > self.left() {
                return Ok(match is_new {
                    true => Waited::TooLong,
                    false => Waited::TooLate(notify::timeout_error()),
                });
            }
            // Moved by more than the order in which the calls leave.
            if leaves_at(own_end, began, cap_ms, Crowd { until: crowd.until, ..Crowd::default() })
                > told_end
            {
                told_end = end;
                let outcome = at_hand.map(|(outcome, _)| outcome);
                self.tell(outcome, left, if is_new { reason } else { Reason::Cooldown });
            }
            if is_new && let Some((_, Ok(response))) = at_hand {
                self.request.discard(response);
            }
            let moved = || self.cooldown.as_ref().is_some_and(|now| now.crowd() != crowd);
            all = pause(&self.wake, left, &|| over() || back() || moved()).await;
            if all || over() || back() {
                break;
            }
        }
        if !all && !over() {
            // All clients of a network hear of it together; they return spread over a second.
            let spread = Millis::floor(1000.0 * random(self.settings.random.as_ref()));
            let left = Millis::ceil(own_end - clock::wall());
            pause(&self.wake, left.min(spread), &over).await;
        }
        self.caller.check()?;
        drop(turn);
        let waited = Millis::round(clock::monotonic() - ticks);
        self.history.waited(if all { waited.max(wait) } else { waited });
        Ok(Waited::Over)
    }

    fn tell(&self, outcome: Option<&Outcome>, wait: Millis, reason: Reason) {
        let outcome = outcome.filter(|_| reason != Reason::Cooldown);
        self.log(false, &|text| {
            let retry = self.history.made();
            let most = self.settings.policy.max_retries as u64;
            text.push_str(&message::retrying(None, outcome, wait, retry, most));
        });
        if self.settings.on_retry.is_some() {
            notify::retrying(&self.settings, &self.details(outcome, wait, reason));
        }
    }

    fn details(&self, outcome: Option<&Outcome>, wait: Millis, reason: Reason) -> JsValue {
        let retry = self.history.made();
        notify::details(&self.settings, self.id, retry, outcome, wait, reason, clock::wall())
    }
}
