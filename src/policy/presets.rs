//! Ready-made configs, and how a config is spelled out for JavaScript.

use super::config::{Config, LongRetryAfter, RETRY_STATUSES, Sharing};
use super::given::Given;
use super::keys::KEYS;
use super::millis::Millis;
use serde::{Serialize, Serializer};

/// "Overloaded" (Anthropic).
const OVERLOADED: u16 = 529;

/// Every default.
pub fn default() -> Config {
    Config::default()
}

/// For metered use under heavy rate limits. 529 is left to the caller, whose move to another model beats
/// waiting.
pub fn patient() -> Config {
    let mut config = Config {
        max_retries: 4,
        total_timeout: Millis::new(150_000),
        max_retry_after: Millis::new(120_000),
        long_retry_after: LongRetryAfter::GiveUp,
        retry_statuses: RETRY_STATUSES.into_iter().filter(|status| *status != OVERLOADED).collect(),
        ..Config::default()
    };
    config.backoff.initial_ms = 500.0;
    config.backoff.max_ms = 32_000.0;
    config
}

/// For work that nobody watches.
pub fn unattended() -> Config {
    let mut config = Config {
        max_retries: 5,
        total_timeout: Millis::new(600_000),
        max_retry_after: Millis::new(60_000),
        long_retry_after: LongRetryAfter::GiveUp,
        cooldown: Sharing::Extension,
        retry_budget: 20,
        ..Config::default()
    };
    config.backoff.schedule = vec![5000.0, 10_000.0, 20_000.0, 30_000.0, 30_000.0];
    config
}

/// A config as a caller would write it: every rule that has a value, under its key.
#[derive(Clone, Debug, PartialEq)]
pub struct SpelledOut(pub Vec<(&'static str, Given)>);

impl SpelledOut {
    /// This config, in the order of the keys.
    pub fn of(config: &Config) -> Self {
        let mut config = config.clone();
        let pairs = KEYS.iter().map(|key| (key.name, key.given(&mut config)));
        Self(pairs.filter(|(_, given)| *given != Given::Undefined).collect())
    }
}

impl Serialize for SpelledOut {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(key, given)| (key, given)))
    }
}
