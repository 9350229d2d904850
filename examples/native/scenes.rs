//! What can happen to a call, a scene each: played for a reader by the example, judged by `tests/native.rs`.

use super::server::{Ends, Step};
use fetch_with_retry::policy::backoff::{Backoff, Jitter};
use fetch_with_retry::policy::config::Config;
use fetch_with_retry::policy::millis::Millis;
use serde_json::json;
use std::time::Duration;

/// Looks like a key, and is none.
pub const KEY: &str = "sk-ant-test-0123456789abcdefghij";
/// The wait that nobody asks for: one that the server asks for is told apart from it.
pub const BACKOFF: Duration = Duration::from_millis(100);
/// The wait that `retry-after: 1` asks for.
pub const HINT: Duration = Duration::from_secs(1);
/// Header lines of a response that asks for it.
const ASKS: &str = "content-type: application/json\r\nretry-after: 1\r\n";
/// Header lines of one that does not.
const JSON: &str = "content-type: application/json\r\n";

/// Which of the client's places sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// Messages, at once.
    Messages,
    /// Messages, as they come.
    MessagesStreaming,
    /// Chat completions.
    ChatCompletions,
}

/// When Esc is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// Not at all.
    Never,
    /// During a wait.
    InWait,
    /// While the service is silent.
    InAttempt,
    /// When the first token is shown.
    InStream,
}

/// A scene.
pub struct Scene {
    /// What happens.
    pub title: &'static str,
    /// Who sends.
    pub site: Site,
    /// What the service answers; nothing if there is none.
    pub script: Vec<Step>,
    /// The rules.
    pub config: Config,
    /// Whether the person has enough of it.
    pub press: Press,
}

impl Scene {
    fn of(title: &'static str, site: Site, script: Vec<Step>) -> Self {
        let backoff = Backoff {
            initial_ms: BACKOFF.as_secs_f64() * 1000.0,
            factor: 1.0,
            max_ms: f64::INFINITY,
            schedule: Vec::new(),
            jitter: Jitter::None,
        };
        let config = Config { max_retries: 2, backoff, ..Config::default() };
        Self { title, site, script, config, press: Press::Never }
    }
}

/// Overloaded, then limited, then well.
pub fn limited_for_a_while(site: Site) -> Scene {
    let title = match site {
        Site::Messages => "Messages: overloaded, limited, well",
        Site::MessagesStreaming => "Messages, streaming: overloaded, limited, well",
        Site::ChatCompletions => "Chat completions: overloaded, limited, well",
    };
    let well = match site {
        Site::MessagesStreaming => Step::Stream(&["Hello", " there."], Ends::Whole),
        Site::Messages | Site::ChatCompletions => well(),
    };
    let overloaded = Step::Answer(503, JSON, error("overloaded_error", "Overloaded"));
    Scene::of(title, site, vec![overloaded, limited(), well])
}

/// Limited for ever.
pub fn limited_for_good() -> Scene {
    let script = (0..9).map(|_| limited()).collect();
    Scene::of("A limit that does not pass", Site::ChatCompletions, script)
}

/// Limited for hours.
pub fn limited_for_hours() -> Scene {
    let headers = "content-type: application/json\r\nretry-after: 7200\r\n";
    let limited = Step::Answer(429, headers, error("rate_limit_error", "Come back later"));
    Scene::of("A limit of two hours", Site::Messages, vec![limited])
}

/// The money is spent.
pub fn out_of_credit() -> Scene {
    let words = "You exceeded your current quota, please check your plan and billing details.";
    let spent = Step::Answer(429, JSON, error("insufficient_quota", words));
    Scene::of("An account without credit", Site::ChatCompletions, vec![spent])
}

/// A request that is wrong.
pub fn refused() -> Scene {
    let wrong = Step::Answer(400, JSON, error("invalid_request_error", "max_tokens: too many"));
    Scene::of("A request that is wrong", Site::Messages, vec![wrong])
}

/// Silent first, then well.
pub fn silent_for_a_while() -> Scene {
    let script = vec![Step::Silence, well()];
    let mut scene = Scene::of("No answer in time, then well", Site::Messages, script);
    scene.config.attempt_timeout = Millis::new(300);
    scene
}

/// An error body that does not end.
pub fn slow_to_explain() -> Scene {
    let script = vec![Step::Unfinished(503, JSON, r#"{"type":"error","#), well()];
    Scene::of("An error that is never told to its end, then well", Site::Messages, script)
}

/// Nobody there.
pub fn nobody_there() -> Scene {
    Scene::of("Nobody there", Site::ChatCompletions, Vec::new())
}

/// A stream that ends badly before or after its first token; another that would do is at hand.
pub fn broken(tokens: &'static [&'static str], ends: Ends) -> Scene {
    let title = match (tokens, ends) {
        ([], _) => "A stream that breaks before its first token, then well",
        (_, Ends::Stalled) => "A stream that stalls after its first token",
        (_, Ends::Overloaded) => "A stream that ends in an error after its first token",
        (..) => "A stream that breaks after its first token",
    };
    let script = vec![Step::Stream(tokens, ends), Step::Stream(&["Hello", " there."], Ends::Whole)];
    let mut scene = Scene::of(title, Site::MessagesStreaming, script);
    scene.config.body_idle_timeout = Millis::new(500);
    scene
}

/// Esc; what would come next is at hand.
pub fn stopped(press: Press) -> Scene {
    let (title, first) = match press {
        Press::Never | Press::InWait => ("Esc during a wait", limited()),
        Press::InAttempt => ("Esc while the service is silent", Step::Silence),
        Press::InStream => ("Esc in a stream", Step::Stream(&["Hel"], Ends::Stalled)),
    };
    let script = vec![first, Step::Stream(&["Hello", " there."], Ends::Whole)];
    Scene { press, ..Scene::of(title, Site::MessagesStreaming, script) }
}

/// All of them.
pub fn all() -> Vec<Scene> {
    vec![
        limited_for_a_while(Site::MessagesStreaming),
        limited_for_a_while(Site::Messages),
        limited_for_a_while(Site::ChatCompletions),
        refused(),
        limited_for_good(),
        limited_for_hours(),
        out_of_credit(),
        silent_for_a_while(),
        slow_to_explain(),
        nobody_there(),
        broken(&[], Ends::Cut),
        broken(&["Hel"], Ends::Cut),
        broken(&["Hel"], Ends::Stalled),
        broken(&["Hel"], Ends::Overloaded),
        stopped(Press::InWait),
        stopped(Press::InAttempt),
        stopped(Press::InStream),
    ]
}

/// As OpenAI does for keys it does not know, it repeats the key.
fn limited() -> Step {
    let words = ["Too many requests with the key ", KEY].concat();
    Step::Answer(429, ASKS, error("rate_limit_error", &words))
}

/// Both APIs' answers in one.
fn well() -> Step {
    let text = "Hello there.";
    let content = json!([{ "type": "text", "text": text }]);
    let choices = json!([{ "message": { "role": "assistant", "content": text } }]);
    Step::Answer(200, JSON, json!({ "content": content, "choices": choices }).to_string())
}

fn error(kind: &str, words: &str) -> String {
    json!({ "type": "error", "error": { "type": kind, "message": words } }).to_string()
}
