//! What an error body says: when, whether, and why.

use super::pairs::{Pair, Scalar, at};
use super::quote::{Private, short, words};
use super::signs::Signs;
use super::{ServerSays, duration, echo, envelope, headers, moment, reset, sentence};
use crate::policy::message::push_number;
use crate::policy::millis::Millis;
use crate::policy::retry_after;

/// How a field names a time.
#[derive(Clone, Copy)]
enum Form {
    /// With a unit, as text.
    Duration,
    /// A number, or text of any kind of duration.
    Seconds,
    Millis,
    /// Whatever a reset header may hold.
    Moment,
}

/// Fields that name a wait, below the error or beside it, the best first. A new provider is a row.
const WAITS: &[(&str, Form)] = &[
    // Google: https://cloud.google.com/apis/design/errors, google.rpc.RetryInfo
    ("details.*.retryDelay", Form::Duration),
    // Google Cloud Code, google.rpc.ErrorInfo (router-for-me/CLIProxyAPI#449)
    ("details.*.metadata.quotaResetDelay", Form::Duration),
    ("details.*.metadata.quotaResetTimeStamp", Form::Moment),
    // Azure, LiteLLM and others repeat their headers
    ("retry_after_ms", Form::Millis),
    ("retryAfterMs", Form::Millis),
    ("retry_after", Form::Seconds),
    ("retryAfter", Form::Seconds),
    ("retry-after", Form::Seconds),
    ("retry_after_seconds", Form::Seconds),
    ("details.retry_after", Form::Seconds),
    ("metadata.retry_after", Form::Seconds),
    ("metadata.retry_after_seconds", Form::Seconds),
    // ChatGPT plans
    ("resets_in_seconds", Form::Seconds),
    ("resets_at", Form::Moment),
    ("reset_at", Form::Moment),
    // Hugging Face, 503 while a model loads
    ("estimated_time", Form::Seconds),
];

/// Where codes stand, below the error.
const CODES: &[&str] = &[
    "type",
    "code",
    "status",
    "reason",
    "error",
    "error_code",
    "details.*.reason",
    "details.*.violations.*.quotaId",
    "errors.*.reason",
    "metadata.error_type",
];

/// A body, read.
pub struct Body<'a> {
    pub envelope: envelope::Envelope<'a>,
    /// The provider's sentence, cleaned, with what is private cut out.
    pub words: Option<String>,
    pub wait: Option<Millis>,
    pub signs: Signs,
}

impl<'a> Body<'a> {
    /// Reads what JSON.parse gave. `now_ms` is the server's time.
    pub fn read(status: u16, pairs: &'a [Pair], now_ms: f64, private: &Private) -> Self {
        let envelope = envelope::find(pairs);
        let words = envelope.message.map(|message| words(message, private));
        let own = words
            .as_deref()
            .filter(|_| envelope.is_error)
            .map(echo::own_words);
        let own = own.unwrap_or_default().to_ascii_lowercase();
        let wait = structured(status, pairs, envelope.root, now_ms).or_else(|| {
            sentence::wait(&own, now_ms).and_then(|named| unless_echoed(named, private))
        });
        let codes = CODES.iter().flat_map(|path| at(pairs, envelope.root, path));
        let signs = codes
            .filter_map(Scalar::text)
            .fold(Signs::of_sentence(&own), |signs, code| {
                signs.and(Signs::of_code(code))
            });
        Self {
            envelope,
            words,
            wait,
            signs,
        }
    }

    /// All that it says to the decision.
    pub fn says(self, private: &Private) -> ServerSays {
        let provider_message = self.words.map(|words| short(&words, private.secrets));
        ServerSays {
            wait: self.wait,
            verdict: self.signs.verdict(self.wait),
            provider_message: provider_message
                .filter(|words| words.chars().any(char::is_alphanumeric)),
        }
    }
}

/// A sentence that the request holds too is the user's.
fn unless_echoed(named: sentence::Named, private: &Private) -> Option<Millis> {
    let is_echo = private.body.is_some_and(|body| body.contains(named.words));
    (!is_echo).then_some(named.wait)
}

/// The first field that names a wait; else what the headers of another server say that are repeated
/// in the body (OpenRouter).
fn structured(status: u16, pairs: &[Pair], root: &str, now_ms: f64) -> Option<Millis> {
    let outside = root.rsplit_once('.').map_or("", |(outside, _)| outside);
    let field = |(path, form): &(&str, Form)| {
        let inside = at(pairs, root, path).find_map(|scalar| form.read(scalar, now_ms));
        inside.or_else(|| at(pairs, outside, path).find_map(|scalar| form.read(scalar, now_ms)))
    };
    let repeated =
        |name: &str| at(pairs, root, &["metadata.headers.", name].concat()).find_map(header_value);
    WAITS.iter().find_map(field).or_else(|| {
        headers::wait(&repeated, now_ms).or_else(|| reset::hint(status, &repeated, now_ms))
    })
}

/// A header's value, which JSON may hold as a number.
fn header_value(scalar: &Scalar) -> Option<String> {
    match scalar {
        Scalar::Text(text) => Some(text.clone()),
        _ => scalar.number().map(|number| {
            let mut text = String::new();
            push_number(&mut text, Millis::ceil(number).get());
            text
        }),
    }
}

impl Form {
    fn read(self, scalar: &Scalar, now_ms: f64) -> Option<Millis> {
        let duration = || {
            scalar
                .text()
                .and_then(duration::exact)
                .map(retry_after::bounded)
        };
        let number = |unit: f64| scalar.number().map(|n| retry_after::bounded(n * unit));
        match self {
            Self::Duration => duration(),
            Self::Seconds => number(1000.0).or_else(duration),
            Self::Millis => number(1.0).or_else(duration),
            Self::Moment => header_value(scalar).and_then(|value| moment::reset(&value, now_ms)),
        }
    }
}
