//! What a line has in common with what was sent. A prompt and a key are repeated in part as well, so
//! it is any run of characters that is long enough not to be chance.

use std::ops::Range;

use super::keys::Keys;
use super::plain::is_blank;
use crate::policy::text::has;

/// The shortest run that counts as quoted, in UTF-16 code units.
const SHORTEST: usize = 24;
/// The same of Chinese, Japanese and Korean characters, each of which says as much as three of English.
const SHORTEST_CJK: usize = 8;
/// The first of those characters, and all after it.
const CJK: u16 = 0x2e80;

/// Where `line` repeats one of the others: as it is there, or inside a JSON string with its escapes
/// undone; white space folded. In UTF-16 code units of `line`, whose own white space is folded. One
/// pass over each, whatever its size.
pub fn repeated(line: &str, others: impl Iterator<Item = impl AsRef<str>>) -> Vec<Range<usize>> {
    let line: Vec<u16> = line.encode_utf16().collect();
    let mut runs = [Runs::of(&line, SHORTEST, 0), Runs::of(&line, SHORTEST_CJK, CJK)];
    if runs.iter().any(|runs| !runs.known.is_empty()) {
        for other in others {
            let other = other.as_ref();
            let form: Vec<u16> = other.encode_utf16().collect();
            let unescaped = if has(other, '\\') { unescaped(&form) } else { Vec::new() };
            for form in [folded(&form), folded(&unescaped)] {
                runs.iter_mut().for_each(|runs| runs.meet(&form));
            }
        }
    }
    runs.iter().flat_map(|runs| runs.places(&line)).collect()
}

/// The runs of a line, by their hashes, which tell them apart: of 64 bits, and a collision would but
/// cut too much.
struct Runs {
    length: usize,
    least: u16,
    known: Keys,
    met: Keys,
}

impl Runs {
    fn of(line: &[u16], length: usize, least: u16) -> Self {
        let mut known = Keys::for_about(line.len());
        each_run(line, length, |hash, run, _| {
            if run.iter().all(|unit| *unit >= least) {
                known.insert(hash);
            }
        });
        Self { length, least, known, met: Keys::for_about(line.len()) }
    }

    fn meet(&mut self, other: &[u16]) {
        if self.known.is_empty() {
            return;
        }
        each_run(other, self.length, |hash, _, _| {
            if self.known.contains(hash) {
                self.met.insert(hash);
            }
        });
    }

    fn places(&self, line: &[u16]) -> Vec<Range<usize>> {
        let mut places = Vec::new();
        each_run(line, self.length, |hash, run, at| {
            let is_whole = run.iter().all(|unit| *unit >= self.least);
            if is_whole && self.met.contains(hash) {
                // A space at the edge may stay.
                let blank = |unit: Option<&u16>| usize::from(unit == Some(&SPACE));
                let end = at.saturating_add(run.len()).saturating_sub(blank(run.last()));
                places.push(at.saturating_add(blank(run.first()))..end);
            }
        });
        places
    }
}

const SPACE: u16 = 0x20;

/// Calls `found` with each run of this length, its hash before it and its place behind (Rabin and Karp).
fn each_run(units: &[u16], length: usize, mut found: impl FnMut(u64, &[u16], usize)) {
    let base = 0x9e37_79b9_7f4a_7c15_u64; // odd, and its bits are mixed: 2⁶⁴ over the golden ratio
    let leaving = (0..length).fold(1_u64, |power, _| power.wrapping_mul(base));
    let add = |hash: u64, unit: u16| hash.wrapping_mul(base).wrapping_add(u64::from(unit));
    // All but the last of the first run.
    let mut hash =
        units.iter().take(length.saturating_sub(1)).fold(0, |hash, unit| add(hash, *unit));
    let mut left = 0;
    for (at, run) in units.windows(length).enumerate() {
        let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
        hash = add(hash, *last).wrapping_sub(leaving.wrapping_mul(left));
        left = u64::from(*first);
        found(hash, run, at);
    }
}

fn folded(units: &[u16]) -> Vec<u16> {
    let mut line: Vec<u16> = Vec::with_capacity(units.len());
    for unit in units {
        let is_space = char::from_u32(u32::from(*unit)).is_some_and(is_blank);
        if !is_space {
            line.push(*unit);
        } else if line.last() != Some(&SPACE) {
            line.push(SPACE);
        }
    }
    line
}

/// The escapes of JSON undone (RFC 8259 §7), white space as a space.
fn unescaped(units: &[u16]) -> Vec<u16> {
    let mut left = Vec::with_capacity(units.len());
    let mut rest = units;
    while let [first, after @ ..] = rest {
        rest = after;
        let [letter, behind @ ..] = after else {
            left.push(*first);
            break;
        };
        if *first != u16::from(b'\\') {
            left.push(*first);
            continue;
        }
        rest = behind;
        match (u8::try_from(*letter), behind) {
            (Ok(b'u'), [a, b, c, d, behind @ ..])
                if let Some(unit) = coded_unit([*a, *b, *c, *d]) =>
            {
                left.push(unit);
                rest = behind;
            }
            (Ok(b'b' | b'f' | b'n' | b'r' | b't'), _) => left.push(SPACE),
            _ => left.push(*letter),
        }
    }
    left
}

/// The code unit of four hex digits.
fn coded_unit(digits: [u16; 4]) -> Option<u16> {
    digits.into_iter().try_fold(0_u16, |unit, digit| {
        let digit = char::from_u32(u32::from(digit))?.to_digit(16)?;
        Some((unit << 4) | u16::try_from(digit).ok()?)
    })
}
