//! The sentences a person reads. Plain English, no URL, no markup. The caller's label stands before them
//! and the provider's own words behind them.

use super::decision::GiveUpReason;
use super::duration::push_duration;
use super::millis::Millis;
use super::outcome::Outcome;
use super::text::{LONGEST, cut_to, push_number, shortened};

/// So much of a label is kept, however much there is to say.
const LEAST_OF_LABEL: usize = 20;

/// What `onRetry` says: "The service is overloaded (503). Retrying in 2 s (1 of 3)."
pub fn retrying(outcome: Option<&Outcome>, wait: Millis, retry: u64, max_retries: u64) -> String {
    let mut text = String::new();
    match outcome {
        Some(outcome) => push_outcome(&mut text, outcome),
        None => text.push_str("Other requests to this service were told to wait."),
    }
    text.push_str(if retry == 0 { " Sending in " } else { " Retrying in " });
    push_duration(&mut text, wait);
    if retry > 0 {
        text.push_str(" (");
        push_number(&mut text, retry);
        text.push_str(" of ");
        push_number(&mut text, max_retries);
        text.push(')');
    }
    text.push('.');
    text
}

/// What `onGiveUp` says: the outcome, and why there is no further retry.
pub fn gave_up(outcome: &Outcome, reason: GiveUpReason, attempts: u64) -> String {
    let mut text = String::new();
    match reason {
        GiveUpReason::QuotaExhausted => {
            text.push_str("The account's quota or credit is used up");
            push_status(&mut text, outcome);
            text.push_str(". Retrying cannot help.");
        }
        GiveUpReason::ServerSaidNo => {
            push_outcome(&mut text, outcome);
            text.push_str(" Retrying cannot help, the service says.");
        }
        GiveUpReason::RetriesExhausted => {
            push_outcome(&mut text, outcome);
            push_attempts(&mut text, attempts);
            text.push('.');
        }
        GiveUpReason::BodyNotReplayable => {
            push_outcome(&mut text, outcome);
            text.push_str(" Not retried: the request's body is a stream, which can be sent once.");
        }
        GiveUpReason::Blocked => text.push_str(
            "The service answers, but the browser withholds it. Check the add-on's permission for \
             this host, or the origins that the service allows (CORS; Ollama: OLLAMA_ORIGINS).",
        ),
        GiveUpReason::BudgetExhausted => {
            push_outcome(&mut text, outcome);
            text.push_str(" Not retried: the service has failed for a while.");
        }
        GiveUpReason::RetryAfterTooLong => {
            push_outcome(&mut text, outcome);
            if let Outcome::Response { says, .. } = outcome
                && let Some(hint) = says.wait
            {
                text.push_str(" It asks to wait ");
                push_duration(&mut text, hint);
                text.push_str(", which is too long.");
            }
        }
        GiveUpReason::TotalTimeout => {
            push_outcome(&mut text, outcome);
            push_attempts(&mut text, attempts);
            text.push_str(": the time allowed is over.");
        }
        GiveUpReason::Vetoed => {
            push_outcome(&mut text, outcome);
            text.push_str(" Not retried, as the application decided.");
        }
    }
    text
}

/// A sentence behind the caller's name for the request.
pub fn labelled(label: Option<&str>, sentence: &str) -> String {
    match label {
        Some(label) => [label, ": ", sentence].concat(),
        None => sentence.to_owned(),
    }
}

/// What a person reads in the end: at most 200 characters, with as much of the provider's own words as fits.
/// A long label is cut first.
pub fn compose(label: Option<&str>, sentence: &str, quote: Option<&str>) -> String {
    let said = match quote {
        Some(quote) => [sentence, " ", quote].concat(),
        None => sentence.to_owned(),
    };
    let room = LONGEST.saturating_sub(said.encode_utf16().count()).max(LEAST_OF_LABEL);
    shortened(&labelled(label.map(|label| cut_to(label, room)).as_deref(), &said))
}

/// One sentence about an outcome that is no success.
pub fn push_outcome(text: &mut String, outcome: &Outcome) {
    text.push_str(match outcome {
        Outcome::NetworkError { .. } => "The service cannot be reached.",
        Outcome::Timeout | Outcome::TotalTimeout => "The service did not answer in time.",
        Outcome::Response { status, .. } => match status {
            408 | 504 => "The service took too long",
            429 => "The service limits how often it may be asked",
            503 | 529 => "The service is overloaded",
            400..500 => "The service refused the request",
            500..600 => "The service has a problem",
            _ => "The service answered",
        },
    });
    if matches!(outcome, Outcome::Response { .. }) {
        push_status(text, outcome);
        text.push('.');
    }
}

fn push_status(text: &mut String, outcome: &Outcome) {
    if let Outcome::Response { status, .. } = outcome {
        text.push_str(" (");
        push_number(text, u64::from(*status));
        text.push(')');
    }
}

fn push_attempts(text: &mut String, attempts: u64) {
    text.push_str(" Gave up after ");
    push_number(text, attempts);
    text.push_str(if attempts == 1 { " attempt" } else { " attempts" });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::hint::ServerSays;

    fn http(status: u16) -> Outcome {
        Outcome::Response { status, says: ServerSays::default() }
    }

    #[test]
    fn a_retry_reads_as_in_the_contract() {
        assert_eq!(
            retrying(Some(&http(503)), Millis::new(2000), 1, 3),
            "The service is overloaded (503). Retrying in 2 s (1 of 3)."
        );
        assert_eq!(
            retrying(Some(&Outcome::NetworkError { host_answers: false }), Millis::new(1500), 2, 3),
            "The service cannot be reached. Retrying in 1.5 s (2 of 3)."
        );
    }
}
