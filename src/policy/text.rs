//! Strings, without the formatting machinery of `core::fmt`, which would outweigh what it formats.

/// A whole number, appended.
pub fn push_number(text: &mut String, number: u64) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.extend(char::from_digit((number % 10) as u32, 10));
}
