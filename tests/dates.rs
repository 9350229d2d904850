//! Our reader of the three date forms, held against `httpdate`, and Retry-After around it.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, clippy::panic)]

use fetch_with_retry::policy::millis::Millis;
use fetch_with_retry::policy::{http_date, retry_after};
use proptest::prelude::*;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const DAYS: [&str; 7] =
    ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];

/// 2020-01-01T11:59:59Z. By it two digits mean what `httpdate` always takes them for, up to 2069:
/// its last second is fifty years ahead.
const NOW: f64 = 1_577_879_999_000.0;

/// The three forms of one moment.
fn forms(seconds: u64) -> [String; 3] {
    let imf = httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_secs(seconds));
    let parts: Vec<&str> = imf.split([' ', ',']).filter(|part| !part.is_empty()).collect();
    let [_, day, month, year, time, _] = parts[..] else { panic!("{imf}") };
    let weekday = DAYS[(seconds / 86_400 % 7) as usize];
    [
        imf.clone(),
        format!("{weekday}, {day}-{month}-{} {time} GMT", &year[2..]),
        format!("{} {month} {:>2} {time} {year}", &weekday[..3], day.trim_start_matches('0')),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn all_three_forms_are_read_as_httpdate_reads_them(seconds in 0_u64..3_155_760_000) {
        let [imf, rfc850, asctime] = forms(seconds);
        for form in [&imf, &rfc850, &asctime] {
            let theirs: SystemTime = httpdate::parse_http_date(form).unwrap();
            let theirs = theirs.duration_since(UNIX_EPOCH).unwrap().as_secs();
            prop_assert_eq!(http_date::parse(form, NOW), Some(theirs as i64), "{}", form);
        }
    }

    #[test]
    fn any_text_is_read_without_a_panic_and_within_bounds(text in "\\PC*", now in any::<f64>()) {
        for wait in [retry_after::parse(&text, now), retry_after::parse_ms(&text)].into_iter().flatten() {
            prop_assert!(wait <= Millis::LONGEST_HINT);
        }
        let _ = http_date::parse(&text, now);
    }

    #[test]
    fn almost_a_date_is_read_without_a_panic(
        text in "[A-Z][a-z]{2,8},? [0-9]{1,3}[- ][A-Z][a-z]{2}[- ][0-9]{1,5} [0-9:]{5,9}( GMT)?",
    ) {
        let _ = http_date::parse(&text, NOW);
    }

    #[test]
    fn seconds_are_never_undercut(seconds in 0_u32..1_000_000, thousandths in 0_u32..1000) {
        let text = format!("{seconds}.{thousandths:03}");
        let exact = u64::from(seconds) * 1000 + u64::from(thousandths);
        prop_assert_eq!(retry_after::parse(&text, 0.0), Some(Millis::new(exact)));
    }
}

#[test]
fn what_is_met_in_the_wild() {
    let now = 1_000_000_000_000.0;
    let read = |text: &str| retry_after::parse(text, now).map(|wait| wait.get());
    for (text, expected) in [
        ("5", Some(5000)),
        (" 5 ", Some(5000)),
        ("5.0", Some(5000)),
        ("0", Some(0)),
        ("0.314", Some(314)),
        ("1.5", Some(1500)),
        ("5, 5", Some(5000)),
        ("5, 6", None),
        ("1000abc", None),
        ("", None),
        ("-1", None),
        ("+5", None),
        ("soon", None),
        ("NaN", None),
        ("Infinity", None),
        ("1e3", None),
        ("0x10", None),
        (".5", None),
        ("5.", None),
        ("2200000", Some(2_200_000_000)),
        ("99999999999999999999999999", Some(Millis::LONGEST_HINT.get())),
        ("Wed, 21 Oct 2015 07:28:00 GMT", Some(445_412_480_000)),
        ("Wed, 21 Oct 1998 07:28:00 GMT", None),
        ("Wed, 99 Foo 2026 25:61:00 GMT", None),
        ("Fri, 31 Dec 9999 23:59:59 GMT", Some(252_402_300_799_000)),
        ("Sun, 09 Sep 2001 01:46:40 GMT", Some(0)),
        ("Sun, 09 Sep 2001 01:46:41 GMT", Some(1000)),
        ("Sun, 09 Sep 2001 01:46:39 GMT", None),
        ("Sun, 09 Sep 2001 01:46:60 GMT", Some(20_000)),
        ("Thu, 29 Feb 2001 01:46:41 GMT", None),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn a_two_digit_year_is_no_further_ahead_than_fifty_years() {
    /// 2026-07-30T12:00:00Z.
    const MIDSUMMER: f64 = 1_785_412_800_000.0;
    for (form, same) in [
        ("Tuesday, 01-Jan-75 00:00:00 GMT", "Tue, 01 Jan 2075 00:00:00 GMT"),
        ("Wednesday, 29-Jul-76 12:00:00 GMT", "Wed, 29 Jul 2076 12:00:00 GMT"),
        ("Saturday, 31-Jul-76 12:00:01 GMT", "Sat, 31 Jul 1976 12:00:01 GMT"),
        ("Saturday, 01-Jan-77 00:00:00 GMT", "Sat, 01 Jan 1977 00:00:00 GMT"),
        ("Thursday, 30-Jul-26 12:00:05 GMT", "Thu, 30 Jul 2026 12:00:05 GMT"),
        ("Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT"),
    ] {
        let read = http_date::parse(form, MIDSUMMER);
        assert!(read.is_some() && read == http_date::parse(same, MIDSUMMER), "{form}");
    }
    // In another century the same digits are another year.
    let in_2080 = http_date::parse("Thu, 01 Jan 2080 00:00:00 GMT", 0.0).unwrap() as f64 * 1000.0;
    assert_eq!(
        http_date::parse("Wednesday, 01-Jan-10 00:00:00 GMT", in_2080),
        http_date::parse("Wed, 01 Jan 2110 00:00:00 GMT", in_2080),
    );
}
