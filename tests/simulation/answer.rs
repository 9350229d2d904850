//! What simulated servers answer: headers as they are written, and what they mean, side by side.

use super::dice::Dice;
use std::time::{Duration, UNIX_EPOCH};

/// The head of a response.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    /// When to come again.
    pub when: When,
    /// `x-should-retry`.
    pub should_retry: Option<bool>,
    pub content_type: Option<&'static str>,
    /// How long it takes to look into the body, milliseconds.
    pub peek_ms: u64,
}

/// When a server wants to be asked again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum When {
    Unsaid,
    /// `Retry-After` in seconds.
    Seconds(f64),
    /// `retry-after-ms`, and a `Retry-After` that says something else.
    Milliseconds(u64),
    /// A date so many seconds after that of the response.
    AfterDate(i64),
    /// A date, in epoch seconds, in a response that has none.
    At(u64),
    /// What is no time.
    Nonsense(&'static str),
}

/// The date of responses that have one: the server's clock is years off.
const SERVER_NOW: u64 = 1_600_000_000;

fn date(seconds: u64) -> String {
    httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_secs(seconds))
}

impl Answer {
    /// A header of it.
    pub fn header(&self, name: &str) -> Option<String> {
        match (name, self.when) {
            ("retry-after", When::Seconds(seconds)) => Some(seconds.to_string()),
            ("retry-after", When::Milliseconds(_)) => Some("7".into()),
            ("retry-after", When::AfterDate(after)) => {
                Some(date(SERVER_NOW.saturating_add_signed(after)))
            }
            ("retry-after", When::At(seconds)) => Some(date(seconds)),
            ("retry-after", When::Nonsense(text)) => Some(text.into()),
            ("retry-after-ms", When::Milliseconds(ms)) => Some(ms.to_string()),
            ("date", When::AfterDate(_)) => Some(date(SERVER_NOW)),
            ("x-should-retry", _) => self.should_retry.map(|yes| yes.to_string()),
            ("content-type", _) => self.content_type.map(str::to_owned),
            _ => None,
        }
    }

    /// What it asks for, milliseconds, when the wall clock shows `epoch`.
    pub fn asks_for(&self, epoch: f64) -> Option<f64> {
        match self.when {
            When::Unsaid | When::Nonsense(_) => None,
            When::Seconds(seconds) => Some(seconds * 1000.0),
            When::Milliseconds(ms) => Some(ms as f64),
            When::AfterDate(after) => (after >= 0).then_some(after as f64 * 1000.0),
            When::At(seconds) => Some(seconds as f64 * 1000.0 - epoch).filter(|wait| *wait >= 0.0),
        }
    }
}

/// A time to come again.
pub fn any_when(dice: &Dice, epoch: f64) -> When {
    match dice.below(10) {
        0..4 => When::Unsaid,
        4 | 5 => When::Seconds(dice.one_of(&[0.0, 1.0, 2.0, 2.5, 10.0, 29.0, 31.0, 90.0, 4000.0])),
        6 => When::Milliseconds(dice.one_of(&[0, 1, 49, 120, 1500, 20_000])),
        7 => When::AfterDate(dice.one_of(&[-5, 0, 1, 3, 20, 45])),
        8 => When::At((epoch / 1000.0) as u64 + dice.below(20)),
        _ => When::Nonsense(dice.one_of(&["-1", "soon", "1e3", "", "NaN", "3s"])),
    }
}
