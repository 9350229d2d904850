//! The attempt of a call: made, and read for what it says.

use super::{Call, Delivery};
use crate::policy::decision::Outcome;
use crate::policy::hint::{self, Private, ServerSays, Verdict};
use crate::policy::millis::Millis;
use crate::web::attempt::Attempt;
use crate::web::caller::Stop;
use crate::web::peek::Peek;
use crate::web::probe::Probe;
use crate::web::{clock, log};
use js_sys::TypeError;
use wasm_bindgen::prelude::*;

impl Call {
    /// One attempt: its outcome for the policy, and what to deliver if it is the last.
    pub(super) async fn attempt(&self) -> Result<(Outcome, Delivery), Stop> {
        let policy = &self.settings.policy;
        let number = self.history.made().saturating_add(1);
        let is_last = number as f64 > policy.max_retries;
        self.log(false, &|text| log::attempt(text, number, policy.max_retries + 1.0));
        let left = self.left().max(Millis::new(1));
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
                if !refusal.is_undefined() {
                    return Err(Stop::Refused(refusal));
                }
                let host_answers = self.probe.as_ref().is_some_and(Probe::answered);
                Ok((Outcome::NetworkError { host_answers }, Err(value)))
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
}
