//! The three date forms that RFC 9110 §5.6.7 wants read. Our own reader, since `httpdate` costs
//! 4.7 KB of the compressed wasm and this 0.7; the tests hold it against `httpdate`.

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Epoch seconds of an IMF-fixdate (`Sun, 06 Nov 1994 08:49:37 GMT`), an RFC 850 date
/// (`Sunday, 06-Nov-94 08:49:37 GMT`) or an asctime date (`Sun Nov  6 08:49:37 1994`).
/// The name of the day is not checked.
pub fn parse(text: &str) -> Option<i64> {
    let mut words =
        text.split([' ', ',']).flat_map(|word| word.split('-')).filter(|word| !word.is_empty());
    let weekday = words.next()?;
    if !(3..=9).contains(&weekday.len()) || !weekday.bytes().all(|b| b.is_ascii_alphabetic()) {
        return None;
    }
    let second = words.next()?;
    let (day, month, year, time) = if let Some(month) = month(second) {
        let (day, time, year) = (words.next()?, words.next()?, words.next()?);
        (number(day)?, month, four_digits(year)?, time)
    } else {
        let (month_name, year, time, zone) =
            (words.next()?, words.next()?, words.next()?, words.next()?);
        if zone != "GMT" {
            return None;
        }
        (number(second)?, month(month_name)?, any_year(year)?, time)
    };
    if words.next().is_some() {
        return None;
    }
    at(year, month, day, seconds_of_day(time)?)
}

/// Epoch seconds of a calendar date plus `seconds` of that day; none where there is no such date.
pub fn at(year: i64, month: i64, day: i64, seconds: i64) -> Option<i64> {
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
    Some(days * 86_400 + seconds)
}

/// Seconds of `hh:mm:ss`. A leap second counts as the last regular one.
pub fn seconds_of_day(time: &str) -> Option<i64> {
    let mut parts = time.split(':');
    let mut part = |limit: i64| {
        let text = parts.next()?;
        (text.len() == 2).then(|| number(text)).flatten().filter(|n| *n <= limit)
    };
    let (hour, minute, second) = (part(23)?, part(59)?, part(60)?);
    parts.next().is_none().then_some(hour * 3600 + minute * 60 + second.min(59))
}

/// One to nine digits.
pub fn number(text: &str) -> Option<i64> {
    let valid = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    valid.then(|| text.bytes().fold(0, |sum, byte| sum * 10 + i64::from(byte.wrapping_sub(b'0'))))
}

fn month(name: &str) -> Option<i64> {
    (1..).zip(MONTHS).find(|(_, known)| *known == name).map(|(number, _)| number)
}

fn four_digits(year: &str) -> Option<i64> {
    (year.len() == 4).then(|| number(year)).flatten()
}

/// Two digits are of this century up to 69, of the last above: a Retry-After that lies in the past
/// is no hint, so the "50 years" rule of the RFC comes to the same.
fn any_year(year: &str) -> Option<i64> {
    match year.len() {
        2 => number(year).map(|short| short + if short < 70 { 2000 } else { 1900 }),
        _ => four_digits(year),
    }
}
