//! The sentences a person reads. Plain English, no URL, no markup. The caller's label stands before them
//! and the provider's own words behind them.

use super::decision::GiveUpReason;
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

/// "2 s", "1.5 s", "0.05 s", "6 min", "8 h 44 min": rounded up, no finer than a person needs.
pub fn push_duration(text: &mut String, duration: Millis) {
    let ms = duration.get();
    let seconds = ms.div_ceil(1000);
    let minutes = seconds.div_ceil(60);
    match seconds {
        0..=1 if ms < 100 => push_decimal(text, ms.div_ceil(10), 100),
        0..=10 => push_decimal(text, ms.div_ceil(100), 10),
        11..=119 => push_number(text, seconds),
        120..=5_999 => return push_pair(text, seconds / 60, " min", seconds % 60, " s"),
        6_000..=172_800 => return push_pair(text, minutes / 60, " h", minutes % 60, " min"),
        _ => {
            push_number(text, minutes.div_ceil(1440));
            return text.push_str(" days");
        }
    }
    text.push_str(" s");
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

/// `units / scale` with the digits that matter: 15 and 10 give "1.5", 20 and 10 give "2".
fn push_decimal(text: &mut String, units: u64, scale: u64) {
    push_number(text, units.checked_div(scale).unwrap_or_default());
    let rest = units.checked_rem(scale).unwrap_or_default();
    if rest > 0 {
        text.push('.');
        if rest < scale / 10 {
            text.push('0');
        }
        push_number(text, if rest.is_multiple_of(10) && scale == 100 { rest / 10 } else { rest });
    }
}

fn push_pair(text: &mut String, large: u64, large_unit: &str, small: u64, small_unit: &str) {
    push_number(text, large);
    text.push_str(large_unit);
    if small > 0 {
        text.push(' ');
        push_number(text, small);
        text.push_str(small_unit);
    }
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

    #[test]
    fn durations_are_rounded_up_to_what_a_person_needs() {
        for (ms, shown) in [
            (0, "0 s"),
            (50, "0.05 s"),
            (1, "0.01 s"),
            (99, "0.1 s"),
            (500, "0.5 s"),
            (1234, "1.3 s"),
            (2000, "2 s"),
            (10_000, "10 s"),
            (16_001, "17 s"),
            (119_000, "119 s"),
            (578_016, "9 min 39 s"),
            (600_000, "10 min"),
            (31_447_000, "8 h 45 min"),
            (302_539_000, "4 days"),
        ] {
            let mut text = String::new();
            push_duration(&mut text, Millis::new(ms));
            assert_eq!(text, shown, "{ms}");
        }
    }
}
