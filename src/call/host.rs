//! What a call needs of the world. A browser is one host, a Rust program another, a simulation a third.

use super::context::Context;
use super::message::{Message, RetryDetails};
use super::notice::Notice;
use crate::policy::decision::{GiveUpReason, Replay};
use crate::policy::hint::Pair;
use crate::policy::millis::Millis;
use crate::policy::moment::Now;
use crate::policy::place::Ticket;
use crate::policy::redact::Private;

/// How an attempt ended.
pub enum Ended<R, F> {
    /// Response headers arrived.
    Response(R),
    /// fetch failed with this.
    Failed(F),
    /// It ran out of its time, and this is the error that says so.
    TimedOut(F),
}

/// What a host gave for an attempt.
pub type EndedOf<H> = Ended<<H as Host>::Response, <H as Host>::Failure>;

/// A request that can never be sent, and the error that says why.
pub struct Refused<F>(pub F);

/// Whether a further attempt can follow: what it needs is kept until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Following {
    /// There can be one.
    Maybe,
    /// This is the last.
    Nothing,
}

/// The importance of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// `log`: each attempt, wait and outcome.
    Log,
    /// `warn`: giving up.
    Warn,
}

/// The world of one call: its request, its caller, and where both live. Whatever a future of it has started
/// ends when that future is dropped.
pub trait Host {
    /// A response, its body unread.
    type Response;
    /// What is thrown.
    type Failure;
    /// A question under way whether the host answers at all; it ends when this is dropped.
    type Probe: Probe;

    /// The context that the call shares with others.
    fn context(&self) -> &Context;
    /// The time, by both clocks.
    fn now(&self) -> Now;
    /// Uniform in [0, 1), by the caller's source if it has one; what lies outside counts as 0.
    fn random(&self) -> f64;
    /// A place in the line, by the host's own source.
    fn ticket(&self) -> Ticket;
    /// Resolves after so many milliseconds, at most 2³¹−1.
    fn timer(&self, wait: Millis) -> impl Future<Output = ()>;

    /// Whether the caller has aborted.
    fn is_aborted(&self) -> bool;
    /// Resolves when the caller aborts.
    fn aborted(&self) -> impl Future<Output = ()>;
    /// Gives the caller a message.
    fn tell(&self, message: Message);
    /// Whether anybody reads log lines.
    fn has_log(&self) -> bool;
    /// Writes a log line.
    fn log(&self, level: Level, line: &str);
    /// Whether the caller wants to be asked before each retry.
    fn has_veto(&self) -> bool;
    /// Asks whether to retry.
    fn agrees(&self, retry: RetryDetails, ended: &EndedOf<Self>) -> impl Future<Output = bool>
    where
        Self: Sized;

    /// The origin of the request's URL; empty where it has none.
    fn origin(&self) -> &str;
    /// Whether the request can be sent again.
    fn replay(&self) -> Replay;
    /// What of the request may not be repeated to anybody.
    fn private(&self) -> Private<'_>;
    /// Sends it, and waits for the response headers, or for `limit`.
    fn attempt(
        &self,
        limit: Millis,
        following: Following,
    ) -> impl Future<Output = Result<EndedOf<Self>, Refused<Self::Failure>>>
    where
        Self: Sized;
    /// The error for a call whose time ended when there was no outcome to deliver any more.
    fn out_of_time(&self) -> Self::Failure;

    /// The status of a response; 0 for an opaque one.
    fn status(&self, response: &Self::Response) -> u16;
    /// A header of a response, as far as it can be read.
    fn header(&self, response: &Self::Response, name: &str) -> Option<String>;
    /// Looks into a copy of a body: what a JSON document in it says; nothing where there is none.
    fn peek(&self, response: &Self::Response) -> impl Future<Output = Vec<Pair>>;
    /// Lets go of a response that nobody will read. Nothing waits for it.
    fn discard(&self, response: Self::Response);
    /// Why the fetch in use, where it is this package again, has given up on this outcome.
    fn given_up(&self, ended: &EndedOf<Self>) -> Option<GiveUpReason>
    where
        Self: Sized;

    /// Resolves when the network has returned; never where nobody says so.
    fn online(&self) -> impl Future<Output = ()>;
    /// Begins to ask whether the host answers at all.
    fn probe(&self) -> Self::Probe;
    /// Whether there are other contexts to tell: none that are not the extension's own.
    fn shares(&self) -> bool;
    /// Tells the other contexts.
    fn post(&self, notice: Notice<'_>);
}

/// A question under way.
pub trait Probe {
    /// Whether the host has answered.
    fn has_answered(&self) -> bool;
}
