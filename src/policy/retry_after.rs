//! The grammar of Retry-After (RFC 9110 §10.2.3) as it is met: seconds, with decimals too, or an
//! HTTP-date. What cannot be read is no hint, never a zero.

use super::http_date;
use super::millis::Millis;
use super::scan::Scan;

/// What a `Retry-After` value asks for. `now_ms`: epoch milliseconds, the response's own Date where
/// that is known. A date in the past is no hint.
pub fn parse(value: &str, now_ms: f64) -> Option<Millis> {
    let wait = match decimal(value) {
        Some(seconds) => seconds * 1000.0,
        None => http_date::parse(value)? as f64 * 1000.0 - now_ms,
    };
    (wait >= 0.0).then(|| bounded(wait))
}

/// What a `retry-after-ms` value asks for: milliseconds, with decimals too.
pub fn parse_ms(value: &str) -> Option<Millis> {
    decimal(value).map(bounded)
}

/// `1*DIGIT [ "." 1*DIGIT ]`: no sign, no exponent, no unit, no `Infinity`. Equal header lines arrive
/// joined as `5, 5`; they say 5.
pub fn decimal(text: &str) -> Option<f64> {
    let mut scan = Scan(text.as_bytes());
    let mut first = None;
    loop {
        scan.skip(b" \t");
        let number = scan.number()?;
        if *first.get_or_insert(number) != number {
            return None;
        }
        scan.skip(b" \t");
        if scan.0.is_empty() {
            return first;
        }
        if !scan.eat(b",") {
            return None;
        }
    }
}

/// Rounded up to whole milliseconds (but for the error of a float), at most a century.
pub fn bounded(ms: f64) -> Millis {
    Millis::ceil(ms - 1e-6).min(Millis::CENTURY)
}
