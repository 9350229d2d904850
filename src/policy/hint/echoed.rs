//! Finds what a message has in common with the body of the request: providers quote prompts, and a
//! prompt is a person's mail. One pass over the body, whatever its size.

/// The shortest run, in characters, that counts as quoted.
const RUN: usize = 24;
const BUCKETS: usize = 1024;
const BASE: u64 = 0x0100_0000_01b3;

/// A text's runs of [`RUN`] characters, by hash. White space in the text is folded.
pub struct Runs {
    /// By the low bits of the hash: the hash, and the bytes from where to where.
    buckets: Vec<Vec<(u64, usize, usize)>>,
    /// What a character adds to the hash when it leaves it.
    leaving: u64,
}

impl Runs {
    /// Those of one text.
    pub fn of(text: &str) -> Self {
        let leaving = (0..RUN).fold(1u64, |power, _| power.wrapping_mul(BASE));
        let mut buckets = Vec::new();
        let mut starts = text.char_indices().map(|(start, _)| start);
        let mut ends = text
            .char_indices()
            .skip(RUN)
            .map(|(end, _)| end)
            .chain([text.len()]);
        let mut hash = Rolling {
            hash: 0,
            length: 0,
            leaving,
        };
        let mut trail = text.chars();
        for c in text.chars() {
            if hash.push(c, &mut trail) {
                if buckets.is_empty() {
                    buckets.resize(BUCKETS, Vec::new());
                }
                if let (Some(start), Some(end)) = (starts.next(), ends.next())
                    && let Some(bucket) = buckets.get_mut(hash.hash as usize % BUCKETS)
                {
                    bucket.push((hash.hash, start, end));
                }
            }
        }
        Self { buckets, leaving }
    }

    /// Marks each byte of the text that belongs to a run which also stands in `other`: as it is
    /// there, or inside a JSON string with its escapes undone.
    pub fn mark(&mut self, other: &str, marks: &mut [bool]) {
        if !self.buckets.is_empty() {
            self.meet(
                View {
                    rest: other,
                    unescape: false,
                    in_gap: false,
                },
                marks,
            );
            self.meet(
                View {
                    rest: other,
                    unescape: true,
                    in_gap: false,
                },
                marks,
            );
        }
    }

    /// A run that is met is marked and taken out: no text makes this quadratic.
    fn meet(&mut self, view: View, marks: &mut [bool]) {
        let mut hash = Rolling {
            hash: 0,
            length: 0,
            leaving: self.leaving,
        };
        let mut trail = view.clone();
        for c in view {
            if hash.push(c, &mut trail)
                && let Some(bucket) = self.buckets.get_mut(hash.hash as usize % BUCKETS)
            {
                bucket.retain(|(known, start, end)| {
                    let met = *known == hash.hash;
                    if met && let Some(run) = marks.get_mut(*start..*end) {
                        run.fill(true);
                    }
                    !met
                });
            }
        }
    }
}

/// The hash of the last [`RUN`] characters (Rabin and Karp). With 64 bits a chance hit is not worth
/// a comparison: it would cut a few characters too many, once in 10¹⁰ messages.
struct Rolling {
    hash: u64,
    length: usize,
    leaving: u64,
}

impl Rolling {
    /// Takes a character in, and one out of `trail`, which follows [`RUN`] behind. Whether the
    /// window is full.
    fn push(&mut self, c: char, trail: &mut impl Iterator<Item = char>) -> bool {
        self.hash = self.hash.wrapping_mul(BASE).wrapping_add(value(c));
        if self.length < RUN {
            self.length = self.length.saturating_add(1);
        } else if let Some(left) = trail.next() {
            self.hash = self
                .hash
                .wrapping_sub(value(left).wrapping_mul(self.leaving));
        }
        self.length == RUN
    }
}

/// Spread over all bits, so that the low ones of the hash are worth something.
fn value(c: char) -> u64 {
    (u64::from(u32::from(c)).wrapping_add(1)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The body as sent, or as its JSON strings read; white space folded.
#[derive(Clone)]
struct View<'a> {
    rest: &'a str,
    unescape: bool,
    in_gap: bool,
}

impl Iterator for View<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        loop {
            let mut chars = self.rest.chars();
            let mut c = chars.next()?;
            self.rest = chars.as_str();
            if c == '\\' && self.unescape {
                c = self.escaped()?;
            }
            let is_gap = c.is_whitespace() || c.is_control();
            let folded = is_gap && self.in_gap;
            self.in_gap = is_gap;
            if !folded {
                return Some(if is_gap { ' ' } else { c });
            }
        }
    }
}

impl View<'_> {
    /// What stands after a backslash (RFC 8259 §7); a pair of surrogates is one character.
    fn escaped(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next()?;
        self.rest = chars.as_str();
        Some(match c {
            'n' | 't' | 'r' | 'f' | 'b' => ' ',
            'u' => {
                let high = self.code_unit().unwrap_or(0);
                let low = (0xd800..0xdc00).contains(&high).then(|| {
                    self.rest = self.rest.strip_prefix("\\u")?;
                    self.code_unit()
                });
                let low = low.flatten().unwrap_or(0xdc00);
                let pair = || 0x1_0000 + ((high & 0x3ff) << 10) + (low & 0x3ff);
                let is_high = (0xd800..0xdc00).contains(&high);
                char::from_u32(if is_high { pair() } else { high }).unwrap_or('\u{fffd}')
            }
            _ => c,
        })
    }

    fn code_unit(&mut self) -> Option<u32> {
        let unit = u32::from_str_radix(self.rest.get(..4)?, 16).ok()?;
        self.rest = self.rest.get(4..)?;
        Some(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with what is marked replaced by `#`.
    fn marked(text: &str, body: &str) -> String {
        let mut marks = vec![false; text.len()];
        Runs::of(text).mark(body, &mut marks);
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
        assert_eq!(
            marked("No: abcdefghijklmnopqrstuvw!", body),
            "No: abcdefghijklmnopqrstuvw!"
        );
        assert_eq!(marked("abcdefghijklmnopqrstuvwxyz", body), "#".repeat(26));
    }

    #[test]
    fn escapes_in_the_body_are_undone() {
        let body = r#"{"content":"Dear \"Ann\",\n\n  caf\u00e9 at 5? \ud83d\ude00 \u4f60 yours"}"#;
        for text in [
            "\"Ann\", café at 5? 😀 你 yours",
            r#"\"Ann\",\n\n caf\u00e9 at 5? \ud"#,
        ] {
            assert_eq!(
                marked(text, body),
                "#".repeat(text.chars().count()),
                "{text}"
            );
        }
    }

    #[test]
    fn broken_escapes_end_nothing() {
        for body in [
            "\\",
            "\\u",
            "\\ud83d",
            "\\ud83d\\u",
            "\\ud83d\\u0041 and more than that\\uzzzz",
        ] {
            assert_eq!(
                marked("this text is long enough to be hashed", body)
                    .chars()
                    .next(),
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
