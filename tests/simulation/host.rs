//! The host of a simulated call: does what the loop asks, as the scenario has it, and notes it.

use super::caller;
use super::channel::Said;
use super::clock::{Micros, ms};
use super::dice::Dice;
use super::given::{Failure, Question, Response};
use super::plan::Feature;
use super::scenario::Caller;
use super::trace::{Got, What};
use super::world::{CallState, World};
use fetch_with_retry::call::context::Context;
use fetch_with_retry::call::host::{Ended, EndedOf, Following, Host, Level, Refused};
use fetch_with_retry::call::message::{Message, RetryDetails};
use fetch_with_retry::call::notice::Notice;
use fetch_with_retry::policy::decision::{GiveUpReason, Replay};
use fetch_with_retry::policy::hint::Pair;
use fetch_with_retry::policy::millis::Millis;
use fetch_with_retry::policy::moment::Now;
use fetch_with_retry::policy::place::Ticket;
use fetch_with_retry::policy::redact::Private;
use fetch_with_retry::policy::sent::NothingSent;
use std::future::{Future, pending, poll_fn};
use std::rc::Rc;
use std::task::Poll;

/// The world of one call.
pub struct Simulated {
    pub world: Rc<World>,
    pub call: usize,
    randomness: Dice,
}

impl Simulated {
    /// The host of a call.
    pub fn new(world: &Rc<World>, call: usize) -> Self {
        let randomness = world.dice(call, 1);
        Self { world: Rc::clone(world), call, randomness }
    }

    fn caller(&self) -> &Caller {
        &self.world.scenario.calls[self.call]
    }

    /// What its host and its caller know of it.
    pub fn state(&self) -> &CallState {
        &self.world.calls[self.call]
    }

    /// Notes what happened.
    pub fn note(&self, what: What) {
        self.world.note(self.call, what);
    }

    /// The dice for something that a call does again and again.
    fn dice(&self, kind: u64, number: u64) -> Dice {
        self.world.dice(self.call, 1000 * (kind + 1) + number)
    }
}

/// In the measure of the true time.
fn micros(wait: Millis) -> Micros {
    wait.get().saturating_mul(1000)
}

impl Host for Simulated {
    type Response = Response;
    type Failure = Failure;
    type Probe = Question;

    fn context(&self) -> &Context {
        &self.world.homes[self.caller().context].context
    }

    fn now(&self) -> Now {
        self.world.now(self.caller().context)
    }

    fn random(&self) -> f64 {
        let drawn = match self.randomness.below(50) {
            0 => self.randomness.one_of(&[1.0, -1.0, f64::NAN, f64::INFINITY, 0.0]),
            _ => self.randomness.unit(),
        };
        self.note(What::Random(drawn));
        caller::callback(&self.world, self.call, false);
        drawn
    }

    fn ticket(&self) -> Ticket {
        Ticket(self.world.scenario.dice.unit())
    }

    fn timer(&self, wait: Millis) -> impl Future<Output = ()> {
        self.world.timer(self.call, micros(wait))
    }

    fn is_aborted(&self) -> bool {
        self.state().is_aborted.get()
    }

    fn aborted(&self) -> impl Future<Output = ()> {
        poll_fn(|context| {
            if self.is_aborted() {
                return Poll::Ready(());
            }
            *self.state().abort_waker.borrow_mut() = Some(context.waker().clone());
            Poll::Pending
        })
    }

    fn tell(&self, message: Message) {
        if let Message::NewRetryAttempt(details) = &message {
            self.state().id.set(Some(details.id));
        }
        self.note(What::Tells(message));
        caller::callback(&self.world, self.call, true);
    }

    fn has_log(&self) -> bool {
        self.caller().has_log
    }

    fn log(&self, level: Level, _line: &str) {
        self.note(What::Line(level));
        caller::callback(&self.world, self.call, false);
    }

    fn has_veto(&self) -> bool {
        self.caller().has_veto
    }

    fn agrees(&self, retry: RetryDetails, _ended: &EndedOf<Self>) -> impl Future<Output = bool> {
        let dice = self.dice(1, retry.attempt);
        self.note(What::Asks(retry));
        caller::callback(&self.world, self.call, false);
        async move {
            match dice.below(20) {
                0 if self.caller().config.total_timeout != Millis::FOREVER => pending().await,
                1..8 => self.world.alarm(self.call, ms(dice.below(2000))).await,
                _ => {}
            }
            let answer = dice.percent(90);
            self.note(What::Answers(answer));
            answer
        }
    }

    fn origin(&self) -> &str {
        self.caller().origin
    }

    fn replay(&self) -> Replay {
        self.caller().replay
    }

    fn private(&self) -> Private<'_> {
        Private { secrets: Vec::new(), sent: &NothingSent }
    }

    async fn attempt(
        &self,
        limit: Millis,
        following: Following,
    ) -> Result<EndedOf<Self>, Refused<Failure>> {
        let number = self.state().attempts.get();
        self.state().attempts.set(number + 1);
        self.note(What::Attempt { limit, following });
        // The fetch in use may be the caller's own.
        caller::callback(&self.world, self.call, false);
        let dice = self.dice(2, number);
        let slow = [0, 300, ms(5), ms(80), ms(600), ms(3000), ms(90_000)];
        let latency = dice.below(dice.one_of(&slow) + 1);
        let (succeeds, fault) = (!dice.percent(self.caller().badness), dice.below(10));
        let hangs = !succeeds && fault == 0;
        let is_refused = dice.percent(2) && self.world.scenario.plan.has(Feature::Refused, true);
        let takes = if hangs { ms(600_000) } else { latency };
        if takes >= micros(limit) {
            // Late, as any timer can be.
            self.world.timer(self.call, micros(limit)).await;
            self.note(What::Ended(Got::TimedOut));
            return Ok(Ended::TimedOut(Failure::Timeout));
        }
        if takes > 0 {
            self.world.alarm(self.call, takes).await;
        }
        if is_refused {
            self.note(What::Ended(Got::Refused));
            return Err(Refused(Failure::Refused));
        }
        if hangs || !succeeds && fault < 4 {
            self.note(What::Ended(Got::Failed));
            return Ok(Ended::Failed(Failure::Network));
        }
        let response = Response::of(self, &dice, succeeds);
        self.note(What::Ended(Got::Response(response.number, response.answer.clone())));
        Ok(Ended::Response(response))
    }

    fn out_of_time(&self) -> Failure {
        self.note(What::OutOfTime);
        Failure::OutOfTime
    }

    fn status(&self, response: &Response) -> u16 {
        response.answer.status
    }

    fn header(&self, response: &Response, name: &str) -> Option<String> {
        response.answer.header(name)
    }

    async fn peek(&self, response: &Response) -> Vec<Pair> {
        self.note(What::Peeks);
        if response.answer.peek_ms > 0 {
            self.world.alarm(self.call, ms(response.answer.peek_ms)).await;
        }
        Vec::new()
    }

    fn discard(&self, response: Response) {
        self.note(What::Discarded(response.number));
    }

    fn given_up(&self, _ended: &EndedOf<Self>) -> Option<GiveUpReason> {
        let dice = self.dice(3, self.state().attempts.get());
        let inner =
            [GiveUpReason::Blocked, GiveUpReason::QuotaExhausted, GiveUpReason::RetriesExhausted];
        let inner = dice.percent(3).then(|| dice.one_of(&inner));
        let inner = inner.filter(|_| self.world.scenario.plan.has(Feature::Inner, true));
        self.note(What::Decides(inner));
        inner
    }

    fn online(&self) -> impl Future<Output = ()> {
        let home = &self.world.homes[self.caller().context];
        let seen = home.online.get();
        poll_fn(move |context| {
            if home.online.get() != seen {
                return Poll::Ready(());
            }
            home.listeners.borrow_mut().push(context.waker().clone());
            Poll::Pending
        })
    }

    fn probe(&self) -> Question {
        let dice = self.dice(4, self.state().attempts.get());
        Question::of(self, &dice)
    }

    fn shares(&self) -> bool {
        self.world.scenario.contexts[self.caller().context].shares
    }

    fn post(&self, notice: Notice<'_>) {
        let said = Said::of(notice, self.caller().origin);
        self.note(What::Posts(said));
        self.world.post(self.caller().context, said);
    }
}
