//! Takes a config's values one by one, and says what is wrong with one that is refused.

use super::backoff::Jitter;
use super::config::{LongRetryAfter, Policy};
use super::given::{BadValue, Given};
use super::millis::Millis;

const FLAG: &str = "true or false";
const AT_LEAST_0: &str = "milliseconds, at least 0";
const AT_LEAST_0_OR_INFINITE: &str = "milliseconds, at least 0, or Infinity";
const STATUS: &str = "an array of integers from 100 to 599";
const DELAYS: &str = "an array of 1 to 1000 numbers, milliseconds, at least 0";
/// `Number.MAX_SAFE_INTEGER`.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

impl Policy {
    /// Takes one key's value. Keys that are no rules (callbacks, seams) change nothing here.
    pub fn set(&mut self, key: &str, given: &Given) -> Result<(), BadValue> {
        let value = Value { key, given };
        match key {
            "maxRetries" => {
                let integer = |n: f64| n.fract() == 0.0 && (0.0..=MAX_SAFE_INTEGER).contains(&n);
                self.max_retries = value.number("an integer of at least 0", integer)? as u64;
            }
            "initialDelayMs" => self.backoff.initial_ms = value.number(AT_LEAST_0, is_delay)?,
            "factor" => {
                let growth = |n: f64| n >= 1.0 && n.is_finite();
                self.backoff.factor = value.number("a number of at least 1", growth)?;
            }
            "maxDelayMs" => {
                self.backoff.max_ms = value.number(AT_LEAST_0_OR_INFINITE, |n| n >= 0.0)?;
            }
            "delaysMs" => {
                let delays = value.numbers(DELAYS, is_delay)?;
                if delays.is_empty() {
                    return Err(value.refused(DELAYS));
                }
                self.backoff.schedule = Some(delays);
            }
            "jitter" => {
                self.backoff.jitter = value.one_of(
                    "\"equal\", \"full\" or \"none\"",
                    &[
                        ("equal", Jitter::Equal),
                        ("full", Jitter::Full),
                        ("none", Jitter::None),
                    ],
                )?;
            }
            "attemptTimeoutMs" => self.attempt_timeout = value.timeout()?,
            "totalTimeoutMs" => self.total_timeout = value.timeout()?,
            "retryStatuses" => {
                let status = |n: f64| n.fract() == 0.0 && (100.0..=599.0).contains(&n);
                let statuses = value.numbers(STATUS, status)?;
                self.retry_statuses = statuses.into_iter().map(|n| n as u16).collect();
            }
            "retryNetworkErrors" => self.retry_network_errors = value.flag()?,
            "retryTimeouts" => self.retry_timeouts = value.flag()?,
            "maxRetryAfterMs" => {
                let cap = value.number(AT_LEAST_0_OR_INFINITE, |n| n >= 0.0)?;
                self.max_retry_after = Millis::ceil(cap);
            }
            "longRetryAfter" => {
                self.long_retry_after = value.one_of(
                    "\"clamp\" or \"giveUp\"",
                    &[
                        ("clamp", LongRetryAfter::Clamp),
                        ("giveUp", LongRetryAfter::GiveUp),
                    ],
                )?;
            }
            "retryAfterJitter" => {
                self.retry_after_jitter = value.number("a share of at least 0", is_delay)?;
            }
            "serverHints" => self.server_hints = value.flag()?,
            _ => {}
        }
        Ok(())
    }
}

fn is_delay(n: f64) -> bool {
    n >= 0.0 && n.is_finite()
}

/// One key with what was given for it.
struct Value<'a> {
    key: &'a str,
    given: &'a Given,
}

impl Value<'_> {
    fn refused(&self, expected: &str) -> BadValue {
        BadValue::new(&["config.", self.key].concat(), self.given, expected)
    }

    fn number(&self, expected: &str, good: impl Fn(f64) -> bool) -> Result<f64, BadValue> {
        match self.given {
            Given::Number(n) if good(*n) => Ok(*n),
            _ => Err(self.refused(expected)),
        }
    }

    fn timeout(&self) -> Result<Millis, BadValue> {
        let timeout = self.number("milliseconds, more than 0, or Infinity", |n| n > 0.0)?;
        Ok(Millis::ceil(timeout))
    }

    fn flag(&self) -> Result<bool, BadValue> {
        match self.given {
            Given::Bool(flag) => Ok(*flag),
            _ => Err(self.refused(FLAG)),
        }
    }

    fn one_of<T: Copy>(&self, expected: &str, words: &[(&str, T)]) -> Result<T, BadValue> {
        let Given::Text(text) = self.given else {
            return Err(self.refused(expected));
        };
        let known = words.iter().find(|(word, _)| word == text);
        known
            .map(|(_, meaning)| *meaning)
            .ok_or_else(|| self.refused(expected))
    }

    /// An array of numbers; the first bad one is named by its place.
    fn numbers(&self, expected: &str, good: impl Fn(f64) -> bool) -> Result<Vec<f64>, BadValue> {
        let Given::List(items) = self.given else {
            return Err(self.refused(expected));
        };
        let number = |(place, item): (usize, &Given)| match item {
            Given::Number(n) if good(*n) => Ok(*n),
            _ => {
                let key = ["config.", self.key, "[", &place.to_string(), "]"].concat();
                Err(BadValue::new(&key, item, expected))
            }
        };
        items.iter().enumerate().map(number).collect()
    }
}
