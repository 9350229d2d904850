//! One call, as the loop sees it: it is told how an attempt ended, and answers what comes next. It
//! does nothing itself; `web/call.js` does.

use crate::policy::config::Policy;
use crate::policy::cooldown;
use crate::policy::decision::{Decision, GiveUpReason, Outcome, decide};
use crate::policy::hint::{self, Pair, Private, Scalar, ServerSays, Verdict};
use crate::policy::history::History;
use crate::policy::message;
use crate::policy::millis::Millis;
use crate::rules::Rules;
use js_sys::Array;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Gives a header of the response at hand, as far as it can be read.
    pub type Headers;
    #[wasm_bindgen(method, structural)]
    fn header(this: &Headers, name: &str) -> Option<String>;

    /// The random source, uniform in [0, 1), asked where a wait is spread.
    pub type Random;
    #[wasm_bindgen(method, structural)]
    fn random(this: &Random) -> f64;
}

/// The state of one call.
#[wasm_bindgen]
pub struct Call {
    policy: Policy,
    label: Option<String>,
    history: History,
    outcome: Outcome,
    decision: Decision,
    server_now: f64,
    cut_by_total: bool,
}

#[wasm_bindgen]
impl Call {
    /// A call that begins. `label` names it in messages.
    #[wasm_bindgen(constructor)]
    pub fn new(rules: &Rules, label: Option<String>) -> Self {
        Self {
            policy: rules.0.clone(),
            label,
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
    pub fn response(&mut self, status: u16, headers: &Headers, now_ms: f64) -> bool {
        let policy = &self.policy;
        let header = |name: &str| headers.header(name);
        let is_listed = policy.retries_status(status);
        let mut says = ServerSays::default();
        if is_listed || status >= 400 {
            says = match policy.server_hints {
                true => hint::from_all_headers(status, header, now_ms),
                false => hint::from_headers(header, now_ms),
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

    /// What the body of that response says, as path, scalar, path, scalar … `secrets` and `text`,
    /// the request's values and its body, are not to be repeated.
    pub fn body(&mut self, flat: &Array, secrets: Vec<String>, text: Option<String>) {
        if let Outcome::Response { status, says } = &mut self.outcome {
            let private = Private { secrets: &secrets, body: text.as_deref() };
            let found = hint::from_body(*status, &pairs_of(flat), self.server_now, &private);
            *says = std::mem::take(says).and_body(found);
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
    pub fn decide(&mut self, elapsed_ms: f64, once: bool, random: &Random) -> f64 {
        self.history.push(&self.outcome);
        let elapsed = Millis::floor(elapsed_ms);
        let draw = || random.random();
        self.decision = decide(&self.policy, &self.history, &self.outcome, elapsed, !once, &draw);
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

    /// Words: 0, why the call gave up; 1, the sentence for it; 2, what kind of outcome is at hand;
    /// 3, the provider's own words.
    pub fn words(&self, which: u32) -> Option<String> {
        let words = self.outcome.provider_message();
        match (which, self.decision) {
            (0, Decision::GiveUp(reason)) => Some(reason.name().to_owned()),
            (1, Decision::GiveUp(reason)) => {
                let label = self.label.as_deref();
                let made = self.history.made();
                Some(message::gave_up(label, &self.outcome, reason, made, words))
            }
            (2, _) => Some(self.outcome.reason().name().to_owned()),
            (3, _) => words.map(str::to_owned),
            _ => None,
        }
    }

    /// Milliseconds: 0, the hint at hand; 1, the last hint, both uncapped; 2, for how long the other
    /// calls to the origin are to hold; 3, any, if an attempt before the last may have run.
    pub fn number(&self, which: u32) -> Option<f64> {
        let ms = match which {
            0 => self.outcome.hint(),
            1 => self.history.last_hint(),
            2 => cooldown::told(&self.outcome, &self.decision),
            _ => self.history.may_have_executed().then_some(Millis::ZERO),
        };
        ms.map(Millis::as_f64)
    }

    /// The sentence for a wait; `held`: by a cool-down, not by this call's own outcome.
    pub fn retrying(&self, wait_ms: f64, held: bool) -> String {
        let outcome = if held { None } else { Some(&self.outcome) };
        let retries = self.policy.max_retries as u64;
        let wait = Millis::ceil(wait_ms);
        message::retrying(self.label.as_deref(), outcome, wait, self.history.made(), retries)
    }
}

/// When a waiting call may go. See [`cooldown::leaves_at`].
#[wasm_bindgen(js_name = leavesAt)]
pub fn leaves_at(own_end: f64, began: f64, cap: f64, until: f64, last_left: f64, rank: f64) -> f64 {
    cooldown::leaves_at(own_end, began, cap, cooldown::Crowd { until, last_left, rank })
}

/// A flattened JSON body: path, scalar, path, scalar …
pub fn pairs_of(flat: &Array) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut at = 0;
    while at < flat.length() {
        let value = flat.get(at.saturating_add(1));
        let scalar = if let Some(text) = value.as_string() {
            Scalar::Text(text)
        } else if let Some(number) = value.as_f64() {
            Scalar::Number(number)
        } else if let Some(flag) = value.as_bool() {
            Scalar::Bool(flag)
        } else {
            Scalar::Null
        };
        pairs.push((flat.get(at).as_string().unwrap_or_default(), scalar));
        at = at.saturating_add(2);
    }
    pairs
}
