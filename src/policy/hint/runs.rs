//! Finds what a message has in common with the body of the request: providers quote prompts, and a
//! prompt is a person's mail. One pass over the body, whatever its size.

use super::line::{self, Kind};

/// The shortest run that counts as quoted, in bytes: 24 characters of English, fewer of others.
const RUN: usize = 24;
/// The hash's base (that of FNV), and its power that leaves with the oldest byte.
const BASE: u64 = 0x0100_0000_01b3;
const LEAVING: u64 = BASE.wrapping_pow(RUN as u32);

/// Marks each byte of `text` that belongs to a run which also stands in `other`: as it is there, or
/// inside a JSON string with its escapes undone; white space folded.
pub fn mark(text: &str, other: &str, marks: &mut [bool]) {
    if text.len().min(other.len()) < RUN {
        return;
    }
    // The hashes of the text's runs, and whether they were met. No more than half full.
    let mut met = vec![(0, false); (text.len() * 2).next_power_of_two()];
    each_run(text.as_bytes(), &mut |hash, _| {
        if let Some(slot) = slot(&mut met, hash) {
            slot.0 = hash;
        }
    });
    for kind in [Kind::Plain, Kind::Json] {
        each_run(line::of(other, kind).as_bytes(), &mut |hash, _| {
            if let Some(slot) = slot(&mut met, hash) {
                slot.1 |= slot.0 == hash;
            }
        });
    }
    each_run(text.as_bytes(), &mut |hash, end| {
        if let Some((_, true)) = slot(&mut met, hash)
            && let Some([first, run @ .., last]) = marks.get_mut(end - RUN..end)
        {
            run.fill(true);
            // A space at the edge may stay.
            let is_word = |at: usize| text.as_bytes().get(at) != Some(&b' ');
            *first |= is_word(end - RUN);
            *last |= is_word(end - 1);
        }
    });
}

/// The place of a hash in an open table, or that where it belongs.
fn slot(table: &mut [(u64, bool)], hash: u64) -> Option<&mut (u64, bool)> {
    let mask = table.len() - 1;
    let mut at = hash as usize & mask;
    while table.get(at).is_some_and(|slot| slot.0 != 0 && slot.0 != hash) {
        at = (at + 1) & mask;
    }
    table.get_mut(at)
}

/// Calls with the hash of each run (Rabin and Karp) and where it ends. With 64 bits a chance hit is
/// not worth a comparison: it would cut a few characters too many, once in 10¹⁰ messages.
fn each_run(text: &[u8], found: &mut dyn FnMut(u64, usize)) {
    let mut hash = 0_u64;
    for (at, byte) in text.iter().enumerate() {
        hash = hash.wrapping_mul(BASE).wrapping_add(value(byte));
        if at >= RUN
            && let Some(left) = text.get(at - RUN)
        {
            hash = hash.wrapping_sub(value(left).wrapping_mul(LEAVING));
        }
        if at + 1 >= RUN {
            found(hash | 1, at + 1);
        }
    }
}

/// Spread over all bits, so that the low ones of the hash are worth something.
fn value(byte: &u8) -> u64 {
    u64::from(*byte).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with what is marked replaced by `#`.
    fn marked(text: &str, body: &str) -> String {
        let mut marks = vec![false; text.len()];
        mark(text, body, &mut marks);
        text.char_indices()
            .map(|(at, c)| if marks.get(at) == Some(&true) { '#' } else { c })
            .collect()
    }

    #[test]
    fn a_run_of_24_characters_is_marked_and_one_of_23_is_not() {
        let body = r#"{"content":"abcdefghijklmnopqrstuvwxyz"}"#;
        assert_eq!(
            marked("No: abcdefghijklmnopqrstuvwx!", body),
            ["No: ", &"#".repeat(24), "!"].concat()
        );
        assert_eq!(marked("No: abcdefghijklmnopqrstuvw!", body), "No: abcdefghijklmnopqrstuvw!");
        assert_eq!(marked("abcdefghijklmnopqrstuvwxyz", body), "#".repeat(26));
    }

    #[test]
    fn escapes_in_the_body_are_undone() {
        let body = r#"{"content":"Dear \"Ann\",\n\n  caf\u00e9 at 5? \ud83d\ude00 \u4f60 yours"}"#;
        for text in ["\"Ann\", café at 5? 😀 你 yours", r#"\"Ann\",\n\n caf\u00e9 at 5? \ud"#] {
            assert_eq!(marked(text, body), "#".repeat(text.chars().count()), "{text}");
        }
    }

    #[test]
    fn broken_escapes_end_nothing() {
        for body in
            ["\\", "\\u", "\\ud83d", "\\ud83d\\u", "\\ud83d\\u0041 and more than that\\uzzzz"]
        {
            assert_eq!(
                marked("this text is long enough to be hashed", body).chars().next(),
                Some('t')
            );
        }
    }

    #[test]
    fn a_megabyte_of_the_same_letter_takes_no_time() {
        let body = "a".repeat(1 << 20);
        assert_eq!(marked(&"a".repeat(4096), &body), "#".repeat(4096));
    }
}
