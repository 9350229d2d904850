//! What is shown of a provider's message: nothing of the request, no address, no markup.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::time::{Duration, Instant};

use fetch_with_retry::policy::redact::{Private, discreet, plain, secrets_of};
use fetch_with_retry::policy::sent::Sent;
use fetch_with_retry::policy::text::shortened;
use proptest::prelude::*;
use serde_json::json;

fn quote_from(message: &str, secrets: &[&str], sent: &str) -> String {
    let secrets = secrets.iter().map(|secret| (*secret).to_owned()).collect();
    let hidden = Private { secrets, sent: &sent };
    discreet(&plain(message, &hidden), &hidden)
}

fn quote(message: &str, secrets: &[&str]) -> String {
    quote_from(message, secrets, "")
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

#[test]
fn addresses_go_and_the_sentence_stays() {
    for (message, left) in [
        ("Quota exceeded. See https://a.b/c?key=v. Wait.", "Quota exceeded. See …. Wait."),
        ("Read [the docs](https://a.b/c).", "Read the docs (…)."),
        ("<b>Too</b>\n many [requests](https://x.y/z)", "Too many requests (…)"),
        ("See https://platform.openai.com/docs?x=1.", "See …."),
        ("(HTTPS://a.b/c), ok", "(…), ok"),
        ("url=ws://h:1/p;q", "url=…"),
        ("at www.example.com/help or www.example.com.", "at … or …."),
        ("metric: generativelanguage.googleapis.com/free_tier, limit: 0", "metric: …, limit: 0"),
        ("dial ollama.local:11434?key=v", "dial …"),
        ("://", ""),
        ("https://a.b/c", ""),
    ] {
        assert_eq!(quote(message, &[]), left, "{message}");
    }
    assert_eq!(quote("From https://my.app/chat?x=1, no", &["https://my.app"]), "From …, no");
}

#[test]
fn what_is_no_address_stays() {
    for text in [
        "model openai/gpt-4.1 and/or meta-llama/llama-3.1-8b",
        "5/10 of v1.2/3",
        "Error: data: none",
        "gemini-2.5-flash, 4.77s. Need",
        "why not? No.",
        "",
    ] {
        assert_eq!(quote(text, &[]), text);
    }
}

#[test]
fn an_address_without_a_scheme_may_name_a_limit_so_that_the_policy_still_reads_it() {
    let line = "Quota exceeded for metric: a.googleapis.com/per_day, see https://a.b/per_minute";
    let left = "Quota exceeded for metric: a.googleapis.com/per_day, see …";
    assert_eq!(plain(line, &Private { secrets: vec![], sent: &"" }), left);
}

#[test]
fn a_secret_goes_in_whatever_form() {
    for message in [
        "bad FAKE_KEY/FOR TEST",
        "bad FAKE_KEY%2FFOR%20TEST",
        "bad FAKE_KEY%2fFOR+TEST",
        "bad FAKE_KEY/FOR\n TEST",
        "bad <b>FAKE_KEY</b>/FOR <i></i>TEST",
    ] {
        let quoted = quote(message, &["FAKE_KEY/FOR TEST"]);
        assert!(quoted.starts_with("bad ") && !quoted.contains("TEST"), "{message}: {quoted}");
    }
    assert_eq!(quote("bad FAKE_KEY_1", &["FAKE%5FKEY%5F1"]), "bad …");
    assert_eq!(quote("bad clé-SECRÈTE", &["cl%C3%A9-SECR%c3%88TE"]), "bad …");
    assert_eq!(quote("bad cl%C3%A9-SECR%c3%88TE", &["clé-SECRÈTE"]), "bad …");
    assert_eq!(quote("100%-KEY-100%25", &["100%-KEY-100%"]), "");
    assert_eq!(quote("bad FAKE_TOKEN!", &["Bearer FAKE_TOKEN"]), "bad …!");
    let told = quote(
        "API key not valid. (FAKE_KEY_FOR_TEST_ONLY, FAKE_TOKEN_FOR_TEST)",
        &["FAKE_KEY_FOR_TEST_ONLY", "Bearer FAKE_TOKEN_FOR_TEST"],
    );
    assert_eq!(told, "API key not valid. (…, …)");
}

#[test]
fn a_plus_is_found_encoded_and_as_it_is() {
    for message in ["bad ab+cd/ef==", "bad ab%2Bcd%2Fef%3D%3D", "bad ab%2bcd/ef=="] {
        assert_eq!(quote(message, &["ab+cd/ef=="]), "bad …", "{message}");
    }
}

#[test]
fn a_secret_goes_also_where_it_only_seems_to_be_encoded() {
    assert_eq!(quote("bad x%20abcdefg!", &["20abcdefg"]), "bad x…!");
    assert_eq!(quote("😀 aababababab!", &["abababab"]), "😀 a…!", "overlapping");
}

#[test]
fn a_shortened_key_goes_too() {
    let key = "Bearer sk-proj-0123456789abcdefghijklmnopqrstuvwxyz";
    assert_eq!(quote("key sk-proj-0123456789abcdefghij is bad", &[key]), "key … is bad");
}

#[test]
fn eight_characters_are_a_secret_and_fewer_are_a_word() {
    assert_eq!(quote("not eight888!", &["eight888"]), "not …!");
    assert_eq!(quote("gpt-5 of seven77", &["seven77", "gpt-5"]), "gpt-5 of seven77");
}

#[test]
fn what_a_cut_would_join_into_a_secret_is_not_quoted() {
    assert_eq!(quote("beforeSECRET_1after", &["SECRET_1", "before…after"]), "");
}

#[test]
fn the_prompt_goes_also_with_markup_in_it() {
    let body = r#"{"messages":[{"content":"Dear Ann,\nthe meeting is \"moved\" to nine."}]}"#;
    let message = "Cannot read: Dear Ann,\nthe meeting is \"moved\" to nine. Sorry";
    assert_eq!(quote_from(message, &[], body), "Cannot read: … Sorry");
    let html = r#"{"content":"<p>Dear <b>Ann</b>, <i>see</i> you</p>"}"#;
    let message = "Odd: <p>Dear <b>Ann</b>, <i>see</i> you</p>";
    assert_eq!(quote_from(message, &[], html), "Odd: …");
}

#[test]
fn a_run_of_24_characters_of_the_request_goes_and_one_of_23_stays() {
    let body = r#"{"content":"abcdefghijklmnopqrstuvwxyz"}"#;
    assert_eq!(quote_from("No: abcdefghijklmnopqrstuvwx!", &[], body), "No: …!");
    let short = "No: abcdefghijklmnopqrstuvw!";
    assert_eq!(quote_from(short, &[], body), short);
    assert_eq!(quote_from("No: abcdefghijklmnopqrstuvwxyz!", &[], body), "No: …!");
    let body = r#"{"content":"明天九点在老地方见面"}"#;
    assert_eq!(quote_from("不行:明天九点在老地方见面!", &[], body), "不行:…!");
}

#[test]
fn escapes_in_the_request_are_undone() {
    let body = r#"{"content":"Dear \"Ann\",\n\n  caf\u00e9 at 5? \ud83d\ude00 \u4f60 yours"}"#;
    for text in [r#""Ann", café at 5? 😀 你 yours"#, r#"\"Ann\",\n\n caf\u00e9 at 5? \ud"#] {
        assert_eq!(quote_from(&format!("No: {text}"), &[], body), "No: …", "{text}");
    }
    let text = "this text is long enough to be hashed";
    for broken in ["\\", "\\u", "\\ud83d", "\\ud83d\\u", "\\ud83d\\u0041 and more than that\\uzzzz"]
    {
        assert_eq!(quote_from(text, &[], broken), text);
    }
}

#[test]
fn what_was_sent_says_where_a_line_repeats_it() {
    let sent = "😀 abcdefghijklmnopqrstuvwxyz";
    let runs = sent.repeated_in("😀😀 abcdefghijklmnopqrstuvwxyz!");
    assert_eq!(runs.iter().map(|run| run.start).min(), Some(2), "in UTF-16 code units");
    assert_eq!(runs.iter().map(|run| run.end).max(), Some(31));
    assert!(sent.holds("abc") && !sent.holds("abd"));
}

#[test]
fn markup_and_control_characters_go() {
    for (text, cleaned) in [
        ("  a\n\tb \r\n c\0d ", "a b c d"),
        ("<p>Too <b>many</b>.</p><br/>Wait", "Too many. Wait"),
        ("<script>alert(1)</script>", "alert(1)"),
        ("<<b>img src=x onerror=y>", "img src=x onerror=y"),
        ("limit < 5 & > 3", "limit 5 & 3"),
        ("See [the docs](…) now", "See the docs (…) now"),
        ("![logo](…)", "!logo (…)"),
        ("a [b] c", "a [b] c"),
        ("**Bold** and *so* is `code`", "Bold and *so* is 'code'"),
        ("evil\u{202e}txt\u{200b}.exe\u{feff}", "eviltxt.exe"),
        ("a\u{2028}b", "a b"),
        ("details[0]", "details[0]"),
        ("key sk-****abcd", "key sk-**abcd"),
    ] {
        assert_eq!(quote(text, &[]), cleaned, "{text}");
    }
}

#[test]
fn a_long_message_is_read_in_part_and_shown_in_part_in_no_time() {
    let began = Instant::now();
    assert_eq!(units(&quote(&"é ".repeat(60_000), &[])), 200);
    assert_eq!(units(&quote(&"k".repeat(60_000), &[])), 200);
    let faces = "😀".repeat(99);
    assert_eq!(shortened(&"😀".repeat(201)), format!("{faces}…"), "by JavaScript's length");
    assert_eq!(quote_from(&"a".repeat(4096), &[], &"a".repeat(1 << 20)), "");
    for part in ["[", "](", "<", "*", "://", "%", "a.b/", "\\u00e9", "\""] {
        quote_from(&part.repeat(4096), &[&part.repeat(20)], &part.repeat(50_000));
    }
    // Secrets without end: one, and very many.
    quote(&"ab".repeat(2048), &[&"ab".repeat(50_000), &"ab".repeat(1000), &"%61b".repeat(900)]);
    let many: Vec<String> = (0..12_000).map(|number| format!("aaa{number:05}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    quote(&"a".repeat(4096), &many);
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

// ---- the secrets of a request -------------------------------------------------------------------

fn collected(url: &str) -> Vec<String> {
    secrets_of(url, &[])
}

#[test]
fn every_value_of_a_url_is_a_secret() {
    let url =
        "https://username:pass:word@example.com/v1beta/models/short?key=a%2Bb+12345&x=1#fragment1";
    assert_eq!(
        collected(url),
        ["fragment1", "key=a%2Bb+12345&x=1", "a%2Bb+12345", "a+b 12345", "username", "pass:word"]
    );
    assert_eq!(collected("https://example.com/segment1/segment%202"), ["segment1", "segment%202"]);
    assert_eq!(collected("https://example.com/one\\segment2"), ["one\\segment2", "segment2"]);
}

#[test]
fn a_host_is_none() {
    for url in ["https://host.example", "https://host.example:8080/", "//host.example/v1", ""] {
        assert_eq!(collected(url), [""; 0], "{url}");
    }
}

#[test]
fn a_url_that_is_none_is_taken_apart_all_the_same() {
    for url in [
        "/path/SECRET_1",
        "SECRET_1",
        "?a=SECRET_1",
        "#SECRET_1",
        "https:///SECRET_1",
        "https:SECRET_1@host",
        "http://[/SECRET_1",
        " \nhttps://ho st/SEC\nRET_1\t",
        "https://x:SECRET_1@y@z:port/",
        "file:///SECRET_1",
        "https://h?%zz%&=&&a=SECRET_1",
        "%%%://?=SECRET_1",
    ] {
        let secrets = collected(url);
        assert!(secrets.iter().any(|secret| secret.starts_with("SECRET_1")), "{url}: {secrets:?}");
    }
}

#[test]
fn headers_are_secrets_and_media_types_are_not() {
    let headers = [
        ("Authorization", " Bearer abc "),
        ("x-api-key", "12345678"),
        ("Content-Type", "application/json"),
        ("ACCEPT", "text/event-stream"),
        ("x-short", "1234567"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(secrets_of("http://[", &headers), ["Bearer abc", "12345678"]);
}

// ---- properties ---------------------------------------------------------------------------------

/// What is treated in some way.
const PARTS: [&str; 46] = [
    "try again in ",
    "retry after ",
    " s",
    "ms",
    ".",
    ",",
    "-",
    ":",
    " ",
    "2026-07-30",
    "\"",
    "'",
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
    "**",
    ";",
    "=",
    "/",
    "?",
    "www.",
    "a.b",
    "+",
    "&",
    "<br>",
    "</p>",
    "`",
    "\u{202e}",
    "\n",
    "\0",
    "😀",
    "%2",
    "<i></i>",
    "Bearer ",
    "20",
    "\u{200b}",
    "  ",
    "a",
    "é",
];

/// Of those parts, and of anything else.
fn noise() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        7 => prop::sample::select(PARTS.to_vec()).prop_map(str::to_owned),
        3 => prop::collection::vec(any::<char>(), 0..8).prop_map(String::from_iter),
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

fn encoded(secret: &str) -> String {
    secret.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

/// As encodeURIComponent does.
fn component(secret: &str) -> String {
    let form = |byte: u8| match byte {
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => char::from(byte).to_string(),
        _ if b"-_.!~*'()".contains(&byte) => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    secret.bytes().map(form).collect()
}

proptest! {
    #[test]
    fn no_secret_gets_through(
        secret in "[!-~]{8,60}",
        other in noise(),
        noises in prop::collection::vec(noise(), 5),
        forms in prop::collection::vec(0..6_usize, 4),
    ) {
        let mut message = String::new();
        for (noise, form) in noises.iter().zip(forms.iter().chain([&6])) {
            message.push_str(noise);
            message.push_str(&match form {
                0 => secret.clone(),
                1 => format!("Bearer {secret}"),
                2 => encoded(&secret),
                3 => format!(" {}", component(&secret)),
                4 => format!("{}<i></i>{}", &secret[..4], &secret[4..]),
                5 => format!("https://a.b/{secret}?q={secret}"),
                _ => other.clone(),
            });
        }
        let quoted = quote(&message, &[&secret, &other]);
        prop_assert!(units(&quoted) <= 200);
        prop_assert!(!quoted.contains("://"));
        let hidden = [secret.clone(), encoded(&secret), format!(" {}", component(&secret)), other];
        for hidden in hidden.iter().filter(|hidden| units(hidden) >= 8) {
            prop_assert!(!quoted.contains(hidden), "{} in {}", hidden, quoted);
        }
    }

    #[test]
    fn a_request_s_secrets_do_not_get_through(
        key in "[!-$&-~]{8,40}",
        place in 0..5_usize,
        noises in prop::collection::vec(noise(), 3),
    ) {
        let coded = encoded(&key);
        let url = match place {
            0 => format!("https://a.b/c?x=1&key={coded}&y=2"),
            1 => format!("https://a.b/{coded}/c"),
            2 => format!("https://u:{coded}@a.b/c"),
            3 => format!("/c#{coded}"),
            _ => "https://a.b".to_owned(),
        };
        let headers = if place == 4 { vec![("x-key".to_owned(), key.clone())] } else { vec![] };
        let secrets = secrets_of(&url, &headers);
        let hidden = Private { secrets, sent: &"" };
        // A percent sign before it would make another text of it.
        let before = noises[0].replace('%', "");
        let message = format!("{}{key}{} {} {}", before, noises[1], component(&key), noises[2]);
        let quoted = discreet(&plain(&message, &hidden), &hidden);
        prop_assert!(!quoted.contains(&key), "{}", quoted);
    }

    #[test]
    fn any_url_gives_its_secrets_without_fail(url in any::<String>(), noise in noise()) {
        secrets_of(&url, &[]);
        secrets_of(&noise, &[(noise.clone(), url)]);
    }

    #[test]
    fn no_run_of_24_characters_of_the_request_gets_through(
        prompt in "[ -PR-~\n]{24,300}",
        before in "[a-z]{0,40}",
        from in any::<prop::sample::Index>(),
    ) {
        let body = json!({ "messages": [{ "role": "user", "content": prompt }] }).to_string();
        let message = before + &prompt[from.index(prompt.len() - 23)..];
        let quoted: Vec<char> = quote_from(&message, &[], &body).chars().collect();
        for run in quoted.windows(24) {
            let run = String::from_iter(run);
            prop_assert!(!body.contains(&run) && !prompt.contains(&run), "{}", run);
        }
    }

    #[test]
    fn no_markup_and_no_control_character_gets_through(message in noise()) {
        let quoted = quote(&message, &[]);
        let is_markup = |c: char| "<>`\u{202e}\u{200b}".contains(c) || c.is_control();
        prop_assert!(!quoted.contains(is_markup), "{}", quoted);
        prop_assert!(!quoted.contains("](") && !quoted.contains("  "), "{}", quoted);
        prop_assert_eq!(quoted.trim_matches(' '), &quoted);
    }
}
