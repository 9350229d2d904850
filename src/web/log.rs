//! The log lines of one call. Each names the request by its label or its origin, nothing else of it.

use super::callback;
use super::settings::Settings;
use crate::policy::decision::{Decision, Outcome};
use crate::policy::message::{push_duration, push_outcome};
use crate::policy::millis::Millis;
use crate::policy::text::{join, push_number};

/// Writes a line behind the name of the request. Nothing is made without a logger.
pub fn line(
    settings: &Settings,
    id: u32,
    origin: &dyn Fn() -> String,
    is_warning: bool,
    fill: &dyn Fn(&mut String),
) {
    let Some(logger) = &settings.logger else {
        return;
    };
    let mut text = "fetchWithRetry #".to_owned();
    push_number(&mut text, u64::from(id));
    let origin = match &settings.label {
        Some(label) => label.clone(),
        None => origin(),
    };
    text.push_str(&join(&[" (", &origin, "): "]));
    fill(&mut text);
    callback::log(logger, is_warning, &text);
}

/// "attempt 1 of 4"
pub fn attempt(text: &mut String, attempt: u64, most: f64) {
    text.push_str("attempt ");
    push_number(text, attempt);
    text.push_str(" of ");
    push_number(text, most as u64);
}

/// "200 after 0.4 s" or "The service cannot be reached. (0.1 s)"
pub fn outcome(text: &mut String, outcome: &Outcome, decision: &Decision, duration: Millis) {
    match (outcome, decision) {
        (Outcome::Response { status, .. }, Decision::Deliver) => {
            push_number(text, u64::from(*status));
        }
        _ => push_outcome(text, outcome),
    }
    text.push_str(" (");
    push_duration(text, duration);
    text.push(')');
}
