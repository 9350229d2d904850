//! Where in an error body the providers say what: two tables, and nothing else. A new provider is a
//! row.

/// What a place in a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Whatever stands there is an error.
    Error,
    /// The top of the document: a message there may be anyone's.
    Top,
}

/// Where providers put their error, the first that is there. What stands elsewhere may be the user's
/// own text.
pub const ROOTS: &[(Place, &str)] = &[
    (Place::Error, "error.error."),    // proxies that wrap another's error
    (Place::Error, "error."),          // OpenAI, Anthropic, Gemini, OpenRouter, Groq, llama.cpp
    (Place::Error, "0.error."),        // Gemini, streaming: an array
    (Place::Error, "response.error."), // OpenAI Responses, the event response.failed
    (Place::Error, "detail."),         // FastAPI
    (Place::Error, "errors.0."),       // Cloudflare, GraphQL
    (Place::Top, ""),                  // Ollama, Mistral, Azure, problem+json
    (Place::Top, "0."),
];

/// What a field says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The provider's sentence.
    Message,
    /// A code, or a status.
    Code,
    /// A code, and an error already by being there.
    ErrorCode,
    /// That this is an error, no more.
    Mark,
    /// A wait: text with a unit.
    Delay,
    /// A wait: seconds, or text with a unit.
    Seconds,
    /// A wait: milliseconds, or text with a unit.
    Milliseconds,
    /// When to come back, as a reset header may say it.
    Moment,
}

/// The fields that are read below such a root, the best of a kind first.
pub const FIELDS: &[(Field, &str)] = &[
    (Field::Message, "message"),
    (Field::Message, "error_description"), // RFC 6749
    (Field::Message, "detail"),            // RFC 9457, FastAPI
    (Field::Message, "msg"),
    (Field::Message, "error"), // Ollama: a string
    (Field::Message, "title"), // RFC 9457
    (Field::Message, "message.0"),
    (Field::Message, "detail.0.msg"), // FastAPI
    (Field::Message, "errors.0"),
    (Field::Code, "type"),
    (Field::Code, "code"),
    (Field::Code, "status"),
    (Field::ErrorCode, "error"),
    (Field::Code, "reason"),
    (Field::Code, "error_code"),
    (Field::Code, "details.*.reason"), // Google, google.rpc.ErrorInfo
    (Field::Code, "details.*.violations.*.quotaId"), // Google, google.rpc.QuotaFailure
    (Field::Code, "errors.*.reason"),
    (Field::Mark, "statusCode"), // Azure API Management
    (Field::Mark, "object"),     // Mistral
    (Field::Mark, "success"),    // Cloudflare
    (Field::Mark, "request_id"),
    // Google: https://cloud.google.com/apis/design/errors, google.rpc.RetryInfo
    (Field::Delay, "details.*.retryDelay"),
    // Google Cloud Code, google.rpc.ErrorInfo (router-for-me/CLIProxyAPI#449)
    (Field::Delay, "details.*.metadata.quotaResetDelay"),
    (Field::Moment, "details.*.metadata.quotaResetTimeStamp"),
    // LiteLLM, Discord and others
    (Field::Milliseconds, "retry_after_ms"),
    (Field::Seconds, "retry_after"),
    (Field::Seconds, "retryAfter"),
    (Field::Seconds, "retry_after_seconds"),
    (Field::Seconds, "metadata.retry_after"),
    (Field::Seconds, "metadata.retry_after_seconds"),
    // ChatGPT's plans
    (Field::Seconds, "resets_in_seconds"),
    (Field::Moment, "resets_at"),
    // Hugging Face, 503 while a model loads
    (Field::Seconds, "estimated_time"),
    // OpenRouter repeats the headers of the provider behind it (openclaude#936)
    (Field::Seconds, "metadata.headers.Retry-After"),
    (Field::Moment, "metadata.headers.X-RateLimit-Reset"),
];
