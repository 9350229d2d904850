//! Durations as a person reads them.

use super::millis::Millis;
use super::text::push_number;

/// "2 s", "1.5 s", "0.05 s", "6 min", "8 h 44 min": rounded up, no finer than a person needs.
pub fn push_duration(text: &mut String, duration: Millis) {
    let ms = duration.get();
    let seconds = ms.div_ceil(1000);
    let minutes = seconds.div_ceil(60);
    match seconds {
        0..=1 if ms < 100 => push_decimal(text, ms.div_ceil(10), 100),
        0..=10 => push_decimal(text, ms.div_ceil(100), 10),
        11..=119 => push_number(text, seconds),
        120..=5_999 => return push_pair(text, seconds / 60, " min", seconds % 60, " s"),
        6_000..=172_800 => return push_pair(text, minutes / 60, " h", minutes % 60, " min"),
        _ => {
            push_number(text, minutes.div_ceil(1440));
            return text.push_str(" days");
        }
    }
    text.push_str(" s");
}

/// `units / scale` with the digits that matter: 15 and 10 give "1.5", 20 and 10 give "2".
fn push_decimal(text: &mut String, units: u64, scale: u64) {
    push_number(text, units.checked_div(scale).unwrap_or_default());
    let rest = units.checked_rem(scale).unwrap_or_default();
    if rest > 0 {
        text.push('.');
        if rest < scale / 10 {
            text.push('0');
        }
        push_number(text, if rest.is_multiple_of(10) && scale == 100 { rest / 10 } else { rest });
    }
}

fn push_pair(text: &mut String, large: u64, large_unit: &str, small: u64, small_unit: &str) {
    push_number(text, large);
    text.push_str(large_unit);
    if small > 0 {
        text.push(' ');
        push_number(text, small);
        text.push_str(small_unit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_rounded_up_to_what_a_person_needs() {
        for (ms, shown) in [
            (0, "0 s"),
            (50, "0.05 s"),
            (1, "0.01 s"),
            (99, "0.1 s"),
            (500, "0.5 s"),
            (1234, "1.3 s"),
            (2000, "2 s"),
            (10_000, "10 s"),
            (16_001, "17 s"),
            (119_000, "119 s"),
            (578_016, "9 min 39 s"),
            (600_000, "10 min"),
            (31_447_000, "8 h 45 min"),
            (302_539_000, "4 days"),
        ] {
            let mut text = String::new();
            push_duration(&mut text, Millis::new(ms));
            assert_eq!(text, shown, "{ms}");
        }
    }
}
