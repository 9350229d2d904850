//! What servers said when they failed, in 24 public reports and their variants
//! (`cases/failures.jsonl`), and what the policy makes of it; then properties that hold for any bytes.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, clippy::panic)]

use fetch_with_retry::policy::backoff::Backoff;
use fetch_with_retry::policy::config::{Config, LongRetryAfter};
use fetch_with_retry::policy::decision::{Decision, GiveUpReason, Standing, decide};
use fetch_with_retry::policy::hint::{
    Pair, Scalar, ServerSays, body_may_tell, event_may_be_retried, from_all_headers, from_body,
    from_headers, message_in, server_now,
};
use fetch_with_retry::policy::history::History;
use fetch_with_retry::policy::http_date;
use fetch_with_retry::policy::millis::Millis;
use fetch_with_retry::policy::outcome::Outcome;
use fetch_with_retry::policy::retry_after;
use fetch_with_retry::policy::sent::{NothingSent, Sent};
use proptest::prelude::*;
use serde_json::{Value, json};

/// 2026-07-30T12:00:00Z.
const NOW: f64 = 1_785_412_800_000.0;

/// The config that the reports are played with.
fn policy() -> Config {
    let default = Config::default();
    Config {
        backoff: Backoff { initial_ms: 500.0, max_ms: 8000.0, ..default.backoff },
        max_retry_after: Millis::new(60_000),
        long_retry_after: LongRetryAfter::GiveUp,
        total_timeout: Millis::new(180_000),
        ..default
    }
}

/// What JSON.parse and the web layer make of a body.
fn flat(body: &str) -> Vec<Pair> {
    fn walk(path: &str, value: &Value, pairs: &mut Vec<Pair>) {
        let below = |key: &str| match path {
            "" => key.to_owned(),
            _ => format!("{path}.{key}"),
        };
        let value = match value {
            Value::Object(map) => return map.iter().for_each(|(k, v)| walk(&below(k), v, pairs)),
            Value::Array(items) => {
                let each = items.iter().enumerate();
                return each.for_each(|(k, v)| walk(&below(&k.to_string()), v, pairs));
            }
            Value::String(text) => Scalar::Text(text.clone()),
            Value::Number(number) => Scalar::Number(number.as_f64().unwrap()),
            Value::Bool(flag) => Scalar::Flag(*flag),
            Value::Null => Scalar::Null,
        };
        pairs.push(Pair { path: path.to_owned(), value });
    }
    let mut pairs = Vec::new();
    if let Ok(value) = serde_json::from_str(body) {
        walk("", &value, &mut pairs);
    }
    pairs
}

/// The provider's sentence as the web layer shows it, where there is nothing to hide.
fn plain(pairs: &[Pair]) -> String {
    message_in(pairs)
        .split(|c: char| c.is_whitespace() || c.is_ascii_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A request's body.
struct Body<'a>(&'a str);

impl Sent for Body<'_> {
    fn holds(&self, words: &str) -> bool {
        self.0.contains(words)
    }

    fn repeated_in(&self, line: &str) -> Vec<std::ops::Range<usize>> {
        NothingSent.repeated_in(line)
    }
}

fn lookup<'a>(headers: &'a [(&str, &str)]) -> impl Fn(&str) -> Option<String> + 'a {
    |name| {
        let same = |(known, _): &&(&str, &str)| known.eq_ignore_ascii_case(name);
        headers.iter().find(same).map(|(_, value)| (*value).to_owned())
    }
}

/// What a response says in all, as the web layer puts it together.
fn heard(status: u16, headers: &[(&str, &str)], body: &str, sent: &str) -> ServerSays {
    let header = lookup(headers);
    let pairs = flat(body);
    let says = from_all_headers(status, &header, NOW);
    if !body_may_tell(status, header("content-type").as_deref()) {
        return says;
    }
    let now = server_now(&header, NOW);
    says.and_body(from_body(status, &pairs, now, &plain(&pairs), &Body(sent)))
}

/// What comes of a response on the first attempt.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Comes {
    /// Not of a kind that is retried.
    Delivered,
    /// A retry after this hint.
    Waits(u64),
    /// A retry after the ordinary backoff.
    BacksOff,
    /// Given up, the hint exposed.
    TooLong(u64),
    Quota,
    No,
}
use Comes::*;

fn comes_of(status: u16, says: ServerSays) -> Comes {
    let hint = says.wait;
    let outcome = Outcome::Response { status, says };
    let mut history = History::default();
    history.push(&outcome);
    match decide(&policy(), &history, &outcome, Standing::FRESH, &|| 0.0) {
        Decision::Deliver => Delivered,
        Decision::Retry { wait, .. } if hint.is_some() => Waits(wait.get()),
        Decision::Retry { .. } => BacksOff,
        Decision::GiveUp(GiveUpReason::RetryAfterTooLong) => TooLong(hint.map_or(0, Millis::get)),
        Decision::GiveUp(GiveUpReason::QuotaExhausted) => Quota,
        Decision::GiveUp(GiveUpReason::ServerSaidNo) => No,
        Decision::GiveUp(reason) => panic!("{}", reason.name()),
    }
}

const JSON: (&str, &str) = ("content-type", "application/json");

/// A JSON answer with these headers.
fn comes(status: u16, headers: &[(&str, &str)], body: Value) -> Comes {
    let headers: Vec<_> = headers.iter().copied().chain([JSON]).collect();
    comes_of(status, heard(status, &headers, &body.to_string(), ""))
}

/// An answer whose error has this message, as OpenAI and others write it.
fn says(message: &str) -> Comes {
    comes(429, &[], json!({"error": {"message": message, "type": "tokens", "code": null}}))
}

// ---- the reports, as they stand in the file ----------------------------------------------------

fn filled(text: &str) -> String {
    text.replace("{{epoch-ms:+42s}}", &format!("{}", NOW + 42_000.0))
}

/// One case's answers, a step for each attempt; the last one repeats.
fn answers(case: &Value) -> Vec<Value> {
    let steps = case["script"].as_array().cloned().unwrap_or_default();
    let mut answers = Vec::new();
    for step in steps {
        let times = if step["repeat"] == "first 3 attempts" { 3 } else { 1 };
        answers.extend(std::iter::repeat_n(step, times));
    }
    answers
}

/// Plays a case against the policy: the waits, and why it gave up.
fn play(case: &Value, random: f64) -> (Vec<u64>, Option<GiveUpReason>, u16) {
    let answers = answers(case);
    let mut history = History::default();
    let mut waits = Vec::new();
    loop {
        let made = history.made() as usize;
        let answer = answers.get(made).or(answers.last()).unwrap();
        let status = answer["status"].as_u64().unwrap() as u16;
        let headers = answer["headers"].as_object().unwrap();
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (name.as_str(), value.as_str().unwrap())).collect();
        let body = filled(answer["body"].as_str().unwrap_or(""));
        let says = heard(status, &headers, &body, "");
        let outcome = Outcome::Response { status, says };
        history.push(&outcome);
        match decide(&policy(), &history, &outcome, Standing::FRESH, &|| random) {
            Decision::Retry { wait, .. } => waits.push(wait.get()),
            Decision::Deliver => return (waits, None, status),
            Decision::GiveUp(reason) => return (waits, Some(reason), status),
        }
    }
}

#[test]
fn the_reports_end_as_they_should() {
    let mut played = 0;
    for line in include_str!("cases/failures.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let answers = answers(&case);
        let plain = |step: &Value| step["action"] == "respond";
        // What is about sockets, streams and suspension is played in the browsers.
        if answers.is_empty() || !answers.iter().all(plain) {
            continue;
        }
        played += 1;
        let id = &case["id"];
        for random in [0.0, 0.5, 0.999] {
            let (waits, _, status) = play(&case, random);
            let attempts = waits.len() as u64 + 1;
            match &case["expect"]["attempts"] {
                // P11 is aborted by its caller.
                Value::Number(_) if id == "P11" => {}
                Value::Number(number) => assert_eq!(Some(attempts), number.as_u64(), "{id}"),
                Value::Array(range) => {
                    assert!(range.iter().any(|n| n.as_u64() == Some(attempts)), "{id}");
                }
                _ => {}
            }
            if let Some(expected) = case["expect"]["final"]["status"].as_u64() {
                assert_eq!(u64::from(status), expected, "{id}");
            }
            for (wait, expected) in
                waits.iter().zip(case["expect"]["waitsMs"].as_array().into_iter().flatten())
            {
                let bound = |at: usize| expected[at].as_u64().unwrap();
                assert!((bound(0)..=bound(1)).contains(wait), "{id}: {wait} {expected}");
            }
        }
    }
    assert_eq!(played, 21);
}

// ---- their variants ---------------------------------------------------------------------------

#[test]
fn p01_a_spent_account_is_not_throttling() {
    let message = "You exceeded your current quota, please check your plan and billing details.";
    for code in [
        json!("insufficient_quota"),
        json!("credit_balance_exhausted"),
        json!("organization_spend_limit_exceeded"),
        json!("project_spend_limit_exceeded"),
        json!("organization_usage_limit_exceeded"),
        json!(null),
    ] {
        let body =
            json!({"error": {"message": message, "type": "insufficient_quota", "code": code}});
        for headers in [&[][..], &[("retry-after", "1")], &[("x-should-retry", "true")]] {
            assert_eq!(comes(429, headers, body.clone()), Quota, "{code}");
        }
    }
    // The code alone, and the sentence alone.
    assert_eq!(comes(429, &[], json!({"error": {"code": "insufficient_quota"}})), Quota);
    assert_eq!(says(message), Quota);
}

#[test]
fn money_is_told_in_many_words() {
    for (status, body) in [
        (429, json!({"type": "error", "error": {"type": "billing_error", "message": "m"}})),
        (429, json!({"error": {"message": "Your credit balance is too low to access the API."}})),
        (
            429,
            json!({"error": {"message": "Insufficient Balance", "code": "invalid_request_error"}}),
        ),
        (
            429,
            json!({"error": {"message": "Budget has been exceeded! Current cost: 2, Max budget: 1", "type": "budget_exceeded", "code": "400"}}),
        ),
        (429, json!({"error": {"message": "ExceededBudget: User=x over budget"}})),
        (
            429,
            json!({"error": {"message": "Rate limit of 50 per 86400s exceeded for UserByModelByDay. Please wait 52220 seconds before retrying.", "code": "RateLimitReached"}}),
        ),
        (
            429,
            json!({"error": {"message": "Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day", "code": 429}}),
        ),
        (
            503,
            json!({"detail": "You have exceeded your monthly included credits for Inference Providers."}),
        ),
        (
            429,
            json!({"error": "Your team has used all available credits or reached its monthly spending limit."}),
        ),
        (429, json!({"title": "Payment required", "status": 429, "detail": "Out of credits."})),
        (429, json!({"error": {"code": "1113", "message": "余额不足"}})),
        (429, json!([{"error": {"message": "m", "type": "insufficient_quota"}}])),
    ] {
        assert_eq!(comes(status, &[], body.clone()), Quota, "{body}");
    }
    // A status that is not retried is delivered, whatever the body says.
    assert_eq!(comes(402, &[], json!({"error": {"message": "Insufficient Balance"}})), Delivered);
}

/// Gemini's 429.
fn gemini(message: &str, details: Value) -> Value {
    json!({"error": {"code": 429, "message": message, "status": "RESOURCE_EXHAUSTED", "details": details}})
}

fn quota_failure(id: &str) -> Value {
    json!({"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": id}]})
}

#[test]
fn p03_a_daily_quota_is_spent_whatever_delay_stands_beside_it() {
    let message = "You exceeded your current quota, please check your plan and billing details. \
        \n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, \
        limit: 20, model: gemini-3.6-flash\nPlease retry in 36.429760048s.";
    let day = quota_failure("GenerateRequestsPerDayPerProjectPerModel-FreeTier");
    let minute = quota_failure("GenerateRequestsPerMinutePerProjectPerModel-FreeTier");
    let delay = json!({"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "36s"});
    assert_eq!(comes(429, &[], gemini(message, json!([day, delay]))), Quota);
    assert_eq!(comes(429, &[], gemini(message, json!([minute, delay]))), Waits(36_000));
    assert_eq!(comes(429, &[], gemini(message, json!([minute]))), Waits(36_430));
    assert_eq!(comes(429, &[], gemini(message, json!([minute, day, delay]))), Quota);
    let none = message.replace("limit: 20", "limit: 0").replace("36.429760048", "45.57");
    assert_eq!(comes(429, &[], gemini(&none, json!([minute]))), Quota);
}

#[test]
fn p04_a_delay_in_the_body_is_waited_for() {
    let info = |delay: Value| json!([{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay}]);
    let message = "Resource has been exhausted (e.g. check quota).";
    for (delay, expected) in [
        (json!("34.4s"), Waits(34_400)),
        (json!("36s"), Waits(36_000)),
        (json!("45.837906927s"), Waits(45_838)),
        (json!("0s"), Waits(50)),
        (json!("1.5s"), Waits(1500)),
        (json!("0.847655010s"), Waits(848)),
        (json!("-5s"), BacksOff),
        (json!("abc"), BacksOff),
        (json!(39), BacksOff),
        (json!({}), BacksOff),
        (json!(null), BacksOff),
    ] {
        let body = gemini(message, info(delay.clone()));
        assert_eq!(comes(429, &[], body.clone()), expected, "{delay}");
        assert_eq!(comes(429, &[], json!([body])), expected, "[{delay}]");
    }
    let reason = |delay: &str| json!([{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "RATE_LIMIT_EXCEEDED", "metadata": {"quotaResetDelay": delay}}]);
    assert_eq!(comes(429, &[], gemini(message, reason("373.801628ms"))), Waits(374));
    let long =
        "You have exhausted your capacity on this model. Your quota will reset after 8h44m7s.";
    assert_eq!(comes(429, &[], gemini(long, json!([]))), TooLong(31_447_000));
    // A header goes before the body.
    assert_eq!(
        comes(429, &[("retry-after", "3")], gemini(message, info(json!("36s")))),
        Waits(3000)
    );
}

#[test]
fn p05_a_reset_is_read_by_its_magnitude() {
    let body = |message: &str, reset: Value| {
        let headers = json!({"X-RateLimit-Limit": "20", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset});
        json!({"error": {"message": message, "code": 429, "metadata": {"headers": headers}}, "user_id": "u"})
    };
    let minute = "Rate limit exceeded: free-models-per-min. ";
    let day = "Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day";
    let at = |ms: f64| json!(format!("{}", NOW + ms));
    assert_eq!(comes(429, &[], body(minute, at(42_000.0))), Waits(42_000));
    assert_eq!(comes(429, &[], body(minute, json!(NOW + 42_000.0))), Waits(42_000));
    assert_eq!(comes(429, &[], body(minute, at(-3000.0))), BacksOff);
    assert_eq!(comes(429, &[], body(day, at(54_000_000.0))), Quota);
    let wait = heard(429, &[JSON], &body(day, at(54_000_000.0)).to_string(), "");
    assert_eq!(wait.wait, Some(Millis::new(54_000_000)));
    for value in ["1785412842000", "1785412842", "42", "2026-07-30T12:00:42Z"] {
        let headers = [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", value)];
        assert_eq!(comes(429, &headers, json!({})), Waits(42_000), "{value}");
    }
    // By the server's own clock, ten minutes behind ours.
    let headers = [
        ("date", "Thu, 30 Jul 2026 11:50:00 GMT"),
        ("x-ratelimit-remaining", "0"),
        ("x-ratelimit-reset", "1785412242"),
    ];
    assert_eq!(comes(429, &headers, json!({})), Waits(42_000));
}

#[test]
fn p06_to_p10_retry_after_is_read_strictly() {
    for (value, expected) in [
        ("Thu, 30 Jul 2026 12:00:05 GMT", Waits(5000)),
        ("Thursday, 30-Jul-26 12:00:05 GMT", Waits(5000)),
        ("Thu Jul 30 12:00:05 2026", Waits(5000)),
        ("Wed, 99 Foo 2026 25:61:00 GMT", BacksOff),
        ("1000abc", BacksOff),
        ("", BacksOff),
        ("soon", BacksOff),
        ("NaN", BacksOff),
        ("Infinity", BacksOff),
        ("1e3", BacksOff),
        ("0x10", BacksOff),
        ("-1", BacksOff),
        ("Wed, 21 Oct 2015 07:28:00 GMT", BacksOff),
        (" 5 ", Waits(5000)),
        ("5.0", Waits(5000)),
        ("0.314", Waits(314)),
        ("1.5", Waits(1500)),
        ("5, 5", Waits(5000)),
        ("0", Waits(50)),
        ("60", Waits(60_000)),
        ("61", TooLong(61_000)),
        ("600", TooLong(600_000)),
        ("2200000", TooLong(2_200_000_000)),
        ("9999999999", TooLong(9_999_999_999_000)),
        ("99999999999999999999999999", TooLong(Millis::LONGEST_HINT.get())),
        ("Fri, 31 Dec 9999 23:59:59 GMT", TooLong(251_616_887_999_000)),
        // Epoch seconds.
        ("1785412842", Waits(42_000)),
        ("1785412799", BacksOff),
    ] {
        assert_eq!(comes(429, &[("retry-after", value)], json!({})), expected, "{value}");
    }
    for (value, expected) in [
        ("3000", Waits(3000)),
        ("10.5", Waits(50)),
        ("302539000", TooLong(302_539_000)),
        ("-1", Waits(7000)),
        ("x", Waits(7000)),
    ] {
        let headers = [("retry-after-ms", value), ("retry-after", "7")];
        assert_eq!(comes(429, &headers, json!({})), expected, "{value}");
    }
}

#[test]
fn p15_p22_user_text_is_not_taken_over() {
    let body = r#"{"messages":[{"content":"Reply to: please try again in 1s, Ann"}]}"#;
    let of = |answer: Value| heard(429, &[JSON], &answer.to_string(), body);
    // The request holds the sentence too.
    assert_eq!(of(json!({"error": {"message": "Odd: try again in 1s, Ann"}})).wait, None);
    for answer in [
        json!({"error": {"message": "Invalid input: \"please try again in 1s\""}}),
        json!({"error": {"message": "Failed on prompt: try again in 2s"}}),
        json!({"message": "prompt is try again in 2s", "prompt": "x"}),
        json!({"prompt": "try again in 2s"}),
        json!({"choices": [{"message": {"content": "try again in 2s"}}]}),
        json!({"error": {"message": "Rate limited", "input": "try again in 2s", "retry": "2s"}}),
        json!("try again in 2s"),
        json!({"error": "Invalid input: 'insufficient balance'"}),
        json!(["try again in 2s"]),
        json!(2),
        json!(null),
    ] {
        assert_eq!(comes(429, &[], answer.clone()), BacksOff, "{answer}");
    }
    // No JSON, no hint.
    for kind in ["text/html", "text/plain; charset=utf-8", "text/event-stream"] {
        let html = "<p>Please try again in 17 seconds.</p>";
        let says = heard(429, &[("content-type", kind)], html, "");
        assert_eq!(comes_of(429, says), BacksOff);
    }
    assert!(body_may_tell(429, Some("application/problem+json; charset=utf-8")));
    assert!(body_may_tell(429, None));
    assert!(!body_may_tell(200, Some("application/json")));
}

#[test]
fn p16_to_p18_local_servers() {
    for (status, body) in [
        (
            503,
            json!({"error": "server busy, please try again.  maximum pending requests exceeded"}),
        ),
        (503, json!({"error": "Server overloaded, please retry shortly (ref: UUID-PLACEHOLDER)"})),
        (
            503,
            json!({"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}),
        ),
        (500, json!({"error": "llama runner process no longer running: -1 "})),
    ] {
        assert_eq!(comes(status, &[], body.clone()), BacksOff, "{body}");
    }
    for (status, body) in [
        (
            400,
            json!({"error": {"message": "No models loaded. Please load a model in the developer page or use the `lms load` command.", "type": "invalid_request_error", "param": "model", "code": "model_not_found"}}),
        ),
        (404, json!({"error": "model 'x' not found, try pulling it first"})),
        (
            400,
            json!({"error": "Failed to load model \"gpt-oss-20b\". Error: Error loading model."}),
        ),
        (403, json!(null)),
    ] {
        assert_eq!(comes(status, &[], body.clone()), Delivered, "{body}");
    }
    // P17: an empty body is no news.
    let empty = heard(403, &[], "", "");
    assert_eq!(empty, ServerSays::default());
}

#[test]
fn p21_x_should_retry_decides_over_errors() {
    let overloaded =
        json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}});
    for (status, value, expected) in [
        (529, "false", No),
        (529, "FALSE", No),
        (400, "true", BacksOff),
        (400, "TRUE", BacksOff),
        (400, "yes", Delivered),
        (400, "", Delivered),
        (400, "false", Delivered),
        (529, "yes", BacksOff),
        (200, "true", Delivered),
        (301, "true", Delivered),
    ] {
        let headers = [("x-should-retry", value)];
        assert_eq!(comes(status, &headers, overloaded.clone()), expected, "{status} {value}");
    }
    // The hint and the provider's words are told all the same.
    let headers = [("x-should-retry", "false"), ("retry-after", "5"), JSON];
    let says = heard(529, &headers, &overloaded.to_string(), "");
    assert_eq!(says.wait, Some(Millis::new(5000)));
    assert_eq!(comes_of(529, says), No);
}

#[test]
fn p22_a_delay_in_the_sentence_is_waited_for() {
    for (message, expected) in [
        ("Rate limit is exceeded. Try again in 17 seconds.", Waits(17_000)),
        (
            "Rate limit reached for model `m` in organization `org` on tokens per minute (TPM): Limit 6000, Used 5034, Requested 1443. Please try again in 4.77s. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing",
            Waits(4770),
        ),
        ("Please try again in 50.597142857s.", Waits(50_598)),
        (
            "Rate limit reached for model `m` on tokens per day (TPD): Limit 100000, Used 99336, Requested 1321. Please try again in 9m38.016s.",
            TooLong(578_016),
        ),
        ("Please try again in 20ms", Waits(50)),
        (
            "Requests to the ChatCompletions_Create Operation have exceeded the call rate limit. Please retry after 86400 seconds.",
            TooLong(86_400_000),
        ),
        (
            "No deployments available for selected model, Try again in 60 seconds. Passed model=gpt-4. pre-call-checks=False",
            Waits(60_000),
        ),
        (
            "Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 7000, please reduce your message size and try again.",
            No,
        ),
        ("on tokens per min (TPM): Limit 30000, Requested 45000.", No),
        ("This model's maximum context length is 8192 tokens.", No),
    ] {
        assert_eq!(says(message), expected, "{message}");
    }
    let body = json!({"error": {"message": "Please retry after 45 seconds."}});
    assert_eq!(comes(429, &[("retry-after", "2")], body), Waits(2000));
    let azure =
        json!({"statusCode": 429, "message": "Rate limit is exceeded. Try again in 17 seconds."});
    assert_eq!(comes(429, &[], azure), Waits(17_000));
    assert_eq!(comes(429, &[], json!({"detail": "Slow down. Retry after 30s"})), Waits(30_000));
    assert_eq!(comes(429, &[], json!({"error": "Try again in about 2 minutes"})), TooLong(120_000));
    assert_eq!(
        comes(503, &[], json!({"error": "Model m is currently loading", "estimated_time": 20.5})),
        Waits(20_500)
    );
    assert_eq!(
        comes(429, &[], json!({"error": {"message": "m"}, "retry_after": 1.5})),
        Waits(1500)
    );
}

#[test]
fn p23_go_durations_of_the_exhausted_dimension() {
    for (value, expected) in [
        ("2m59.56s", TooLong(179_560)),
        ("6m0s", TooLong(360_000)),
        ("1s", Waits(1000)),
        ("7.66s", Waits(7660)),
        ("1h0m0s", TooLong(3_600_000)),
        ("12ms", Waits(50)),
        ("0s", BacksOff),
        ("", BacksOff),
        ("abc", BacksOff),
        ("-1", BacksOff),
    ] {
        let headers = [
            ("x-ratelimit-remaining-requests", "0"),
            ("x-ratelimit-reset-requests", value),
            ("x-ratelimit-remaining-tokens", "29999"),
            ("x-ratelimit-reset-tokens", "55s"),
        ];
        assert_eq!(comes(429, &headers, json!({})), expected, "{value}");
        let with_retry_after: Vec<_> = headers.into_iter().chain([("retry-after", "3")]).collect();
        assert_eq!(comes(429, &with_retry_after, json!({})), Waits(3000), "{value}");
    }
    let anthropic = [
        ("anthropic-ratelimit-input-tokens-remaining", "0"),
        ("anthropic-ratelimit-input-tokens-reset", "2026-07-30T12:00:16Z"),
        ("anthropic-ratelimit-requests-remaining", "49"),
        ("anthropic-ratelimit-requests-reset", "2026-07-30T12:00:50Z"),
    ];
    assert_eq!(comes(429, &anthropic, json!({})), Waits(16_000));
    assert_eq!(comes(500, &anthropic, json!({})), BacksOff);
}

#[test]
fn other_failures_are_retried_in_spite_of_their_words() {
    for (status, body) in [
        // Mistral: the type says otherwise.
        (
            429,
            json!({"object": "error", "message": "Service tier capacity exceeded for this model.", "type": "invalid_request_error", "code": "3505"}),
        ),
        (
            429,
            json!({"error": {"message": "Provider returned error", "code": 429, "metadata": {"raw": "m is temporarily rate-limited upstream. Please retry shortly", "provider_name": "P"}}}),
        ),
        (
            503,
            json!({"error": {"code": 503, "message": "The model is overloaded. Please try again later.", "status": "UNAVAILABLE"}}),
        ),
        (
            504,
            json!({"error": {"code": 504, "message": "Deadline expired before operation could complete.", "status": "DEADLINE_EXCEEDED"}}),
        ),
        (429, json!({"error": {"message": "Slow down", "type": "requests", "code": "slow_down"}})),
        (
            429,
            json!({"message": "Tokens per minute limit exceeded - too many tokens processed.", "type": "too_many_tokens_error", "param": "quota", "code": "token_quota_exceeded"}),
        ),
        (
            429,
            json!({"error": {"code": 429, "message": "Quota exceeded for aiplatform.googleapis.com/generate_content_requests_per_minute_per_project_per_base_model with base model: m", "status": "RESOURCE_EXHAUSTED"}}),
        ),
        (
            429,
            json!({"type": "error", "error": {"type": "rate_limit_error", "message": "This request would exceed your organization's rate limit of 50 requests per minute"}}),
        ),
    ] {
        assert_eq!(comes(status, &[], body.clone()), BacksOff, "{body}");
    }
}

#[test]
fn without_server_hints_only_retry_after_is_read() {
    let header =
        lookup(&[("x-should-retry", "false"), ("ratelimit-reset", "9"), ("retry-after", "2")]);
    let says = from_headers(&header, NOW);
    assert_eq!(says, ServerSays { wait: Some(Millis::new(2000)), ..ServerSays::default() });
}

#[test]
fn the_providers_words_are_found() {
    for (body, words) in [
        (
            json!({"error": {"message": "<b>Too</b>\n many [requests](https://x.y/z)"}}),
            "<b>Too</b> many [requests](https://x.y/z)",
        ),
        (json!({"error": "server busy"}), "server busy"),
        (json!({"message": "Too Many Requests"}), "Too Many Requests"),
        (
            json!({"type": "https://x.y/e", "title": "Slow", "status": 429, "detail": "Slow down"}),
            "Slow down",
        ),
        (json!({"title": "Slow", "status": 429}), "Slow"),
        (
            json!({"detail": [{"loc": ["body"], "msg": "field required", "type": "missing"}]}),
            "field required",
        ),
        (json!([{"error": {"message": "First"}}, {"error": {"message": "Second"}}]), "First"),
        (
            json!({"success": false, "errors": [{"code": 1015, "message": "You are being rate limited"}]}),
            "You are being rate limited",
        ),
        (json!({"error": {"error": {"message": "Inner"}}}), "Inner"),
    ] {
        assert_eq!(plain(&flat(&body.to_string())), words, "{body}");
    }
    for body in [json!({}), json!({"error": {}}), json!({"error": {"message": " "}})] {
        assert_eq!(plain(&flat(&body.to_string())), "", "{body}");
    }
}

// ---- events in streams ------------------------------------------------------------------------

#[test]
fn a_provider_event_is_judged_by_the_same_table() {
    for (event, may) in [
        (
            json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}),
            true,
        ),
        (json!({"type": "error", "error": {"type": "rate_limit_error", "message": "m"}}), true),
        (
            json!({"type": "error", "error": {"type": "api_error", "message": "Internal server error"}}),
            true,
        ),
        (
            json!({"type": "error", "error": {"type": "invalid_request_error", "message": "m"}}),
            false,
        ),
        (
            json!({"type": "error", "error": {"type": "authentication_error", "message": "m"}}),
            false,
        ),
        (json!({"type": "error", "error": {"type": "permission_error", "message": "m"}}), false),
        (json!({"type": "error", "error": {"type": "not_found_error", "message": "m"}}), false),
        (json!({"type": "error", "error": {"type": "billing_error", "message": "m"}}), false),
        (
            json!({"type": "response.failed", "response": {"status": "failed", "error": {"code": "server_error", "message": "m"}}}),
            true,
        ),
        (
            json!({"type": "response.failed", "response": {"error": {"code": "rate_limit_exceeded", "message": "Please try again in 2s."}}}),
            true,
        ),
        (
            json!({"type": "response.failed", "response": {"error": {"code": "insufficient_quota", "message": "m"}}}),
            false,
        ),
        (
            json!({"type": "error", "code": "rate_limit_exceeded", "message": "m", "param": null}),
            true,
        ),
        (json!({"type": "error", "code": "server_error", "message": "m", "param": null}), true),
        (json!({"error": {"message": "m", "type": "server_error", "code": null}}), true),
        (
            json!({"error": {"message": "You exceeded your current quota", "type": "insufficient_quota"}}),
            false,
        ),
        (
            json!({"error": {"message": "The context length is exceeded", "code": "context_length_exceeded"}}),
            false,
        ),
        (json!({"error": {"code": 503, "message": "m", "status": "UNAVAILABLE"}}), true),
        (json!({"error": {"code": 400, "message": "m", "status": "INVALID_ARGUMENT"}}), false),
        (
            json!({"error": {"code": 401, "message": "try again", "status": "UNAUTHENTICATED"}}),
            false,
        ),
        (json!([{"error": {"code": 429, "message": "m", "status": "RESOURCE_EXHAUSTED"}}]), true),
        (json!({"error": {"code": 502, "message": "Provider returned error"}}), true),
        (json!({"error": "llama runner process has terminated"}), true),
        (json!({"error": "model 'x' not found, try pulling it first"}), false),
        (json!({"error": "model does not support tools"}), false),
        (json!({"type": "error", "error": {"type": "something_new", "message": "m"}}), true),
        (json!({"error": {"message": "Please try again in 9h"}}), false),
        (
            json!({"object": "error", "message": "Service tier capacity exceeded", "type": "invalid_request_error"}),
            true,
        ),
        (json!({"error": {"code": 520, "message": "m"}}), true),
        (json!({"type": "message_stop"}), false),
        (json!({"choices": [{"delta": {"content": "overloaded, try again"}}]}), false),
        (json!({}), false),
        (json!("overloaded"), false),
    ] {
        let pairs = flat(&event.to_string());
        assert_eq!(event_may_be_retried(&pairs, &plain(&pairs)), may, "{event}");
    }
}

// ---- properties -------------------------------------------------------------------------------

/// Text of the kinds that the readers know, in any order, and anything else.
fn texts() -> impl Strategy<Value = String> {
    let parts = prop_oneof![
        any::<String>(),
        "[0-9]{1,25}",
        prop::sample::select(vec![
            "try again in ",
            "retry after ",
            " s",
            "ms",
            "m",
            "h",
            ".",
            ",",
            "-",
            ":",
            "T",
            "Z",
            " ",
            "2026-07-30",
            "12:00:42",
            "\"",
            "'",
            "limit ",
            "requested ",
            "https://",
            "<",
            ">",
            "[",
            "](",
            "%",
            "\\",
            "\\u",
            "…",
            "*",
            ";",
            "=",
            "r=0",
            "t=",
            "Thu, 30 Jul 2026 12:00:05 GMT",
            "µs",
            "\n",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(parts, 0..12).prop_map(|parts| parts.concat())
}

fn in_bounds(wait: Option<Millis>) -> bool {
    wait.is_none_or(|wait| wait <= Millis::LONGEST_HINT)
}

/// Names that the readers ask for.
const NAMES: [&str; 9] = [
    "retry-after",
    "retry-after-ms",
    "date",
    "x-should-retry",
    "ratelimit",
    "ratelimit-remaining",
    "ratelimit-reset",
    "x-ratelimit-remaining-tokens",
    "x-ratelimit-reset-tokens",
];

proptest! {

    #[test]
    fn any_header_gives_no_hint_or_one_that_javascript_can_count(values in prop::collection::vec(texts(), 9), status in any::<u16>(), now in any::<f64>()) {
        let headers: Vec<(&str, &str)> = NAMES.into_iter().zip(values.iter().map(String::as_str)).collect();
        prop_assert!(in_bounds(from_all_headers(status, &lookup(&headers), now).wait));
        prop_assert!(in_bounds(from_headers(&lookup(&headers), now).wait));
        for value in &values {
            prop_assert!(in_bounds(retry_after::parse(value, now)));
            prop_assert!(in_bounds(retry_after::parse_ms(value)));
            http_date::parse(value, now);
        }
    }

    #[test]
    fn any_body_gives_no_hint_or_one_that_javascript_can_count(
        keys in prop::collection::vec(prop::sample::select(vec![
            "error.message", "error.code", "error.details.0.retryDelay", "0.error.message", "message", "detail",
            "error", "retry_after", "error.retry_after_ms", "resets_at", "error.metadata.headers.X-RateLimit-Reset",
            "response.error.code", "", ".", "error.", "error..message",
        ]), 0..6),
        values in prop::collection::vec(texts(), 6), number in any::<f64>(), status in any::<u16>(), now in any::<f64>(),
        body in texts(),
    ) {
        let scalar = |text: &String| match text.len() % 7 {
            0 => Scalar::Number(number),
            1 => Scalar::Flag(status.is_multiple_of(2)),
            2 => Scalar::Null,
            _ => Scalar::Text(text.clone()),
        };
        let pairs: Vec<Pair> =
            keys.iter().zip(&values).map(|(key, text)| Pair { path: (*key).to_owned(), value: scalar(text) }).collect();
        prop_assert!(in_bounds(from_body(status, &pairs, now, message_in(&pairs), &Body(&body)).wait));
        event_may_be_retried(&pairs, message_in(&pairs));
    }

    #[test]
    fn a_hint_in_a_header_goes_before_one_in_the_body(header in 0_u32..100_000, delay in 0_u32..100_000) {
        let body = gemini("Please retry in 7s", json!([{"retryDelay": format!("{delay}s")}]));
        let value = header.to_string();
        let says = heard(429, &[JSON, ("retry-after", &value)], &body.to_string(), "");
        prop_assert_eq!(says.wait, Some(Millis::new(u64::from(header) * 1000)));
    }

    #[test]
    fn no_wait_in_a_sentence_is_undercut(ms in 1_u64..50_000_000, fraction in "[0-9]{1,9}") {
        let wait = heard(429, &[JSON], &json!({"error": {"message": format!("Try again in {ms}.{fraction}ms")}}).to_string(), "").wait;
        let exact: f64 = format!("{ms}.{fraction}").parse().unwrap();
        prop_assert!(wait.is_some_and(|wait| wait.as_f64() > exact - 1e-3 && wait.as_f64() < exact + 1.0), "{wait:?}");
    }
}
