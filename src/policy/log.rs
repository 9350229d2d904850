//! The log lines of a call. Each names the request by its label or its origin, nothing else of it.

use super::decision::GiveUpReason;
use super::millis::Millis;
use super::outcome::Outcome;
use super::text::push_number;

/// "fetchWithRetry #7 (spam filter): …"
pub fn log_line(id: u32, name: &str, text: &str) -> String {
    let mut line = String::from("fetchWithRetry #");
    push_number(&mut line, u64::from(id));
    for part in [" (", name, "): ", text] {
        line.push_str(part);
    }
    line
}

/// "attempt 1 of 4"
pub fn line_of_attempt(made: u64, max_retries: u64) -> String {
    let mut line = String::from("attempt ");
    push_number(&mut line, made.saturating_add(1));
    line.push_str(" of ");
    push_number(&mut line, max_retries.saturating_add(1));
    line
}

/// "503 after 120 ms"
pub fn line_of_outcome(outcome: &Outcome, duration: Millis) -> String {
    let mut line = String::new();
    match outcome {
        Outcome::Response { status, .. } => push_number(&mut line, u64::from(*status)),
        Outcome::NetworkError { .. } => line.push_str("no answer"),
        Outcome::Timeout | Outcome::TotalTimeout => line.push_str("no answer in time"),
    }
    line.push_str(" after ");
    push_number(&mut line, duration.get());
    line.push_str(" ms");
    line
}

/// "gave up (retriesExhausted) after 4 attempts"
pub fn line_of_giving_up(reason: GiveUpReason, attempts: u64) -> String {
    let mut line = ["gave up (", reason.name(), ") after "].concat();
    push_number(&mut line, attempts);
    line.push_str(if attempts == 1 { " attempt" } else { " attempts" });
    line
}
