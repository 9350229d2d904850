//! One call, as the loop sees it: it is told how an attempt ended, and answers what comes next. It
//! does nothing itself; `web/call.js` does.

use crate::policy::config::Policy;
use crate::policy::cooldown;
use crate::policy::decision::{Decision, GiveUpReason, Outcome, decide};
use crate::policy::hint::{self, ServerSays, Verdict, pairs_of};
use crate::policy::history::History;
use crate::policy::message;
use crate::policy::millis::Millis;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A header of the response at hand, as far as it can be read.
    fn header(name: &str) -> Option<String>;
    /// The random source, uniform in [0, 1), asked where a wait is spread.
    fn random() -> f64;
}

/// The state of one call.
#[wasm_bindgen]
pub struct Call {
    policy: Policy,
    history: History,
    outcome: Outcome,
    decision: Decision,
    server_now: f64,
    cut_by_total: bool,
}

#[wasm_bindgen]
impl Call {
    /// A call that begins. `numbers`: see [`Policy::of`].
    #[wasm_bindgen(constructor)]
    pub fn new(numbers: &[f64]) -> Self {
        Self {
            policy: Policy::of(numbers),
            history: History::default(),
            outcome: Outcome::Timeout,
            decision: Decision::Deliver,
            server_now: 0.0,
            cut_by_total: false,
        }
    }

    /// Milliseconds that the next attempt may take until its headers, by its own timeout and by
    /// what is left of the total budget after `elapsed_ms`.
    pub fn limit(&mut self, elapsed_ms: f64) -> f64 {
        let own = Millis::ceil(self.policy.attempt_timeout_ms);
        let left = self.left(elapsed_ms).max(1.0);
        self.cut_by_total = left <= own.as_f64();
        left.min(own.as_f64())
    }

    /// The attempt got a response. Whether its body may say more: then it is to be looked into.
    pub fn response(&mut self, status: u16, now_ms: f64) -> bool {
        let policy = &self.policy;
        let is_listed = policy.retries_status(status);
        let mut says = ServerSays::default();
        if is_listed || status >= 400 {
            says = match policy.server_hints {
                true => hint::from_all_headers(status, &header, now_ms),
                false => hint::from_headers(&header, now_ms),
            };
            self.server_now = hint::server_now(&header, now_ms);
        }
        let is_wanted = policy.server_hints
            && policy.max_retries > 0.0
            && (is_listed || says.verdict == Some(Verdict::Retry))
            && hint::body_may_tell(status, header("content-type").as_deref());
        self.outcome = Outcome::Response { status, says };
        is_wanted
    }

    /// What the body of that response says, flattened; `plain`, its sentence as a plain line without
    /// secrets; `sent`, the request's own body.
    pub fn body(&mut self, flat: &str, plain: &str, sent: &str) {
        if let Outcome::Response { status, says } = &mut self.outcome {
            *says = says.and_body(hint::from_body(
                *status,
                &pairs_of(flat),
                self.server_now,
                plain,
                sent,
            ));
        }
    }

    /// How the attempt ended, where it was not with a response: 1, it failed; 2, it failed although
    /// the host answers; 3, it ran out of its time.
    pub fn failed(&mut self, how: u32) {
        self.outcome = match how {
            3 if self.cut_by_total => Outcome::TotalTimeout,
            3 => Outcome::Timeout,
            _ => Outcome::NetworkError { host_answers: how == 2 },
        };
    }

    /// What comes next: the milliseconds to wait before a retry; or -1, deliver; or -2, give up.
    /// `once`: the body can be sent once only.
    pub fn decide(&mut self, elapsed_ms: f64, once: bool) -> f64 {
        self.history.push(&self.outcome);
        let elapsed = Millis::floor(elapsed_ms);
        self.decision = decide(&self.policy, &self.history, &self.outcome, elapsed, !once, &random);
        match self.decision {
            Decision::Retry { wait, .. } => wait.as_f64(),
            Decision::Deliver => -1.0,
            Decision::GiveUp(_) => -2.0,
        }
    }

    /// Milliseconds left of the total budget.
    pub fn left(&self, elapsed_ms: f64) -> f64 {
        Millis::ceil(self.policy.total_timeout_ms).minus(Millis::floor(elapsed_ms)).as_f64()
    }

    /// Gives up after all: 0, `shouldRetry` said no; 1, the total budget ended; 2, it ended when the
    /// last outcome could no longer be delivered.
    #[wasm_bindgen(js_name = giveUp)]
    pub fn give_up(&mut self, why: u32) {
        if why == 2 {
            self.outcome = Outcome::TotalTimeout;
        }
        let reason = if why == 0 { GiveUpReason::Vetoed } else { GiveUpReason::TotalTimeout };
        self.decision = Decision::GiveUp(reason);
    }

    /// Words: 0, why the call gave up; 1, the sentence for it; 2, what kind of outcome is at hand.
    /// Empty where there are none.
    pub fn words(&self, which: u32) -> String {
        match (which, self.decision) {
            (0, Decision::GiveUp(reason)) => reason.name().to_owned(),
            (1, Decision::GiveUp(reason)) => {
                message::gave_up(&self.outcome, reason, self.history.made())
            }
            (2, _) => self.outcome.reason().name().to_owned(),
            _ => String::new(),
        }
    }

    /// Milliseconds, or NaN: 0, the hint at hand; 1, the last hint, both uncapped; 2, for how long
    /// the other calls to the origin are to hold; 3, any, if an attempt before the last may have run.
    pub fn number(&self, which: u32) -> f64 {
        or_nan(match which {
            0 => self.outcome.hint(),
            1 => self.history.last_hint(),
            2 => cooldown::told(&self.outcome, &self.decision),
            _ => self.history.may_have_executed().then_some(Millis::ZERO),
        })
    }

    /// The sentence for a wait; `held`: by a cool-down, not by this call's own outcome.
    pub fn retrying(&self, wait_ms: f64, held: bool) -> String {
        let outcome = if held { None } else { Some(&self.outcome) };
        let retries = self.policy.max_retries as u64;
        message::retrying(outcome, Millis::ceil(wait_ms), self.history.made(), retries)
    }
}

/// For JavaScript.
pub fn or_nan(ms: Option<Millis>) -> f64 {
    ms.map_or(f64::NAN, Millis::as_f64)
}
