//! What was asked of the simulated world, and what it did, in order: all that the oracle looks at.

use super::answer::Answer;
use super::channel::Said;
use super::clock::Micros;
use fetch_with_retry::call::host::{Following, Level};
use fetch_with_retry::call::message::{Message, RetryDetails};
use fetch_with_retry::call::record::Record;
use fetch_with_retry::policy::decision::GiveUpReason;
use fetch_with_retry::policy::millis::Millis;

/// What happened, when, by which clocks, and to whom.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The true time.
    pub at: Micros,
    /// What the clocks of the context showed, milliseconds.
    pub monotonic: f64,
    /// What they showed.
    pub epoch: f64,
    /// To whom.
    pub whom: Whom,
    /// What.
    pub what: What,
}

/// To whom something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// A call, by its number in the scenario.
    Call(usize),
    /// A context.
    Context(usize),
    /// All contexts.
    Machine,
}

/// How an attempt ended, as the server or the network have it.
#[derive(Clone, Debug)]
pub enum Got {
    /// A response, and its number in the call.
    Response(u32, Answer),
    Failed,
    TimedOut,
    Refused,
}

/// What a caller got in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gets {
    /// The response of this number.
    Response(u32),
    /// The error of a failed attempt.
    Failure,
    /// The error of an attempt that was cut.
    Timeout,
    /// The error for a call without an outcome.
    OutOfTime,
    /// Its own reason.
    Aborted,
    /// The error for a request that can never be sent.
    Refused,
}

/// What can happen.
#[derive(Clone, Debug)]
pub enum What {
    /// The call begins.
    Begins,
    /// An attempt begins.
    Attempt { limit: Millis, following: Following },
    /// It has ended.
    Ended(Got),
    /// A body is looked into.
    Peeks,
    /// It is decided on an outcome, which a call inside has given up on, or not.
    Decides(Option<GiveUpReason>),
    /// A random number was drawn.
    Random(f64),
    /// The caller is asked whether to retry.
    Asks(RetryDetails),
    /// What it said.
    Answers(bool),
    /// The caller was told.
    Tells(Message),
    /// A log line.
    Line(Level),
    /// A response was let go of.
    Discarded(u32),
    /// A response is gone, for whatever reason.
    Dropped(u32),
    /// The host is asked whether it answers; it will at this time, or never.
    Probe(Option<Micros>),
    /// That question has ended.
    ProbeDropped,
    /// The other contexts were told.
    Posts(Said),
    /// The caller has aborted, maybe inside a callback of its own.
    Aborts { is_inside: bool },
    /// A hand ends the wait; whether it was told that there was one.
    Hand(bool),
    /// The error for a call without an outcome was asked for.
    OutOfTime,
    /// The call has ended.
    Ends(Gets, Record),
    /// So many of its timers run on.
    Leaves(u32),

    /// A context hears of another.
    Hears(Said),
    /// The network has returned.
    Online,
    /// The wall clock was set, by so many milliseconds.
    ClockSet(f64),
    /// The machine has slept.
    Slept(Micros),
}
