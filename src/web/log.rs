//! The log lines of one call. Each names the request by its label or its origin, nothing else of it.

use super::callback;
use super::settings::Settings;
use crate::policy::decision::{Decision, Outcome, Reason};
use crate::policy::message::{push_duration, push_number, push_outcome};
use crate::policy::millis::Millis;

/// Writes `fill`'s text behind the name of the request. Nothing is formatted without a logger.
pub fn line(
    settings: &Settings,
    level: &str,
    id: u32,
    origin: impl FnOnce() -> String,
    fill: impl FnOnce(&mut String),
) {
    let Some(logger) = &settings.logger else {
        return;
    };
    let mut text = "fetchWithRetry #".to_owned();
    push_number(&mut text, u64::from(id));
    let name = settings.label.clone().unwrap_or_else(origin);
    if !name.is_empty() {
        text.push_str(" (");
        text.push_str(&name);
        text.push(')');
    }
    text.push_str(": ");
    fill(&mut text);
    callback::log(logger, level, &text);
}

/// "attempt 1 of 4"
pub fn attempt(text: &mut String, attempt: u64, most: u64) {
    text.push_str("attempt ");
    push_number(text, attempt);
    text.push_str(" of ");
    push_number(text, most);
}

/// "200 after 0.4 s" or "The service cannot be reached. (after 0.1 s)"
pub fn outcome(text: &mut String, outcome: &Outcome, decision: &Decision, duration: Millis) {
    match (outcome, decision) {
        (Outcome::Response { status, .. }, Decision::Deliver) => {
            push_number(text, u64::from(*status));
        }
        _ => push_outcome(text, outcome),
    }
    text.push_str(" after ");
    push_duration(text, duration);
}

/// "waiting 2 s before retry 1 of 3 (http)"
pub fn wait(text: &mut String, wait: Millis, retry: u64, most: u64, reason: Reason) {
    text.push_str("waiting ");
    push_duration(text, wait);
    text.push_str(" before retry ");
    push_number(text, retry);
    text.push_str(" of ");
    push_number(text, most);
    text.push_str(" (");
    text.push_str(reason.name());
    text.push(')');
}
