//! What codes and phrases of providers mean: a table, and nothing else. A new provider is a row.
//!
//! OpenAI: <https://platform.openai.com/docs/guides/error-codes>. Anthropic:
//! <https://docs.anthropic.com/en/api/errors>. Google: <https://cloud.google.com/apis/design/errors>.

use super::signs::Sign;

/// Phrases in small letters, `_` and `-` as spaces, without commas. One that ends in a digit is met
/// as a whole number only.
pub const PHRASES: &[(Sign, &str)] = &[
    // OpenAI
    (Sign::Money, "insufficient quota"),
    (Sign::Money, "credit balance"), // Anthropic too
    (Sign::Money, "spend limit"),
    (Sign::Money, "usage limit exceeded"),
    (Sign::Money, "usage limit reached"), // ChatGPT's plans
    (Sign::Money, "billing hard limit"),
    (Sign::Money, "billing not active"),
    (Sign::NeverFits, "context length"),
    (Sign::NeverFits, "string above max"),
    (Sign::NeverFits, "invalid api key"),
    (Sign::NeverFits, "account deactivated"),
    (Sign::NeverFits, "must be reduced"),
    (Sign::Passes, "try again"),
    (Sign::Error, "error"),
    (Sign::Error, "failed"),
    (Sign::Passes, "slow down"),
    // Groq, OpenAI, Anthropic
    (Sign::NeverFits, "request too large"),
    (Sign::TricklingDay, "per day"),
    (Sign::TricklingDay, "(tpd)"),
    (Sign::TricklingDay, "(rpd)"),
    // OpenAI for a spent account, Gemini for a spent minute
    (Sign::Unclear, "current quota"),
    (Sign::Unclear, "billing details"),
    // Anthropic
    (Sign::Money, "billing error"),
    (Sign::Money, "api usage limits"),
    (Sign::NeverFits, "prompt is too long"),
    (Sign::NeverFits, "authentication error"),
    (Sign::NeverFits, "permission error"),
    (Sign::Passes, "rate limit"),
    (Sign::Passes, "overloaded"),
    (Sign::Passes, "api error"),
    (Sign::Passes, "timeout"),
    (Sign::DoesNotPass, "invalid"),
    (Sign::DoesNotPass, "not found"),
    // Google: status, ErrorInfo.reason, QuotaFailure.quotaId
    (Sign::DailyAllowance, "perday"),
    (Sign::DailyAllowance, "dailylimit"),
    (Sign::ShortLimit, "perminute"),
    (Sign::ShortLimit, "per minute"),
    (Sign::ShortLimit, "persecond"),
    (Sign::ShortLimit, "per second"),
    (Sign::Money, "limit: 0"), // a model that the tier has not
    (Sign::NeverFits, "api key invalid"),
    (Sign::Passes, "unavailable"),
    (Sign::Passes, "deadline exceeded"),
    (Sign::Passes, "resource exhausted"),
    (Sign::Passes, "internal"),
    (Sign::Passes, "aborted"),
    (Sign::DoesNotPass, "failed precondition"),
    (Sign::DoesNotPass, "permission denied"),
    (Sign::DoesNotPass, "unauthenticated"),
    (Sign::DoesNotPass, "unauthorized"),
    // Ollama, llama.cpp, LM Studio, vLLM
    (Sign::NeverFits, "exceed context"),
    (Sign::NeverFits, "context size"),
    (Sign::NeverFits, "context window"),
    (Sign::Passes, "busy"),
    (Sign::DoesNotPass, "not support"),
    // LiteLLM
    (Sign::Money, "budget exceeded"),
    (Sign::Money, "budget has been exceeded"),
    (Sign::Money, "exceededbudget"),
    // OpenRouter
    (Sign::DailyAllowance, "models per day"),
    (Sign::ShortLimit, "per min"),
    (Sign::Money, "more credits or"),
    (Sign::Money, "never purchased credits"),
    // GitHub Models, Copilot
    (Sign::DailyAllowance, "byday"),
    (Sign::DailyAllowance, "per 86400"),
    (Sign::Unclear, "quota exceeded"),
    (Sign::Unclear, "quota exhausted"),
    // DeepSeek, xAI, Moonshot, Zhipu, DashScope, Hugging Face, Fireworks
    (Sign::Money, "insufficient balance"),
    (Sign::Money, "insufficient credit"),
    (Sign::Money, "insufficient fund"),
    (Sign::Money, "enough credit"),
    (Sign::Money, "out of credit"),
    (Sign::Money, "available credits"),
    (Sign::Money, "spending limit"),
    (Sign::Money, "payment required"),
    (Sign::Money, "arrearage"),
    (Sign::Money, "余额不足"),
    (Sign::Money, "freetieronly"),
    (Sign::DailyAllowance, "daily"),
    (Sign::DailyAllowance, "monthly"),
    (Sign::DailyAllowance, "per month"),
    (Sign::Unclear, "exceeded your quota"),
    // Groq, Mistral, Together
    (Sign::Passes, "capacity"),
    (Sign::Passes, "too many requests"),
    (Sign::Passes, "server error"),
];
