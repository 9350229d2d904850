//! Every key of a config: its name, what its value must look like, and where it goes. Each stands once,
//! here; the defaults stand in `config`.

use super::backoff::Jitter;
use super::config::{Config, LongRetryAfter, Sharing};
use super::field::{Field, names};
use super::form::{Form, Range};
use super::given::Given;
use super::misuse::Misuse;

/// A key that is known.
pub struct Key {
    /// Its name.
    pub name: &'static str,
    form: Form,
    goes: Goes,
}

/// Where a value goes.
enum Goes {
    /// Into the config: the place in it.
    Rule(fn(&mut Config) -> &mut dyn Field),
    /// To whoever calls it.
    Callback(Callback),
}

/// The keys whose values are called rather than read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callback {
    /// Asked before each retry.
    ShouldRetry,
    /// Told before each wait.
    OnRetry,
    /// Told when giving up.
    OnGiveUp,
    /// Told at another end.
    OnDone,
    /// The object with `log()` and `warn()`; all others are functions.
    Logger,
    /// Called for each attempt.
    Fetch,
    /// The random source.
    Random,
}

/// `Number.MAX_SAFE_INTEGER`: above it a number is no certain count.
const LARGEST_COUNT: f64 = 9_007_199_254_740_991.0;

const COUNT: Form =
    number("an integer of at least 0", |n| n.fract() == 0.0 && (0.0..=LARGEST_COUNT).contains(&n));
const BUDGET: Form = number("an integer of at least 0, or Infinity", |n| {
    n == f64::INFINITY || (n.fract() == 0.0 && n >= 0.0)
});
const DELAY: Form = number("milliseconds of at least 0", is_amount);
const CAP: Form = number("milliseconds of at least 0, or Infinity", |n| n >= 0.0);
const TIMEOUT: Form = number("milliseconds of more than 0, or Infinity", |n| n > 0.0);
const FACTOR: Form = number("a number of at least 1", |n| n.is_finite() && n >= 1.0);
const SHARE: Form = number("a share of at least 0", is_amount);
const SCHEDULE: Form = Form::Numbers {
    each: Range {
        expected: "an array of 1 to 1000 numbers, milliseconds of at least 0",
        holds: is_amount,
    },
    may_be_empty: false,
};
const STATUSES: Form = Form::Numbers {
    each: Range {
        expected: "an array of integers from 100 to 599",
        holds: |n| n.fract() == 0.0 && (100.0..=599.0).contains(&n),
    },
    may_be_empty: true,
};
const FLAG: Form = Form::Plain("true or false");
const HEADER: Form = Form::Plain("true, false or the name of a header");
const TEXT: Form = Form::Plain("a string");
const FUNCTION: Form = Form::Plain("a function");
const LOGGER: Form = Form::Plain("an object with log() and warn()");

/// All keys, in the order in which they are read.
pub static KEYS: [Key; 29] = [
    rule("maxRetries", COUNT, |to| &mut to.max_retries),
    rule("initialDelayMs", DELAY, |to| &mut to.backoff.initial_ms),
    rule("factor", FACTOR, |to| &mut to.backoff.factor),
    rule("maxDelayMs", CAP, |to| &mut to.backoff.max_ms),
    rule("delaysMs", SCHEDULE, |to| &mut to.backoff.schedule),
    rule("jitter", Form::OneOf(names::<Jitter>), |to| &mut to.backoff.jitter),
    rule("attemptTimeoutMs", TIMEOUT, |to| &mut to.attempt_timeout),
    rule("totalTimeoutMs", TIMEOUT, |to| &mut to.total_timeout),
    rule("retryStatuses", STATUSES, |to| &mut to.retry_statuses),
    rule("retryNetworkErrors", FLAG, |to| &mut to.retry_network_errors),
    rule("retryTimeouts", FLAG, |to| &mut to.retry_timeouts),
    callback("shouldRetry", FUNCTION, Callback::ShouldRetry),
    rule("retryBudget", BUDGET, |to| &mut to.retry_budget),
    rule("maxRetryAfterMs", CAP, |to| &mut to.max_retry_after),
    rule("longRetryAfter", Form::OneOf(names::<LongRetryAfter>), |to| &mut to.long_retry_after),
    rule("retryAfterJitter", SHARE, |to| &mut to.retry_after_jitter),
    rule("serverHints", FLAG, |to| &mut to.server_hints),
    callback("onRetry", FUNCTION, Callback::OnRetry),
    callback("onGiveUp", FUNCTION, Callback::OnGiveUp),
    callback("onDone", FUNCTION, Callback::OnDone),
    callback("logger", LOGGER, Callback::Logger),
    rule("label", TEXT, |to| &mut to.label),
    rule("keepAwake", FLAG, |to| &mut to.keep_awake),
    rule("cooldown", Form::OneOf(names::<Sharing>), |to| &mut to.cooldown),
    rule("diagnose", FLAG, |to| &mut to.diagnose),
    rule("bodyIdleTimeoutMs", TIMEOUT, |to| &mut to.body_idle_timeout),
    rule("idempotencyKey", HEADER, |to| &mut to.idempotency_key),
    callback("fetch", FUNCTION, Callback::Fetch),
    callback("random", FUNCTION, Callback::Random),
];

const fn rule(name: &'static str, form: Form, place: fn(&mut Config) -> &mut dyn Field) -> Key {
    Key { name, form, goes: Goes::Rule(place) }
}

const fn callback(name: &'static str, form: Form, which: Callback) -> Key {
    Key { name, form, goes: Goes::Callback(which) }
}

const fn number(expected: &'static str, holds: fn(f64) -> bool) -> Form {
    Form::Number(Range { expected, holds })
}

fn is_amount(number: f64) -> bool {
    number.is_finite() && number >= 0.0
}

impl Key {
    /// The known key of this name.
    pub fn of_name(name: &str) -> Option<&'static Self> {
        KEYS.iter().find(|key| key.name == name)
    }

    /// Which callback it is, if it is one.
    pub const fn callback(&self) -> Option<Callback> {
        match self.goes {
            Goes::Rule(_) => None,
            Goes::Callback(which) => Some(which),
        }
    }

    /// Checks a value, and puts one that is a rule into the config; undefined changes nothing. A callback is
    /// for the host to keep.
    pub fn take(&self, given: &Given, config: &mut Config) -> Result<(), Misuse> {
        let is_taken = match (&self.goes, given) {
            (_, Given::Undefined) => true,
            (Goes::Rule(place), given) => self.form.holds(given) && place(config).put(given),
            (Goes::Callback(Callback::Logger), Given::Object { logs }) => *logs,
            (Goes::Callback(Callback::Logger), _) => false,
            (Goes::Callback(_), given) => matches!(given, Given::Function),
        };
        if is_taken {
            return Ok(());
        }
        let argument = ["config.", self.name].concat();
        let (got, expected) = (self.form.got(given), self.form.expected());
        Err(Misuse::of_value(self.form.kind(given), &argument, &got, &expected))
    }

    /// What a caller would write to have what the config has; undefined for callbacks.
    pub fn given(&self, config: &mut Config) -> Given {
        match self.goes {
            Goes::Rule(place) => place(config).given(),
            Goes::Callback(_) => Given::Undefined,
        }
    }
}
