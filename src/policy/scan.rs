//! Reading text byte by byte: the few steps that all readers here share. (The searchers, splitters
//! and trimmers of `core::str` would come to a multiple of this, once for each closure.)

/// What is left to read.
#[derive(Clone, Copy)]
pub struct Scan<'a>(pub &'a [u8]);

impl<'a> Scan<'a> {
    /// Takes the next byte if it is one of these.
    pub fn eat(&mut self, any: &[u8]) -> bool {
        match self.0 {
            [first, rest @ ..] if any.iter().any(|byte| byte == first) => {
                self.0 = rest;
                true
            }
            _ => false,
        }
    }

    /// Takes all that follows of these.
    pub fn skip(&mut self, any: &[u8]) {
        while self.eat(any) {}
    }

    /// Takes one digit.
    fn digit(&mut self) -> Option<f64> {
        match self.0 {
            [digit @ b'0'..=b'9', rest @ ..] => {
                self.0 = rest;
                Some(f64::from(digit - b'0'))
            }
            _ => None,
        }
    }

    /// Takes digits, as many as there are up to `most`; none unless there are `least`.
    pub fn digits(&mut self, least: u8, most: u8) -> Option<i64> {
        let mut number = 0.0;
        let mut count = 0;
        while count < most
            && let Some(digit) = self.digit()
        {
            number = number * 10.0 + digit;
            count += 1;
        }
        (count >= least).then_some(number as i64)
    }

    /// Takes `1*DIGIT [ "." 1*DIGIT ]`.
    pub fn number(&mut self) -> Option<f64> {
        let mut number = self.digit()?;
        while let Some(digit) = self.digit() {
            number = number * 10.0 + digit;
        }
        let mut after = *self;
        let mut scale = 1.0;
        if after.eat(b".") {
            while let Some(digit) = after.digit() {
                scale *= 0.1;
                number += digit * scale;
                *self = after;
            }
        }
        Some(number)
    }

    /// Takes the letters that follow; all that is not ASCII counts as letters.
    pub fn letters(&mut self) -> &'a [u8] {
        let letters = self.0;
        let mut length = 0;
        while let [b'a'..=b'z' | b'A'..=b'Z' | 0x80.., rest @ ..] = self.0 {
            self.0 = rest;
            length += 1;
        }
        letters.get(..length).unwrap_or_default()
    }

    /// Takes all up to the next space, and spaces before and after.
    pub fn word(&mut self) -> &'a [u8] {
        self.skip(b" ");
        let word = self.0;
        let mut length = 0;
        while let [first, rest @ ..] = self.0
            && *first != b' '
        {
            self.0 = rest;
            length += 1;
        }
        self.skip(b" ");
        word.get(..length).unwrap_or_default()
    }
}

/// The rows of a table that is one text: a letter that says what the row means, and the row, which
/// ends its line. (As an array of pairs a table costs twice as much.)
pub struct Rows(pub &'static [u8]);

impl Iterator for Rows {
    type Item = (u8, &'static [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let [letter, rest @ ..] = self.0 else { return None };
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        self.0 = rest.get(end + 1..).unwrap_or_default();
        rest.get(..end).map(|row| (*letter, row))
    }
}

/// The letter of the row that is this word, or 0.
pub fn letter_of(table: &'static str, word: &[u8]) -> u8 {
    Rows(table.as_bytes()).find(|(_, row)| *row == word).map_or(0, |(letter, _)| letter)
}

/// Where `needle` begins first, from `from` on.
pub fn find(text: &[u8], needle: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while !text.get(at..)?.starts_with(needle) {
        at += 1;
    }
    Some(at)
}
