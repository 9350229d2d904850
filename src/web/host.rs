//! The browser as the host of a call.

use super::answer::Answer;
use super::attempt::attempt;
use super::drain::Drain;
use super::error::timeout_error;
use super::fetching::Fetching;
use super::platform::platform;
use super::probe::Question;
use super::request::Outgoing;
use super::sent::Body;
use super::settings::Callbacks;
use super::signal::CallersSignal;
use super::{channel, clock, context, headers, info, online, peek, random};
use crate::call::context::Context;
use crate::call::host::{Ended, EndedOf, Following, Host, Level, Refused};
use crate::call::message::{Message, RetryDetails};
use crate::call::notice::Notice;
use crate::policy::decision::{GiveUpReason, Replay};
use crate::policy::hint::Pair;
use crate::policy::millis::Millis;
use crate::policy::moment::Now;
use crate::policy::place::Ticket;
use crate::policy::redact::{Private, secrets_of};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// What one call lives in.
pub struct Browser {
    context: Rc<Context>,
    outgoing: Outgoing,
    fetching: Fetching,
    callbacks: Rc<Callbacks>,
    sent: OnceCell<Body>,
    drain: RefCell<Option<Drain>>,
    /// When the attempt at hand began, by what was given up on until then.
    serial: Cell<f64>,
}

impl Browser {
    /// For a request that was read.
    pub fn new(outgoing: Outgoing, fetching: Fetching, callbacks: Rc<Callbacks>) -> Self {
        let (context, sent, drain) = (context::current(), OnceCell::new(), RefCell::new(None));
        Self { context, outgoing, fetching, callbacks, sent, drain, serial: Cell::new(0.0) }
    }

    /// The caller's signal.
    pub fn signal(&self) -> &CallersSignal {
        &self.outgoing.signal
    }
}

/// The Response or the error, as JavaScript has it.
fn value_of(ended: &Ended<Answer, JsValue>) -> &JsValue {
    match ended {
        Ended::Response(answer) => &answer.response,
        Ended::Failed(error) | Ended::TimedOut(error) => error,
    }
}

impl Host for Browser {
    type Response = Answer;
    type Failure = JsValue;
    type Probe = Question;

    fn context(&self) -> &Context {
        &self.context
    }

    fn now(&self) -> Now {
        clock::now()
    }

    fn random(&self) -> f64 {
        self.callbacks.random().unwrap_or_else(random::uniform)
    }

    fn ticket(&self) -> Ticket {
        Ticket(random::uniform())
    }

    async fn timer(&self, wait: Millis) {
        clock::timer(wait).await;
    }

    fn is_aborted(&self) -> bool {
        self.outgoing.signal.is_aborted()
    }

    async fn aborted(&self) {
        self.outgoing.signal.aborted().await;
    }

    fn tell(&self, message: Message) {
        self.callbacks.tell(&message);
    }

    fn has_log(&self) -> bool {
        self.callbacks.logger.is_some()
    }

    fn log(&self, level: Level, line: &str) {
        self.callbacks.log(level, line);
    }

    fn has_veto(&self) -> bool {
        self.callbacks.should_retry.is_some()
    }

    async fn agrees(&self, retry: RetryDetails, ended: &EndedOf<Self>) -> bool {
        let method = self.outgoing.method();
        let address = self.outgoing.address();
        let url = if address.href.is_empty() { &address.written } else { &address.href };
        self.callbacks.agrees(&retry, value_of(ended), &method, url).await
    }

    fn origin(&self) -> &str {
        &self.outgoing.address().origin
    }

    fn replay(&self) -> Replay {
        self.outgoing.replay
    }

    fn private(&self) -> Private<'_> {
        let Outgoing { init, request, .. } = &self.outgoing;
        let mut pairs = headers::pairs_of(&init.get("headers"));
        if let Some(request) = request {
            pairs.extend(headers::pairs_of(&request.headers()));
        }
        let address = self.outgoing.address();
        let mut secrets = secrets_of(&address.written, &pairs);
        for secret in secrets_of(&address.href, &[]) {
            if !secrets.contains(&secret) {
                secrets.push(secret);
            }
        }
        let sent = self.sent.get_or_init(|| Body::of(&init.get("body")));
        Private { secrets, sent }
    }

    async fn attempt(
        &self,
        limit: Millis,
        following: Following,
    ) -> Result<EndedOf<Self>, Refused<JsValue>> {
        // Chromium, where that one is cancelled just now, may send the new one twice.
        if platform().is_gecko {
            drop(self.drain.take());
        }
        self.serial.set(info::serial());
        attempt(&self.outgoing, &self.fetching, limit, following).await
    }

    fn out_of_time(&self) -> JsValue {
        timeout_error("The time allowed for all attempts is over.")
    }

    fn status(&self, response: &Answer) -> u16 {
        response.status
    }

    fn header(&self, response: &Answer, name: &str) -> Option<String> {
        response.header(name)
    }

    async fn peek(&self, response: &Answer) -> Vec<Pair> {
        peek::peek(response, &self.outgoing.signal).await
    }

    fn discard(&self, response: Answer) {
        drop(self.drain.replace(Drain::begin(response)));
    }

    fn given_up(&self, ended: &EndedOf<Self>) -> Option<GiveUpReason> {
        info::given_up(value_of(ended), self.serial.get())
    }

    async fn online(&self) {
        online::online().await;
    }

    fn probe(&self) -> Question {
        Question::ask(self.origin(), &self.fetching)
    }

    fn shares(&self) -> bool {
        channel::shares()
    }

    fn post(&self, notice: Notice<'_>) {
        channel::post(notice);
    }
}
