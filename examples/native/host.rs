//! The world of a call in a Rust program: reqwest sends, tokio waits. No rule is here.

use super::answer::Answer;
use super::esc::Esc;
use super::json::pairs_in;
use super::program::{Failure, Listener, Post, Program, duration};
use fetch_with_retry::call::context::Context;
use fetch_with_retry::call::host::{Ended, EndedOf, Following, Host, Level, Probe, Refused};
use fetch_with_retry::call::message::{Message, RetryDetails};
use fetch_with_retry::call::notice::Notice;
use fetch_with_retry::policy::decision::{GiveUpReason, Replay};
use fetch_with_retry::policy::hint::Pair;
use fetch_with_retry::policy::millis::Millis;
use fetch_with_retry::policy::moment::{Epoch, Monotonic, Now};
use fetch_with_retry::policy::place::Ticket;
use fetch_with_retry::policy::redact::{Private, secrets_of};
use reqwest::header::HeaderValue;
use std::future::pending;
use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::{sleep, timeout};

/// One call of a program.
pub struct Native<'p> {
    /// Its program.
    pub program: &'p Program,
    /// Its request.
    pub post: &'p Post,
    /// The origin of that.
    pub origin: String,
    /// What stops it.
    pub esc: &'p Esc,
    /// Who hears of it.
    pub listener: &'p dyn Listener,
}

/// Nothing stands between a program and a host that would withhold what it answers: there is nothing to ask.
pub struct NoProbe;

impl Probe for NoProbe {
    fn has_answered(&self) -> bool {
        false
    }
}

impl Host for Native<'_> {
    type Response = Answer;
    type Failure = Failure;
    type Probe = NoProbe;

    fn context(&self) -> &Context {
        &self.program.context
    }

    fn now(&self) -> Now {
        let ms = |passed: Duration| passed.as_secs_f64() * 1000.0;
        let epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Now { monotonic: Monotonic(ms(self.program.began.elapsed())), epoch: Epoch(ms(epoch)) }
    }

    fn random(&self) -> f64 {
        // Each has fresh keys; 53 bits are what an f64 holds.
        let bits = RandomState::new().hash_one(()) >> 11;
        bits as f64 / (1_u64 << 53) as f64
    }

    fn ticket(&self) -> Ticket {
        Ticket(self.random())
    }

    async fn timer(&self, wait: Millis) {
        sleep(duration(wait)).await;
    }

    fn is_aborted(&self) -> bool {
        self.esc.is_pressed()
    }

    async fn aborted(&self) {
        self.esc.pressed().await;
    }

    fn tell(&self, message: Message) {
        self.listener.hear(message);
    }

    fn has_log(&self) -> bool {
        true
    }

    fn log(&self, level: Level, line: &str) {
        self.listener.read(level, line);
    }

    fn has_veto(&self) -> bool {
        false
    }

    async fn agrees(&self, _retry: RetryDetails, _ended: &EndedOf<Self>) -> bool {
        true
    }

    fn origin(&self) -> &str {
        &self.origin
    }

    fn replay(&self) -> Replay {
        Replay::Again
    }

    fn private(&self) -> Private<'_> {
        let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let headers = self.post.headers.iter().map(|(name, value)| (name.to_string(), text(value)));
        let secrets = secrets_of(self.post.url.as_str(), &headers.collect::<Vec<_>>());
        Private { secrets, sent: &self.post.body }
    }

    async fn attempt(
        &self,
        limit: Millis,
        _following: Following,
    ) -> Result<EndedOf<Self>, Refused<Failure>> {
        let Post { url, headers, body } = self.post;
        let request =
            self.program.http.post(url.clone()).headers(headers.clone()).body(body.clone());
        Ok(match timeout(duration(limit), request.send()).await {
            Ok(Ok(response)) => Ended::Response(Answer::new(response)),
            Ok(Err(error)) if error.is_builder() => {
                return Err(Refused(Failure::Unsendable(error.without_url())));
            }
            Ok(Err(error)) => Ended::Failed(Failure::Unreachable(error.without_url())),
            Err(_) => Ended::TimedOut(Failure::TimedOut),
        })
    }

    fn out_of_time(&self) -> Failure {
        Failure::TimedOut
    }

    fn status(&self, response: &Answer) -> u16 {
        response.status
    }

    fn header(&self, response: &Answer, name: &str) -> Option<String> {
        let values = response.headers.get_all(name).iter();
        let values: Vec<_> = values.filter_map(|value| value.to_str().ok()).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }

    async fn peek(&self, response: &Answer) -> Vec<Pair> {
        response.look().await.map_or_else(Vec::new, |document| pairs_in(&document))
    }

    /// It was mostly read by then, and its connection goes to the next request; if not, it is closed.
    fn discard(&self, _response: Answer) {}

    fn given_up(&self, _ended: &EndedOf<Self>) -> Option<GiveUpReason> {
        None
    }

    async fn online(&self) {
        pending().await
    }

    fn probe(&self) -> NoProbe {
        NoProbe
    }

    fn shares(&self) -> bool {
        false
    }

    fn post(&self, _notice: Notice<'_>) {}
}
