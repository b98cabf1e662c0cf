//! Guests: anonymous players, identified by a cookie.
//!
//! A browser receives a random 256-bit token in a cookie. The server stores only the token's SHA-256, and only once the
//! guest opens a table or chooses a name.

use std::fmt::Write;

use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest, Sha256};

/// Name of the cookie.
const COOKIE: &str = "takhteh";
/// Lifetime of the cookie in seconds: ten years.
const MAX_AGE: u64 = 10 * 365 * 24 * 3600;

/// A guest.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Guest {
    /// SHA-256 of the token, in hexadecimal.
    pub(crate) id: String,
}

impl Guest {
    fn of_token(token: &str) -> Guest {
        Guest { id: hexadecimal(&Sha256::digest(token.as_bytes())) }
    }

    /// Name of a guest who has not chosen one.
    pub(crate) fn default_name(&self) -> String {
        let digits = u64::from_str_radix(self.id.get(..8).unwrap_or("0"), 16).unwrap_or(0) % 9000 + 1000;
        format!("Guest {digits}")
    }
}

/// The guest that sends a request, and the cookie to set if the request had none.
pub(crate) fn identify(headers: &HeaderMap) -> (Guest, Option<HeaderValue>) {
    if let Some(token) = token_in(headers) {
        return (Guest::of_token(token), None);
    }
    let token = random_hexadecimal::<32>();
    let cookie = format!("{COOKIE}={token}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax");
    (Guest::of_token(&token), HeaderValue::from_str(&cookie).ok())
}

fn token_in(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, token) = pairs.find(|(name, _)| *name == COOKIE)?;
    let is_token = token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_token.then_some(token)
}

/// `BYTES` random bytes, in hexadecimal.
pub(crate) fn random_hexadecimal<const BYTES: usize>() -> String {
    hexadecimal(&random_bytes::<BYTES>())
}

/// `BYTES` random bytes.
///
/// # Panics
/// If the system has no source of entropy: tokens could be guessed.
#[expect(clippy::expect_used, reason = "without entropy no secret is one")]
pub(crate) fn random_bytes<const BYTES: usize>() -> [u8; BYTES] {
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

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect()
    }

    #[test]
    fn a_guest_is_identified_by_the_cookie() {
        let (guest, cookie) = identify(&HeaderMap::new());
        let cookie = cookie.unwrap();
        let sent = cookie.to_str().unwrap().split(';').next().unwrap();
        assert!(cookie.to_str().unwrap().contains("HttpOnly; SameSite=Lax"));
        let (again, none) = identify(&headers(&[(header::COOKIE, &format!("a=b; {sent}; c=d"))]));
        assert_eq!((again, none), (guest.clone(), None));
        assert!(!sent.contains(&guest.id), "the token itself is not stored");
        for bad in ["takhteh=", "takhteh=12", "takhteh=zz", "other=1"] {
            assert!(identify(&headers(&[(header::COOKIE, bad)])).1.is_some(), "{bad}");
        }
    }
}
