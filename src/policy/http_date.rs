//! The three date forms that RFC 9110 §5.6.7 wants read. Our own reader, since `httpdate` costs
//! 4.7 KB of the compressed wasm and this 0.5; the tests hold it against `httpdate`.

use super::scan::{Scan, find};

const MONTHS: &[u8] = b"JanFebMarAprMayJunJulAugSepOctNovDec";

/// Epoch seconds of an IMF-fixdate (`Sun, 06 Nov 1994 08:49:37 GMT`), an RFC 850 date
/// (`Sunday, 06-Nov-94 08:49:37 GMT`) or an asctime date (`Sun Nov  6 08:49:37 1994`).
/// The name of the day is not checked.
pub fn parse(text: &str) -> Option<i64> {
    let mut scan = Scan(text.as_bytes());
    scan.skip(b" ");
    if !(3..=9).contains(&scan.letters().len()) {
        return None;
    }
    scan.skip(b" ,");
    let first = scan.digits(1, 2);
    scan.skip(b" -");
    let month = month(scan.letters())?;
    scan.skip(b" -");
    let mut number = scan.digits(1, 4)?;
    scan.skip(b" ");
    let seconds;
    let day;
    if first.is_some() {
        day = first?;
        seconds = clock(&mut scan)?;
        scan.skip(b" ");
        if scan.letters() != b"GMT" {
            return None;
        }
        // Two digits are of this century up to 69, of the last above: a Retry-After that lies in
        // the past is no hint, so the "50 years" rule of the RFC comes to the same.
        number += match number {
            0..70 => 2000,
            70..100 => 1900,
            _ => 0,
        };
    } else {
        day = number;
        seconds = clock(&mut scan)?;
        scan.skip(b" ");
        number = scan.digits(4, 4)?;
    }
    scan.skip(b" ");
    at(number, month, day).filter(|_| scan.0.is_empty()).map(|midnight| midnight + seconds as i64)
}

/// Epoch seconds of a day's beginning; none where there is no such day.
pub fn at(year: i64, month: i64, day: i64) -> Option<i64> {
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let length = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=length).contains(&day) || !(1970..=9999).contains(&year) {
        return None;
    }
    // Days from the civil calendar, years beginning in March (H. Hinnant, "chrono-Compatible
    // Low-Level Date Algorithms").
    let shifted = if month > 2 { year } else { year - 1 };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + day_of_year - 719_468;
    Some(days * 86_400)
}

/// Takes `hh:mm` or `hh:mm:ss`, with decimals too: seconds. A leap second counts as the last regular
/// one.
pub fn clock(scan: &mut Scan) -> Option<f64> {
    let hours = scan.digits(2, 2).filter(|hours| *hours < 24 && scan.eat(b":"))?;
    let minutes = scan.digits(2, 2).filter(|minutes| *minutes < 60)?;
    let mut seconds = 0.0;
    if scan.eat(b":") {
        seconds = scan.number().filter(|seconds| *seconds < 61.0)?;
        if seconds >= 60.0 {
            seconds = 59.0;
        }
    }
    Some((hours * 3600 + minutes * 60) as f64 + seconds)
}

fn month(name: &[u8]) -> Option<i64> {
    let at = find(MONTHS, name, 0).filter(|at| name.len() == 3 && at % 3 == 0)?;
    Some(at as i64 / 3 + 1)
}
