//! The three date forms that RFC 9110 §5.6.7 wants read. Our own reader, since `httpdate`
//! takes two digits for the same year at all times, and is larger; the tests hold it against `httpdate`.

use super::scan::Scan;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The years that are read: from the epoch to the last that four digits can say.
const YEARS: std::ops::RangeInclusive<i64> = 1970..=9999;

/// A two-digit year that appears to be further ahead than this lies in the past (RFC 9110 §5.6.7).
const FIFTY_YEARS_MS: f64 = 50.0 * 365.25 * 86_400_000.0;

/// Epoch seconds of an IMF-fixdate (`Sun, 06 Nov 1994 08:49:37 GMT`), an RFC 850 date
/// (`Sunday, 06-Nov-94 08:49:37 GMT`) or an asctime date (`Sun Nov  6 08:49:37 1994`).
/// The name of the day is not checked. `now_ms`, epoch milliseconds, tells the century of two digits.
pub fn parse(text: &str, now_ms: f64) -> Option<i64> {
    let mut scan = Scan::new(text);
    scan.skip(" ");
    if !(3..=9).contains(&scan.letters().len()) {
        return None;
    }
    scan.skip(" ,");
    let seconds = match scan.digits(1, 2) {
        Some(day) => after_day(&mut scan, day, now_ms),
        None => asctime(&mut scan),
    };
    scan.skip(" ");
    seconds.filter(|_| scan.is_empty())
}

/// `06 Nov 1994 08:49:37 GMT`, `06-Nov-94 08:49:37 GMT`, behind the day.
fn after_day(scan: &mut Scan, day: i64, now_ms: f64) -> Option<i64> {
    scan.skip(" -");
    let month = month(scan.letters())?;
    scan.skip(" -");
    let year = scan.digits(1, 4)?;
    scan.skip(" ");
    let time = clock(scan)? as i64;
    scan.skip(" ");
    if scan.letters() != "GMT" {
        return None;
    }
    let moment = |year| Some(at(year, month, day)?.saturating_add(time));
    if year > 99 {
        return moment(year);
    }
    let years = YEARS.rev().filter(|full| full % 100 == year);
    years.filter_map(moment).find(|moment| *moment as f64 * 1000.0 - now_ms <= FIFTY_YEARS_MS)
}

/// `Nov  6 08:49:37 1994`.
fn asctime(scan: &mut Scan) -> Option<i64> {
    let month = month(scan.letters())?;
    scan.skip(" ");
    let day = scan.digits(1, 2)?;
    scan.skip(" ");
    let time = clock(scan)? as i64;
    scan.skip(" ");
    let year = scan.digits(4, 4)?;
    Some(at(year, month, day)?.saturating_add(time))
}

/// Epoch seconds of a day's beginning; none where there is no such day.
pub fn at(year: i64, month: i64, day: i64) -> Option<i64> {
    if !YEARS.contains(&year) || !(1..=days_of(year, month)?).contains(&day) {
        return None;
    }
    let past = year.saturating_sub(1);
    let leap_days = (past / 4).saturating_sub(past / 100).saturating_add(past / 400);
    let before_month: i64 = (1..month).filter_map(|month| days_of(year, month)).sum();
    let days = past
        .saturating_mul(365)
        .saturating_add(leap_days)
        .saturating_add(before_month)
        .saturating_add(day);
    // From 1 January of the year 1 to that of 1970 it is so many days, and a day is not over.
    Some(days.saturating_sub(719_163).saturating_mul(86_400))
}

/// How many days a month has (Gregorian); none where there is no such month.
fn days_of(year: i64, month: i64) -> Option<i64> {
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    match month {
        2 if leap => Some(29),
        2 => Some(28),
        4 | 6 | 9 | 11 => Some(30),
        1..=12 => Some(31),
        _ => None,
    }
}

/// Takes `hh:mm` or `hh:mm:ss`, with decimals too: seconds. A leap second counts as the first of the
/// next minute, so that nothing is early.
pub fn clock(scan: &mut Scan) -> Option<f64> {
    let hours = scan.digits(2, 2).filter(|hours| *hours < 24)?;
    if !scan.eat(":") {
        return None;
    }
    let minutes = scan.digits(2, 2).filter(|minutes| *minutes < 60)?;
    let mut seconds = 0.0;
    if scan.eat(":") {
        seconds = scan.number().filter(|seconds| *seconds < 61.0)?;
    }
    Some(hours as f64 * 3600.0 + minutes as f64 * 60.0 + seconds)
}

fn month(name: &str) -> Option<i64> {
    (1..).zip(MONTHS).find(|(_, known)| *known == name).map(|(month, _)| month)
}
