//! A client of two LLM services with three places that send: Messages, streaming and plain, and the
//! OpenAI-compatible chat completions. All go through the loop; a stream that broke is their own business.

use super::answer::{Answer, Broken};
use super::esc::Esc;
use super::host::Native;
use super::program::{Failure, Listener, Post, Program};
use super::sse::Events;
use fetch_with_retry::call::host::Ended;
use fetch_with_retry::call::{End, run};
use fetch_with_retry::policy::config::Config;
use reqwest::Url;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};
use std::fmt;

/// A service, and how to ask it.
pub struct Service<'p> {
    /// The program that asks.
    pub program: &'p Program,
    /// `https://api.example.com`
    pub base: String,
    /// The key of the account.
    pub key: String,
    /// The rules of retrying.
    pub config: Config,
    /// Stops what is under way.
    pub esc: &'p Esc,
    /// Hears of it.
    pub listener: &'p dyn Listener,
}

/// Why there is no answer, or only half of one.
#[derive(Debug)]
pub enum Trouble {
    /// The address or the key cannot be sent.
    Unsendable(&'static str),
    /// No response.
    Failed(Failure),
    /// The service refuses, and says why.
    Refused {
        /// The HTTP status.
        status: u16,
        /// What it says, but for the key, which some repeat.
        body: String,
    },
    /// A response, not to its end.
    Broken {
        /// Why.
        why: Broken,
        /// Whether some of it was shown.
        has_streamed: bool,
    },
    /// A response that is none of this API.
    Strange,
    /// Esc, before there was a response.
    Stopped,
}

impl Service<'_> {
    /// Messages, all at once.
    pub async fn messages(&self, prompt: &str) -> Result<String, Trouble> {
        let answer = self.send("/v1/messages", self.by_api_key()?, messages(prompt, false)).await?;
        self.text_at("/content/0/text", answer).await
    }

    /// Chat completions, as OpenAI and those who follow it offer them.
    pub async fn chat_completions(&self, prompt: &str) -> Result<String, Trouble> {
        let body = json!({ "model": "local", "messages": [{ "role": "user", "content": prompt }] });
        let key = (AUTHORIZATION, secret(&format!("Bearer {}", self.key))?);
        let answer = self.send("/v1/chat/completions", [key], body).await?;
        self.text_at("/choices/0/message/content", answer).await
    }

    /// Messages, as they come. A stream that broke is requested again, once, if nothing of it was shown:
    /// doubled text is worse than an error.
    pub async fn messages_streaming(
        &self,
        prompt: &str,
        show: &mut dyn FnMut(&str),
    ) -> Result<(), Trouble> {
        let first = self.stream(prompt, show).await;
        match first {
            Err(Trouble::Broken { why, has_streamed: false }) if why.may_pass() => {
                self.stream(prompt, show).await
            }
            first => first,
        }
    }

    async fn stream(&self, prompt: &str, show: &mut dyn FnMut(&str)) -> Result<(), Trouble> {
        let body = messages(prompt, true);
        let mut answer = self.send("/v1/messages", self.by_api_key()?, body).await?;
        let mut events = Events::default();
        let mut has_streamed = false;
        loop {
            let broken = |why| Trouble::Broken { why, has_streamed };
            let piece = answer.read(self.esc, self.config.body_idle_timeout).await;
            let piece = piece.map_err(broken)?.ok_or(broken(Broken::Short))?;
            for data in events.push(&piece) {
                let event: Value = serde_json::from_str(&data).unwrap_or_default();
                let text_at = |pointer| event.pointer(pointer).and_then(Value::as_str);
                match text_at("/type") {
                    Some("content_block_delta") => {
                        let text = text_at("/delta/text").unwrap_or_default();
                        has_streamed |= !text.is_empty();
                        show(text);
                    }
                    Some("error") => {
                        let words = text_at("/error/message").unwrap_or("no reason given.");
                        let why = Broken::Said(words.to_owned());
                        return Err(Trouble::Broken { why, has_streamed });
                    }
                    Some("message_stop") => return Ok(()),
                    _ => {}
                }
            }
        }
    }

    /// Sends it under the rules, until there is an answer that is worth reading.
    async fn send<const N: usize>(
        &self,
        path: &str,
        headers: [(HeaderName, HeaderValue); N],
        body: Value,
    ) -> Result<Answer, Trouble> {
        let url = Url::parse(&[&self.base, path].concat())
            .map_err(|_| Trouble::Unsendable("The address is not a URL."))?;
        let origin = url.origin().ascii_serialization();
        let mut headers: HeaderMap = headers.into_iter().collect();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let Self { program, key, config, esc, listener, .. } = self;
        let post = Post { url, headers, body: body.to_string() };
        let host = Native { program, post: &post, origin, esc, listener: *listener };
        let finished = run(&host, config).await;
        listener.keep(finished.record);
        match finished.end {
            End::Settled(Ended::Response(answer)) if answer.status < 300 => Ok(answer),
            End::Settled(Ended::Response(answer)) => {
                let status = answer.status;
                let body = self.all_of(answer).await?;
                let is_keyless = key.is_empty();
                let body = if is_keyless { body } else { body.replace(key.as_str(), "…") };
                Err(Trouble::Refused { status, body })
            }
            End::Settled(Ended::Failed(failure) | Ended::TimedOut(failure))
            | End::Refused(failure) => Err(Trouble::Failed(failure)),
            End::Aborted => Err(Trouble::Stopped),
        }
    }

    async fn text_at(&self, pointer: &str, answer: Answer) -> Result<String, Trouble> {
        let body = self.all_of(answer).await?;
        let document: Value = serde_json::from_str(&body).unwrap_or_default();
        let text = document.pointer(pointer).and_then(Value::as_str);
        text.map(str::to_owned).ok_or(Trouble::Strange)
    }

    async fn all_of(&self, answer: Answer) -> Result<String, Trouble> {
        let text = answer.text(self.esc, self.config.body_idle_timeout).await;
        text.map_err(|why| Trouble::Broken { why, has_streamed: false })
    }

    fn by_api_key(&self) -> Result<[(HeaderName, HeaderValue); 2], Trouble> {
        let version = HeaderValue::from_static("2023-06-01");
        Ok([
            (HeaderName::from_static("x-api-key"), secret(&self.key)?),
            (HeaderName::from_static("anthropic-version"), version),
        ])
    }
}

fn messages(prompt: &str, stream: bool) -> Value {
    let messages = json!([{ "role": "user", "content": prompt }]);
    json!({ "model": "claude", "max_tokens": 64, "messages": messages, "stream": stream })
}

/// A header that no debug output shows.
fn secret(value: &str) -> Result<HeaderValue, Trouble> {
    let mut value = HeaderValue::from_str(value)
        .map_err(|_| Trouble::Unsendable("The key cannot stand in a header."))?;
    value.set_sensitive(true);
    Ok(value)
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsendable(why) => f.write_str(why),
            Self::Failed(failure) => write!(f, "{failure}"),
            Self::Refused { status, body } => write!(f, "{status}: {body}"),
            Self::Broken { why, has_streamed: true } => write!(f, "{why} (Half of it is shown.)"),
            Self::Broken { why, has_streamed: false } => write!(f, "{why}"),
            Self::Strange => f.write_str("The answer cannot be understood."),
            Self::Stopped => f.write_str("Stopped."),
        }
    }
}
