//! Reading text from left to right: the few steps that all readers of headers and sentences share.
//! Each takes what it names; where that is missing, nothing is taken.

use super::text::has;

/// What is left to read.
#[derive(Clone, Copy)]
pub struct Scan<'a> {
    rest: &'a str,
}

impl<'a> Scan<'a> {
    /// All of a text.
    pub fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// What has not been taken.
    pub fn rest(self) -> &'a str {
        self.rest
    }

    /// Whether all is taken.
    pub fn is_empty(self) -> bool {
        self.rest.is_empty()
    }

    /// The character that comes next, not taken.
    pub fn peek(self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes one character, whichever it is.
    pub fn step(&mut self) {
        let mut chars = self.rest.chars();
        chars.next();
        self.rest = chars.as_str();
    }

    /// Takes the next character if it is one of these.
    pub fn eat(&mut self, any: &str) -> bool {
        let rest = self.rest.strip_prefix(|next| has(any, next));
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Takes all that follows of these.
    pub fn skip(&mut self, any: &str) {
        self.rest = self.rest.trim_start_matches(|next| has(any, next));
    }

    /// Takes `1*DIGIT [ "." 1*DIGIT ]`.
    pub fn number(&mut self) -> Option<f64> {
        let mut number = f64::from(self.digit()?);
        while let Some(digit) = self.digit() {
            number = number * 10.0 + f64::from(digit);
        }
        let mut after = *self;
        let mut scale = 1.0;
        if after.eat(".") {
            while let Some(digit) = after.digit() {
                scale *= 0.1;
                number += f64::from(digit) * scale;
                *self = after;
            }
        }
        Some(number)
    }

    /// Takes digits, as many as there are up to `most`; none unless there are `least`.
    pub fn digits(&mut self, least: usize, most: usize) -> Option<i64> {
        let mut after = *self;
        let mut number = 0_i64;
        let mut count = 0_usize;
        while count < most
            && let Some(digit) = after.digit()
        {
            number = number.saturating_mul(10).saturating_add(i64::from(digit));
            count = count.saturating_add(1);
        }
        if count < least {
            return None;
        }
        *self = after;
        Some(number)
    }

    /// Takes the letters that follow; all that is not ASCII counts as letters.
    pub fn letters(&mut self) -> &'a str {
        self.take_while(|next| next.is_ascii_alphabetic() || !next.is_ascii())
    }

    /// Takes all up to the next space, and the spaces before and after.
    pub fn word(&mut self) -> &'a str {
        self.skip(" ");
        let word = self.take_while(|next| next != ' ');
        self.skip(" ");
        word
    }

    /// What this scan has taken since it was `before`.
    pub fn taken_since(self, before: Self) -> &'a str {
        let length = before.rest.len().saturating_sub(self.rest.len());
        before.rest.get(..length).unwrap_or_default()
    }

    fn digit(&mut self) -> Option<u32> {
        let digit = self.peek()?.to_digit(10)?;
        self.step();
        Some(digit)
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let before = *self;
        self.rest = self.rest.trim_start_matches(keep);
        self.taken_since(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_not_taken() {
        let mut scan = Scan::new("12.x µs 7");
        assert_eq!(scan.digits(3, 4), None);
        assert_eq!(scan.number(), Some(12.0));
        assert!(!scan.eat(",;"));
        assert!(scan.eat(",."));
        assert_eq!(scan.letters(), "x");
        assert_eq!(scan.number(), None);
        let before = scan;
        assert_eq!(scan.word(), "µs");
        assert_eq!(scan.taken_since(before), " µs ");
        assert_eq!(scan.digits(1, 4), Some(7));
        assert!(scan.is_empty());
    }
}
