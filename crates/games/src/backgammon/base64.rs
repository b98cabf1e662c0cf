//! The base64 of position and match IDs: bits from the lowest up, packed into bytes, six at a time as letters.

use rules::InputError;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Number of letters this many bytes need, without padding.
const fn letters(bytes: usize) -> usize {
    (bytes * 8).div_ceil(6)
}

/// The lowest bytes of a number as letters.
pub(super) fn encode(bits: u128, bytes: usize) -> String {
    // Base64 reads the bytes as one number whose first byte is the most significant.
    let number = bits.swap_bytes();
    let letter = |index: usize| LETTERS[(number << (6 * index) >> 122) as usize] as char;
    debug_assert!(bytes < 16, "a whole number would have letters beyond its last bit");
    (0..letters(bytes)).map(letter).collect()
}

/// Reads as many letters as this many bytes need; errors call them `what`.
pub(super) fn decode(text: &str, bytes: usize, what: &str) -> Result<u128, InputError> {
    let count = text.chars().count();
    if count != letters(bytes) {
        return Err(InputError::new(format!(
            "{} has {count} characters: expected a {what} of {}",
            InputError::quote(text),
            letters(bytes)
        )));
    }
    let mut number: u128 = 0;
    for (index, character) in text.chars().enumerate() {
        let value = LETTERS.iter().position(|&letter| char::from(letter) == character).ok_or_else(|| {
            InputError::new(format!(
                "{} in column {} of the {what} is not a character of base64: expected a letter, a digit, + or /",
                InputError::quote(&character.to_string()),
                index + 1
            ))
        })?;
        number |= (value as u128) << (122 - 6 * index);
    }
    let bits = number.swap_bytes();
    if bits >> (8 * bytes) != 0 {
        return Err(InputError::new(format!("the last character of the {what} has bits that mean nothing")));
    }
    Ok(bits)
}
