//! A config that is wrong is refused by name, and no value is shown; one that is right says what it says.

#![allow(clippy::unwrap_used)]

use fetch_with_retry::policy::config::{
    Config, IdempotencyKey, LongRetryAfter, RETRY_STATUSES, Sharing,
};
use fetch_with_retry::policy::given::Given::{
    self, Flag, Function, List, Nested, Null, Number, Object, Other, Text, Threw, TooLong,
    Undefined,
};
use fetch_with_retry::policy::keys::{KEYS, Key};
use fetch_with_retry::policy::millis::Millis;
use fetch_with_retry::policy::misuse::{Kind, Misuse};
use fetch_with_retry::policy::presets::{self, SpelledOut};
use fetch_with_retry::policy::unknown::{known, no_config};
use proptest::prelude::*;

const NAN: Given = Number(f64::NAN);
const INFINITY: Given = Number(f64::INFINITY);

fn text(text: &str) -> Given {
    Text(text.to_owned())
}

fn numbers(list: &[f64]) -> Given {
    List(list.iter().copied().map(Number).collect())
}

/// The config in which one key is given, as the host reads it.
fn read(key: &str, given: &Given) -> Result<Config, Misuse> {
    let mut config = Config::default();
    known(key, given)?;
    if let Some(key) = Key::of_name(key) {
        key.take(given, &mut config)?;
    }
    Ok(config)
}

fn taken(key: &str, given: Given) -> Config {
    read(key, &given).unwrap()
}

fn refused(key: &str, given: Given) -> Misuse {
    read(key, &given).unwrap_err()
}

/// For each key: some that it may be, and some that it may not.
fn all_keys() -> Vec<(&'static str, Vec<Given>, Vec<Given>)> {
    let object = || Object { logs: false };
    let logger = || Object { logs: true };
    let flags = || vec![Flag(true), Flag(false)];
    let no_flags = || vec![Number(0.0), Number(1.0), text("true"), object(), List(vec![])];
    let no_functions = || vec![object(), logger(), text("x"), Flag(true), Number(1.0)];
    let timeouts = || vec![Number(1.0), Number(0.5), Number(f64::from_bits(1)), INFINITY];
    let no_timeouts =
        || vec![Number(0.0), Number(-0.0), Number(-1.0), Number(f64::NEG_INFINITY), NAN, text("1")];
    let amounts = || vec![Number(0.0), Number(0.5), Number(1e300)];
    let no_amounts =
        || vec![Number(-1.0), NAN, INFINITY, Number(f64::NEG_INFINITY), text("100"), object()];
    vec![
        (
            "maxRetries",
            vec![Number(0.0), Number(1000.0), Number(9_007_199_254_740_991.0)],
            vec![
                Number(-1.0),
                Number(1.5),
                Number(9_007_199_254_740_992.0),
                NAN,
                INFINITY,
                text("3"),
                Flag(true),
                Other("a bigint"),
                List(vec![]),
                object(),
                Function,
            ],
        ),
        ("initialDelayMs", amounts(), no_amounts()),
        (
            "factor",
            vec![Number(1.0), Number(1.5)],
            vec![Number(0.0), Number(0.99), Number(-2.0), NAN, INFINITY, text("2")],
        ),
        (
            "maxDelayMs",
            vec![Number(0.0), Number(10.0), INFINITY],
            vec![Number(-1.0), NAN, Number(f64::NEG_INFINITY), text("10")],
        ),
        (
            "delaysMs",
            vec![numbers(&[0.0]), numbers(&[1.0, 2.0]), numbers(&[1e300])],
            vec![
                List(vec![]),
                numbers(&[-1.0]),
                numbers(&[f64::NAN]),
                numbers(&[f64::INFINITY]),
                List(vec![text("1")]),
                List(vec![Null]),
                List(vec![Number(1.0), Undefined]),
                List(vec![Nested]),
                TooLong,
                Number(5.0),
                text("5"),
                object(),
            ],
        ),
        (
            "jitter",
            vec![text("equal"), text("full"), text("none")],
            vec![text("Equal"), text(""), Number(0.0), Flag(true), List(vec![text("full")])],
        ),
        ("attemptTimeoutMs", timeouts(), no_timeouts()),
        ("totalTimeoutMs", timeouts(), no_timeouts()),
        ("bodyIdleTimeoutMs", timeouts(), no_timeouts()),
        (
            "retryStatuses",
            vec![numbers(&[]), numbers(&[100.0, 599.0]), numbers(&[500.0, 500.0])],
            vec![
                numbers(&[99.0]),
                numbers(&[600.0]),
                numbers(&[500.5]),
                numbers(&[f64::NAN]),
                List(vec![text("500")]),
                List(vec![Number(500.0), Null]),
                Number(500.0),
                TooLong,
                object(),
            ],
        ),
        ("retryNetworkErrors", flags(), no_flags()),
        ("retryTimeouts", flags(), no_flags()),
        ("shouldRetry", vec![Function], no_functions()),
        (
            "retryBudget",
            vec![Number(0.0), Number(20.0), Number(1e300), INFINITY],
            vec![Number(-1.0), Number(0.5), NAN, text("20")],
        ),
        (
            "maxRetryAfterMs",
            vec![Number(0.0), Number(5.0), INFINITY],
            vec![Number(-1.0), NAN, text("5")],
        ),
        (
            "longRetryAfter",
            vec![text("clamp"), text("giveUp")],
            vec![text("giveup"), text("CLAMP"), text(""), Flag(true)],
        ),
        ("retryAfterJitter", amounts(), no_amounts()),
        ("serverHints", flags(), no_flags()),
        ("onRetry", vec![Function], no_functions()),
        ("onGiveUp", vec![Function], no_functions()),
        ("onDone", vec![Function], no_functions()),
        ("logger", vec![logger()], vec![object(), Function, text("console")]),
        ("label", vec![text("Ollama"), text("")], vec![Number(5.0), object(), Other("a symbol")]),
        ("keepAwake", flags(), no_flags()),
        (
            "cooldown",
            vec![text("off"), text("context"), text("extension")],
            vec![Flag(true), Flag(false), text("on"), text("")],
        ),
        ("diagnose", flags(), no_flags()),
        (
            "idempotencyKey",
            vec![Flag(true), Flag(false), text("X-Key"), text("!#$%&'*+-.^_`|~9aZ")],
            vec![text(""), text("a b"), text("a:"), text("é"), text("a\n"), Number(1.0), object()],
        ),
        ("fetch", vec![Function], no_functions()),
        ("random", vec![Function], no_functions()),
    ]
}

#[test]
fn each_key_takes_what_it_may_be_and_refuses_by_name_what_it_may_not() {
    let all = all_keys();
    assert_eq!(all.len(), KEYS.len());
    for (key, good, bad) in all {
        for given in good {
            assert!(read(key, &given).is_ok(), "{key} {given:?}");
        }
        for given in bad.into_iter().chain([Null, Threw]) {
            let Misuse { text, .. } = refused(key, given);
            assert!(text.starts_with(&format!("config.{key}: got ")), "{text}");
            assert!(text.contains("; expected "), "{text}");
        }
    }
}

#[test]
fn an_error_says_what_was_given_and_what_is_expected() {
    let count = "an integer of at least 0";
    let schedule = "an array of 1 to 1000 numbers, milliseconds of at least 0";
    let statuses = "an array of integers from 100 to 599";
    let cases = [
        ("maxRetries", Number(-1.0), "a negative number", count),
        ("maxRetries", Number(1.5), "a fraction", count),
        ("maxRetries", Number(1e300), "a number out of range", count),
        ("maxRetries", INFINITY, "an infinite number", count),
        ("maxRetries", NAN, "NaN", count),
        ("maxRetries", Null, "null", count),
        ("maxRetries", Flag(true), "a boolean", count),
        ("maxRetries", Other("a bigint"), "a bigint", count),
        ("maxRetries", Threw, "a value that throws when read", count),
        ("retryBudget", Number(-1.0), "a negative number", "an integer of at least 0, or Infinity"),
        ("initialDelayMs", INFINITY, "an infinite number", "milliseconds of at least 0"),
        ("maxDelayMs", text("9"), "a string", "milliseconds of at least 0, or Infinity"),
        (
            "totalTimeoutMs",
            Number(0.0),
            "a number out of range",
            "milliseconds of more than 0, or Infinity",
        ),
        ("factor", Number(0.0), "a number out of range", "a number of at least 1"),
        ("retryAfterJitter", Number(-0.5), "a negative number", "a share of at least 0"),
        ("retryStatuses", Number(503.0), "a number", statuses),
        ("retryStatuses", numbers(&[500.0, 99.0]), "an array with a number out of range", statuses),
        (
            "retryStatuses",
            List(vec![Number(500.0), text("502")]),
            "an array with a string",
            statuses,
        ),
        ("retryStatuses", TooLong, "an array of more than 1000", statuses),
        ("delaysMs", numbers(&[]), "an empty array", schedule),
        ("delaysMs", numbers(&[250.0, -1.0]), "an array with a negative number", schedule),
        ("delaysMs", List(vec![Number(250.0), Undefined]), "an array with undefined", schedule),
        ("delaysMs", List(vec![Nested]), "an array with an array", schedule),
        ("jitter", text("half"), "a string", "\"equal\", \"full\" or \"none\""),
        ("longRetryAfter", Flag(true), "a boolean", "\"clamp\" or \"giveUp\""),
        ("cooldown", Number(1.0), "a number", "\"off\", \"context\" or \"extension\""),
        ("serverHints", List(vec![Number(1.0)]), "an array", "true or false"),
        ("idempotencyKey", text("a b"), "a string", "true, false or the name of a header"),
        ("onRetry", Object { logs: true }, "an object", "a function"),
        ("logger", Function, "a function", "an object with log() and warn()"),
        ("label", Other("a symbol"), "a symbol", "a string"),
    ];
    for (key, given, got, expected) in cases {
        let said = refused(key, given).text;
        assert_eq!(said, format!("config.{key}: got {got}; expected {expected}"));
    }
    assert_eq!(no_config(&Null).text, "config: got null; expected an object");
    assert_eq!(
        no_config(&Nested),
        Misuse { kind: Kind::Type, text: "config: got an array; expected an object".to_owned() }
    );
}

#[test]
fn a_wrong_size_is_a_range_error_and_another_type_a_type_error() {
    let sizes = [
        ("maxRetries", Number(-1.0)),
        ("maxRetries", NAN),
        ("retryStatuses", numbers(&[99.0])),
        ("delaysMs", numbers(&[])),
    ];
    for (key, given) in sizes {
        assert_eq!(refused(key, given).kind, Kind::Range, "{key}");
    }
    let types = [
        ("maxRetries", text("1")),
        ("maxRetries", Null),
        ("retryStatuses", Number(503.0)),
        ("retryStatuses", List(vec![Number(99.0), text("500")])),
        ("delaysMs", TooLong),
        ("jitter", Number(1.0)),
        ("jitter", text("half")),
        ("nothing", Number(1.0)),
    ];
    for (key, given) in types {
        assert_eq!(refused(key, given).kind, Kind::Type, "{key}");
    }
}

#[test]
fn undefined_changes_nothing_not_even_under_a_key_that_nobody_knows() {
    for key in KEYS.iter().map(|key| key.name).chain(["maxRetrys", "timeout", "signal", ""]) {
        assert_eq!(taken(key, Undefined), Config::default());
    }
}

#[test]
fn a_misspelt_key_names_its_nearest() {
    let cases = [
        ("maxRetrys", "maxRetries"),
        ("max_retries", "maxRetries"),
        ("onretry", "onRetry"),
        ("delayMs", "delaysMs"),
        ("Label", "label"),
        ("retryStatus", "retryStatuses"),
        ("initialDelay", "initialDelayMs"),
        ("cooldownMs", "cooldown"),
        ("idempotencykey", "idempotencyKey"),
    ];
    for (key, meant) in cases {
        let said = refused(key, Number(1.0)).text;
        assert_eq!(said, format!("config.{key}: unknown key; did you mean {meant}?"));
    }
    for key in ["toString", "constructor", "__proto__"] {
        assert!(refused(key, Number(1.0)).text.contains("; did you mean "));
    }
}

#[test]
fn a_key_of_another_library_names_what_it_stands_for_here() {
    let cases = [
        ("attemptTimeoutMs", &["timeout", "timeoutMs", "TIMEOUT", "requestTimeout"][..]),
        ("maxRetries", &["retries", "retry", "limit", "maxAttempts"]),
        ("retryStatuses", &["statusCodes", "retryOn", "retryStatusCodes"]),
        ("initialDelayMs", &["minTimeout", "retryDelay", "delay", "baseDelay"]),
        ("maxDelayMs", &["maxTimeout", "backoffLimit", "maxDelay"]),
        ("totalTimeoutMs", &["maxRetryTime", "totalTimeout"]),
        ("jitter", &["randomize"]),
        ("shouldRetry", &["retryCondition", "methods"]),
        ("maxRetryAfterMs", &["maxRetryAfter"]),
    ];
    for (ours, theirs) in cases {
        for key in theirs {
            let said = refused(key, Number(1.0)).text;
            assert_eq!(said, format!("config.{key}: unknown key; did you mean {ours}?"));
        }
    }
    for key in ["signal", "method", "headers", "body", "keepalive", "referrerPolicy", "duplex"] {
        let said = refused(key, Null).text;
        assert_eq!(
            said,
            format!("config.{key}: unknown key; it belongs in init, the second argument")
        );
    }
    let said = refused("abortSignal", Function).text;
    assert_eq!(said, "config.abortSignal: unknown key; it belongs in init, as signal");
}

#[test]
fn neither_a_value_nor_an_odd_key_is_shown() {
    let secret = "sk-SECRET-0123456789";
    let long = "k".repeat(41);
    for key in [secret, "sk SECRET and more that is no name", "", &long] {
        let said = refused(key, Number(1.0)).text;
        assert!(said.starts_with("config.…: unknown key; did you mean "), "{said}");
    }
    for key in ["jitter", "maxRetries", "idempotencyKey", "retryStatuses", "fetch", "logger"] {
        for given in [text("sk SECRET"), List(vec![text("sk SECRET")])] {
            assert!(!refused(key, given).text.contains("SECRET"));
        }
    }
}

#[test]
fn what_is_taken_is_put_where_it_belongs() {
    assert_eq!(taken("maxRetries", Number(7.0)).max_retries, 7);
    assert_eq!(taken("retryBudget", Number(20.0)).retry_budget, 20);
    assert_eq!(taken("retryBudget", INFINITY).retry_budget, u64::MAX);
    assert_eq!(taken("attemptTimeoutMs", Number(0.5)).attempt_timeout, Millis::new(1));
    assert_eq!(taken("attemptTimeoutMs", INFINITY).attempt_timeout, Millis::FOREVER);
    assert_eq!(taken("totalTimeoutMs", Number(5.0)).total_timeout, Millis::new(5));
    assert_eq!(taken("bodyIdleTimeoutMs", Number(5.0)).body_idle_timeout, Millis::new(5));
    assert_eq!(taken("maxRetryAfterMs", Number(5.0)).max_retry_after, Millis::new(5));
    assert_eq!(taken("initialDelayMs", Number(0.5)).backoff.initial_ms, 0.5);
    assert_eq!(taken("maxDelayMs", INFINITY).backoff.max_ms, f64::INFINITY);
    assert_eq!(taken("delaysMs", numbers(&[1.0, 2.5])).backoff.schedule, [1.0, 2.5]);
    assert_eq!(taken("retryStatuses", numbers(&[503.0, 418.0])).retry_statuses, [503, 418]);
    assert_eq!(taken("longRetryAfter", text("giveUp")).long_retry_after, LongRetryAfter::GiveUp);
    assert_eq!(taken("cooldown", text("context")).cooldown, Sharing::Context);
    assert_eq!(taken("label", text("")).label.as_deref(), Some(""));
    let header = |name: &str| IdempotencyKey::In(name.to_owned());
    assert_eq!(taken("idempotencyKey", Flag(true)).idempotency_key, header("Idempotency-Key"));
    assert_eq!(taken("idempotencyKey", text("X-Key")).idempotency_key, header("X-Key"));
    for key in ["retryNetworkErrors", "retryTimeouts", "serverHints", "keepAwake", "diagnose"] {
        assert_ne!(taken(key, Flag(true)), taken(key, Flag(false)), "{key}");
    }
}

/// A config, spelled out.
fn spelled_out(config: &Config) -> Vec<(&'static str, Given)> {
    SpelledOut::of(config).0
}

/// The defaults as the contract has them.
fn defaults() -> Vec<(&'static str, Given)> {
    vec![
        ("maxRetries", Number(3.0)),
        ("initialDelayMs", Number(1000.0)),
        ("factor", Number(2.0)),
        ("maxDelayMs", Number(10_000.0)),
        ("jitter", text("equal")),
        ("attemptTimeoutMs", Number(120_000.0)),
        ("totalTimeoutMs", INFINITY),
        ("retryStatuses", numbers(&RETRY_STATUSES.map(f64::from))),
        ("retryNetworkErrors", Flag(true)),
        ("retryTimeouts", Flag(true)),
        ("retryBudget", INFINITY),
        ("maxRetryAfterMs", Number(30_000.0)),
        ("longRetryAfter", text("clamp")),
        ("retryAfterJitter", Number(0.0)),
        ("serverHints", Flag(true)),
        ("keepAwake", Flag(true)),
        ("cooldown", text("off")),
        ("diagnose", Flag(false)),
        ("bodyIdleTimeoutMs", INFINITY),
        ("idempotencyKey", Flag(false)),
    ]
}

/// The defaults, but for some.
fn defaults_but(other: &[(&'static str, Given)]) -> Vec<(&'static str, Given)> {
    let mut all = defaults();
    for (key, value) in &mut all {
        if let Some((_, given)) = other.iter().find(|(name, _)| name == key) {
            *value = given.clone();
        }
    }
    all
}

#[test]
fn the_presets_have_the_figures_of_the_contract_and_nothing_else() {
    assert_eq!(RETRY_STATUSES, [408, 429, 500, 502, 503, 504, 529]);
    assert_eq!(spelled_out(&presets::default()), defaults());
    let patient = [
        ("maxRetries", Number(4.0)),
        ("totalTimeoutMs", Number(150_000.0)),
        ("initialDelayMs", Number(500.0)),
        ("maxDelayMs", Number(32_000.0)),
        ("maxRetryAfterMs", Number(120_000.0)),
        ("longRetryAfter", text("giveUp")),
        ("retryStatuses", numbers(&[408.0, 429.0, 500.0, 502.0, 503.0, 504.0])),
    ];
    assert_eq!(spelled_out(&presets::patient()), defaults_but(&patient));
    let unattended = [
        ("maxRetries", Number(5.0)),
        ("totalTimeoutMs", Number(600_000.0)),
        ("maxRetryAfterMs", Number(60_000.0)),
        ("longRetryAfter", text("giveUp")),
        ("cooldown", text("extension")),
        ("retryBudget", Number(20.0)),
    ];
    let mut spelled = spelled_out(&presets::unattended());
    let at = spelled.iter().position(|(key, _)| *key == "delaysMs").unwrap();
    let schedule = numbers(&[5000.0, 10_000.0, 20_000.0, 30_000.0, 30_000.0]);
    assert_eq!(spelled.remove(at).1, schedule);
    assert_eq!(spelled, defaults_but(&unattended));
}

#[test]
fn a_config_that_is_spelled_out_and_read_again_is_the_same() {
    for preset in [presets::default(), presets::patient(), presets::unattended()] {
        let mut config = Config::default();
        for (key, given) in spelled_out(&preset) {
            Key::of_name(key).unwrap().take(&given, &mut config).unwrap();
        }
        assert_eq!(config, preset);
    }
}

#[test]
fn outward_a_config_is_plain_data() {
    let json = serde_json::to_value(SpelledOut::of(&presets::unattended())).unwrap();
    assert_eq!(json.get("maxRetries"), Some(&serde_json::json!(5.0)));
    assert_eq!(json.get("cooldown"), Some(&serde_json::json!("extension")));
    assert_eq!(json.get("idempotencyKey"), Some(&serde_json::json!(false)));
    assert_eq!(json.pointer("/delaysMs/1"), Some(&serde_json::json!(10_000.0)));
    assert!(json.get("label").is_none() && json.get("onRetry").is_none());
}

proptest! {
    #[test]
    fn any_number_and_any_text_is_taken_or_refused_in_words(number in any::<f64>(), word in ".*") {
        for key in &KEYS {
            for given in [Number(number), Text(word.clone()), List(vec![Number(number)])] {
                if let Err(Misuse { text, .. }) = read(key.name, &given) {
                    let start = ["config.", key.name, ": got "].concat();
                    prop_assert!(text.starts_with(&start) && text.len() < 160);
                }
            }
        }
        if let Err(Misuse { text, .. }) = read(&word, &Null) {
            prop_assert!(text.starts_with("config.") && text.len() < 160);
        }
    }
}
