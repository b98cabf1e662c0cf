//! Random tokens and their fingerprints.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// Number of hexadecimal digits of a token: 256 bits.
pub const TOKEN_DIGITS: usize = 64;

/// Characters of a table's id: no vowels, so that ids do not form words.
const ID_CHARACTERS: &[u8; 30] = b"0123456789bcdfghjkmnpqrstvwxyz";
/// Length of a table's id: about 49 random bits.
const ID_LENGTH: usize = 10;

/// A random id for a new table.
pub fn new_table_id() -> String {
    random_bytes::<ID_LENGTH>()
        .iter()
        .map(|byte| ID_CHARACTERS[usize::from(byte % ID_CHARACTERS.len() as u8)] as char)
        .collect()
}

/// A new random token.
pub fn new_token() -> String {
    random_hexadecimal::<{ TOKEN_DIGITS / 2 }>()
}

/// `true` if a text has the form of a token.
pub fn is_token(text: &str) -> bool {
    text.len() == TOKEN_DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// SHA-256 of a token in hexadecimal. Tokens are random, so a fast hash protects them.
pub fn fingerprint(token: &str) -> String {
    hexadecimal(&Sha256::digest(token.as_bytes()))
}

/// `BYTES` random bytes, in hexadecimal.
pub fn random_hexadecimal<const BYTES: usize>() -> String {
    hexadecimal(&random_bytes::<BYTES>())
}

/// `BYTES` random bytes.
///
/// # Panics
/// If the system has no source of entropy: tokens could be guessed.
#[expect(clippy::expect_used, reason = "without entropy no secret is one")]
pub fn random_bytes<const BYTES: usize>() -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).expect("the system has a source of entropy");
    bytes
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_fingerprints_are_sha256() {
        assert_ne!(new_token(), new_token());
        assert!(is_token(&new_token()) && !is_token("12") && !is_token(&"z".repeat(64)));
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(fingerprint(""), empty);
    }
}
