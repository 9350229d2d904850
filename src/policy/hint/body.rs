//! What an error body says: where in it the provider speaks, when to come back, and why.

use super::pairs::{Pair, Scalar, leads};
use super::quote::{self, Private};
use super::signs::Signs;
use super::{ServerSays, sentence, time};
use crate::policy::millis::Millis;
use crate::policy::retry_after;
use crate::policy::scan::{Rows, find};

/// Where providers put their error, the first that is there. What stands elsewhere may be the user's
/// own text.
const ROOTS: &str = concat!(
    " error.error.\n",    // proxies that wrap another's error
    " error.\n",          // OpenAI, Anthropic, Gemini, OpenRouter, Groq, llama.cpp, LM Studio
    " 0.error.\n",        // Gemini, streaming: an array
    " response.error.\n", // OpenAI Responses, the event response.failed
    " detail.\n",         // FastAPI
    " errors.0.\n",       // Cloudflare, GraphQL
    "?\n",                // Ollama, Mistral, Azure, problem+json: at the top
    "?0.\n",
);

/// The fields that are read below such a root, the best of a kind first. A new provider is a row.
///   M  the provider's sentence
///   C  a code
///   K  a mark of an error, no more
///   D  a wait: text with a unit
///   T  a wait: seconds, or text with a unit
///   L  a wait: milliseconds
///   W  when to come back, as a reset header may say it
const FIELDS: &str = concat!(
    "Mmessage\n",
    "Merror_description\n", // RFC 6749
    "Mdetail\n",            // RFC 9457, FastAPI
    "Mmsg\n",
    "Merror\n", // Ollama: a string
    "Mtitle\n", // RFC 9457
    "Mmessage.0\n",
    "Mdetail.0.msg\n", // FastAPI
    "Merrors.0\n",
    "Ctype\n",
    "Ccode\n",
    "Cstatus\n",
    "Cerror\n",
    "Creason\n",
    "Cerror_code\n",
    "Cdetails.*.reason\n",               // Google, google.rpc.ErrorInfo
    "Cdetails.*.violations.*.quotaId\n", // Google, google.rpc.QuotaFailure
    "Cerrors.*.reason\n",
    "KstatusCode\n", // Azure API Management
    "Kobject\n",     // Mistral
    "Ksuccess\n",    // Cloudflare
    "Krequest_id\n",
    // Google: https://cloud.google.com/apis/design/errors, google.rpc.RetryInfo
    "Ddetails.*.retryDelay\n",
    // Google Cloud Code, google.rpc.ErrorInfo (router-for-me/CLIProxyAPI#449)
    "Ddetails.*.metadata.quotaResetDelay\n",
    "Wdetails.*.metadata.quotaResetTimeStamp\n",
    // LiteLLM, Discord and others
    "Lretry_after_ms\n",
    "Tretry_after\n",
    "TretryAfter\n",
    "Tretry_after_seconds\n",
    "Tmetadata.retry_after\n",
    "Tmetadata.retry_after_seconds\n",
    // ChatGPT's plans
    "Tresets_in_seconds\n",
    "Wresets_at\n",
    // Hugging Face, 503 while a model loads
    "Testimated_time\n",
    // OpenRouter repeats the headers of the provider behind it (openclaude#936)
    "Tmetadata.headers.Retry-After\n",
    "Wmetadata.headers.X-RateLimit-Reset\n",
);

/// The fields of one root.
#[derive(Clone, Copy, Default)]
struct Fields<'a> {
    message: Option<&'a str>,
    wait: Option<Millis>,
    signs: Signs,
    marked: bool,
}

impl<'a> Fields<'a> {
    fn read(pairs: &'a [Pair], root: &[u8], now_ms: f64) -> Self {
        let mut fields = Self::default();
        for (letter, pattern) in Rows(FIELDS.as_bytes()) {
            for (path, scalar) in pairs {
                if leads(path, root, pattern) {
                    fields.take(letter, scalar, now_ms);
                }
            }
        }
        fields
    }

    fn take(&mut self, letter: u8, scalar: &'a Scalar, now_ms: f64) {
        let text = scalar.text().filter(|text| !text.trim_ascii().is_empty());
        match letter {
            b'M' => self.message = self.message.or(text),
            b'C' | b'K' => {
                self.marked |= *scalar != Scalar::Null;
                // A sentence is no code.
                if let Some(text) = text
                    && letter == b'C'
                    && find(text.as_bytes(), b" ", 0).is_none()
                {
                    self.signs.read(text.as_bytes());
                }
            }
            _ if self.wait.is_some() => {}
            _ => {
                let number = scalar.number().filter(|_| letter != b'D');
                self.wait = match (number, letter) {
                    (Some(number), b'W') => time::believable(time::of_number(number, now_ms)),
                    (Some(number), b'L') => Some(retry_after::bounded(number)),
                    (Some(number), _) => Some(retry_after::bounded(number * 1000.0)),
                    (None, b'W') => text.and_then(|text| time::reset(text, now_ms)),
                    (None, _) => text.and_then(time::exact).map(retry_after::bounded),
                };
            }
        }
    }
}

/// A body, read.
pub struct Body {
    /// The provider's sentence, as it may be shown.
    pub words: Option<String>,
    /// When to come back.
    pub wait: Option<Millis>,
    /// What codes and words tell.
    pub signs: Signs,
    /// Whether it is known for an error: only then is the sentence believed.
    pub is_error: bool,
    /// Where the error is.
    pub root: &'static [u8],
}

impl Body {
    /// Reads what JSON.parse gave. `now_ms` is the server's time.
    pub fn read(pairs: &[Pair], now_ms: f64, private: &Private) -> Self {
        let mut fields = Fields::default();
        let mut root = (b'?', &b""[..]);
        for row in Rows(ROOTS.as_bytes()) {
            fields = Fields::read(pairs, row.1, now_ms);
            root = row;
            if fields.marked || fields.message.is_some() {
                break;
            }
        }
        let beside = Fields::read(pairs, b"", now_ms).wait;
        let mut body = Self {
            words: None,
            wait: fields.wait.or(beside),
            signs: fields.signs,
            // At the top a message alone may be anyone's, unless it is all there is.
            is_error: root.0 == b' ' || fields.marked || pairs.len() == 1,
            root: root.1,
        };
        if let Some(message) = fields.message {
            let plain = quote::plain(message, private);
            if body.is_error {
                let own = sentence::own_words(&plain);
                body.signs.read(&own);
                if body.wait.is_none()
                    && let Some((wait, words)) = sentence::wait(&own, now_ms)
                    // What the request says too, is the user's.
                    && private.body.is_none_or(|body| find(body.as_bytes(), words, 0).is_none())
                {
                    body.wait = Some(wait);
                }
            }
            body.words = Some(quote::discreet(&plain, private));
        }
        body
    }

    /// All that it says to the decision.
    pub fn says(self) -> ServerSays {
        ServerSays {
            wait: self.wait,
            verdict: self.signs.verdict(self.wait),
            provider_message: self.words.filter(|words| words != "…" && !words.is_empty()),
        }
    }
}
