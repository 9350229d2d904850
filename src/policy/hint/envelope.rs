//! Where in a body the provider itself speaks. What stands elsewhere may be the user's own text.

use super::pairs::{Pair, Scalar, at, below};

/// Where providers put their error, the first that is there.
const ROOTS: &[&str] = &[
    "error.error",    // proxies that wrap another's error
    "error",          // OpenAI, Anthropic, Gemini, OpenRouter, Groq, llama.cpp, LM Studio
    "0.error",        // Gemini, streaming: an array
    "response.error", // OpenAI Responses, the event response.failed
    "detail.error",   // FastAPI around one of the above
    "detail",         // FastAPI
    "errors.0",       // Cloudflare, GraphQL
    "",               // Ollama, Mistral, Azure, problem+json
    "0",
];

/// What the provider's sentence is called, the best first.
const MESSAGES: &[&str] = &[
    "message",
    "error_description", // RFC 6749
    "detail",            // RFC 9457, FastAPI
    "msg",
    "error", // Ollama: a string
    "description",
    "title", // RFC 9457
    "message.0",
    "detail.0.msg",
    "errors.0",
];

/// What an error at the top level has beside its message, and a document with a message has not.
const MARKS: &[&str] = &[
    "error",
    "code",
    "type",
    "status",
    "statusCode",
    "object",
    "errors",
    "success",
    "error_code",
    "request_id",
];

/// The part of a body that is an error.
#[derive(Clone, Copy, Debug)]
pub struct Envelope<'a> {
    /// The path to it.
    pub root: &'static str,
    /// The provider's sentence, as sent.
    pub message: Option<&'a str>,
    /// Whether this is known for an error: only then is the sentence believed.
    pub is_error: bool,
}

/// The error in a body. Where none is found, the whole body with nothing to say.
pub fn find(pairs: &[Pair]) -> Envelope<'_> {
    let root = ROOTS
        .iter()
        .copied()
        .find(|root| is_there(pairs, root))
        .unwrap_or("");
    let message = message_at(pairs, root);
    let marked = || {
        MARKS
            .iter()
            .any(|mark| at(pairs, root, mark).next().is_some())
    };
    let alone = || pairs.len() == 1 && message.is_some();
    Envelope {
        root,
        message,
        is_error: !matches!(root, "" | "0") || marked() || alone(),
    }
}

/// Whether a path leads through `root` to a message or a mark.
fn is_there(pairs: &[Pair], root: &'static str) -> bool {
    let inside = || pairs.iter().any(|(path, _)| below(path, root).is_some());
    let marked = || {
        MARKS
            .iter()
            .any(|mark| at(pairs, root, mark).next().is_some())
    };
    inside() && (marked() || message_at(pairs, root).is_some())
}

fn message_at<'a>(pairs: &'a [Pair], root: &'static str) -> Option<&'a str> {
    let text = |key: &'static str| {
        at(pairs, root, key)
            .find_map(Scalar::text)
            .filter(|text| !text.trim().is_empty())
    };
    MESSAGES.iter().copied().find_map(text)
}
