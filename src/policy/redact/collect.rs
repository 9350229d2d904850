//! The secrets of a request. Its URL is taken apart as text, whatever it is: where a URL parser gives
//! up, something would go uncut.

use super::is_secret;
use super::secrets::coded_byte;
use crate::policy::text::has;

/// What of a request may not be repeated: the values of its query, path, userinfo, fragment and
/// headers, the media types excepted, each of eight or more characters.
pub fn secrets_of(url: &str, headers: &[(String, String)]) -> Vec<String> {
    let mut secrets = Vec::new();
    for (name, value) in headers {
        if !["content-type", "accept"].iter().any(|media| name.trim().eq_ignore_ascii_case(media)) {
            keep(value.trim(), &mut secrets);
        }
    }
    // As URL parsers do.
    let url: String = url.chars().filter(|letter| !matches!(letter, '\t' | '\n' | '\r')).collect();
    let url = url.trim_matches(|letter| letter <= ' ');
    let (url, fragment) = url.split_once('#').unwrap_or((url, ""));
    let (url, query) = url.split_once('?').unwrap_or((url, ""));
    keep(fragment, &mut secrets);
    keep(query, &mut secrets);
    for pair in query.split('&') {
        let (_, value) = pair.split_once('=').unwrap_or_default();
        keep(value, &mut secrets);
        keep(&form_decoded(value), &mut secrets);
    }
    let path = without_origin(url, &mut secrets);
    path.split('/').for_each(|segment| keep(segment, &mut secrets));
    if has(path, '\\') {
        path.split(is_slash).for_each(|segment| keep(segment, &mut secrets));
    }
    secrets
}

fn keep(value: &str, secrets: &mut Vec<String>) {
    if is_secret(value) && secrets.last().is_none_or(|last| last != value) {
        secrets.push(value.to_owned());
    }
}

/// Takes off scheme and host, and keeps what stands before the host: `https://user:password@host`.
fn without_origin<'a>(url: &'a str, secrets: &mut Vec<String>) -> &'a str {
    let scheme = url.split_once(':').filter(|(scheme, _)| is_scheme(scheme));
    let after = scheme.map_or(url, |(_, after)| after);
    let rest = after.trim_start_matches(is_slash);
    let slashes = after.len().saturating_sub(rest.len());
    if slashes < 2 && scheme.is_none() {
        return after;
    }
    let end = rest.find(is_slash).unwrap_or(rest.len());
    let (authority, path) = rest.split_at_checked(end).unwrap_or_default();
    if let Some((user, _)) = authority.rsplit_once('@') {
        let (name, password) = user.split_once(':').unwrap_or((user, ""));
        keep(name, secrets);
        keep(password, secrets);
    }
    // With none (https:host is valid), or more than two (file:///path), who knows where a host ends.
    if slashes == 2 { path } else { rest }
}

/// Parsers take `\` for `/` in the schemes of the web.
fn is_slash(letter: char) -> bool {
    matches!(letter, '/' | '\\')
}

/// RFC 3986 §3.1
fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '.'))
}

/// As `URLSearchParams` decodes (URL Standard, application/x-www-form-urlencoded parsing).
fn form_decoded(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value;
    while let Some(first) = rest.chars().next() {
        let (letter, after) = rest.split_at_checked(first.len_utf8()).unwrap_or_default();
        rest = after;
        match (first, coded_byte(after)) {
            ('%', Some(byte)) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            ('+', _) => bytes.push(b' '),
            _ => bytes.extend_from_slice(letter.as_bytes()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
