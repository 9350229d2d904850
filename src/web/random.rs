//! Chance: the platform's cryptographic source.

/// Uniform in [0, 1).
pub fn uniform() -> f64 {
    let bits = getrandom::u32().unwrap_or_default();
    f64::from(bits) / 4_294_967_296.0
}

/// A key that nobody else has: 128 random bits in hexadecimal digits. (`crypto.randomUUID` is missing where
/// the context is not secure.) None where there is no source of randomness.
pub fn fresh_key() -> Option<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).ok()?;
    let digit = |four: u8| char::from_digit(u32::from(four), 16).unwrap_or('0');
    Some(bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect())
}
