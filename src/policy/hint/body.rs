//! What an error body says: where in it the provider speaks, when to come back, and why.

use super::pairs::{Pair, leads};
use super::signs::Signs;
use super::{sentence, time};
use crate::policy::millis::Millis;
use crate::policy::retry_after;
use crate::policy::scan::{Rows, find};

/// Where providers put their error, the first that is there. What stands elsewhere may be the user's
/// own text.
const ROOTS: &str = concat!(
    "Eerror.error.\n",    // proxies that wrap another's error
    "Eerror.\n",          // OpenAI, Anthropic, Gemini, OpenRouter, Groq, llama.cpp, LM Studio
    "E0.error.\n",        // Gemini, streaming: an array
    "Eresponse.error.\n", // OpenAI Responses, the event response.failed
    "Edetail.\n",         // FastAPI
    "Eerrors.0.\n",       // Cloudflare, GraphQL
    "?\n",                // Ollama, Mistral, Azure, problem+json: at the top
    "?0.\n",
);

/// The fields that are read below such a root, the best of a kind first. A new provider is a row.
///   M  the provider's sentence
///   C  a code, or a status
///   E  a code, and an error already by being there
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
    "Eerror\n",
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

/// A body, read; or the fields of one root of it.
#[derive(Clone, Copy, Default)]
pub struct Body<'a> {
    /// The provider's sentence; empty where there is none.
    pub message: &'a str,
    /// When to come back.
    pub wait: Option<Millis>,
    /// What codes and words tell.
    pub signs: Signs,
    /// A status in it, or 0.
    pub status: f64,
    /// Whether it is known for an error: only then is the sentence believed.
    pub is_error: bool,
}

impl<'a> Body<'a> {
    /// Reads what JSON.parse gave, all but the sentence. `now_ms` is the server's time.
    pub fn read(pairs: &[Pair<'a>], now_ms: f64) -> Self {
        let mut body = Self::default();
        let mut place = 0;
        for (letter, root) in Rows(ROOTS.as_bytes()) {
            body = Self::below(root, pairs, now_ms);
            place = letter;
            if body.is_error || !body.message.is_empty() {
                break;
            }
        }
        if body.wait.is_none() {
            body.wait = Self::below(b"", pairs, now_ms).wait;
        }
        // At the top a message alone may be anyone's, unless it is all there is.
        body.is_error |= place == b'E' || pairs.len() == 1;
        body.signs.add(place);
        body
    }

    /// Reads the sentence of an error, as a plain line. What `sent`, the request, says too is the
    /// user's.
    pub fn hear(&mut self, plain: &str, sent: &str, now_ms: f64) {
        if self.is_error {
            let own = sentence::own_words(plain);
            self.signs.read(&own);
            if self.wait.is_none()
                && let Some((wait, words)) = sentence::wait(&own, now_ms)
                && find(sent.as_bytes(), words, 0).is_none()
            {
                self.wait = Some(wait);
            }
        }
    }

    fn below(root: &[u8], pairs: &[Pair<'a>], now_ms: f64) -> Self {
        let mut fields = Self::default();
        for (letter, pattern) in Rows(FIELDS.as_bytes()) {
            for (path, scalar) in pairs {
                if leads(path, root, pattern) && *scalar != "null" {
                    fields.take(letter, scalar, now_ms);
                }
            }
        }
        fields
    }

    fn take(&mut self, letter: u8, scalar: &'a str, now_ms: f64) {
        let string = scalar.strip_prefix('"');
        let text = string.unwrap_or("");
        let number = retry_after::decimal(string.unwrap_or(scalar));
        match letter {
            b'M' => {
                if self.message.is_empty() && text.len() > 1 {
                    self.message = text;
                }
            }
            b'C' | b'E' | b'K' => {
                self.is_error = true;
                self.signs.add(letter);
                if letter == b'C' && self.status < 400.0 {
                    self.status = number.unwrap_or(0.0);
                }
                // A sentence is no code.
                if letter != b'K' && find(text.as_bytes(), b" ", 0).is_none() {
                    self.signs.read(text.as_bytes());
                }
            }
            _ if self.wait.is_some() => {}
            b'W' => {
                self.wait = match number {
                    Some(number) => time::believable(time::of_number(number, now_ms)),
                    None => time::reset(text, now_ms),
                }
            }
            _ => {
                let unit = if letter == b'L' { 1.0 } else { 1000.0 };
                let number = number.filter(|_| letter != b'D').map(|number| number * unit);
                self.wait = number.or_else(|| time::exact(text)).map(retry_after::bounded);
            }
        }
    }
}
