//! Guests: who somebody is without an account.
//!
//! A browser gets a random token of 256 bits in a cookie. The house knows a guest by the token's SHA-256 only, and writes
//! it down when the guest first opens a table or chooses a name.

use std::fmt::Write;

use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest, Sha256};

/// The name of the cookie.
const COOKIE: &str = "takhteh";
/// How long a browser keeps it: ten years, in seconds.
const KEPT: u64 = 10 * 365 * 24 * 3600;

/// A guest.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Guest {
    /// The SHA-256 of the token, in hexadecimal.
    pub(crate) id: String,
}

impl Guest {
    fn of_token(token: &str) -> Guest {
        Guest { id: hexadecimal(&Sha256::digest(token.as_bytes())) }
    }

    /// What a guest is called who has not said otherwise.
    pub(crate) fn usual_name(&self) -> String {
        let digits = u64::from_str_radix(self.id.get(..8).unwrap_or("0"), 16).unwrap_or(0) % 9000 + 1000;
        format!("Guest {digits}")
    }
}

/// Who sends a request, and the cookie to be set if it had none.
pub(crate) fn recognise(headers: &HeaderMap) -> (Guest, Option<HeaderValue>) {
    if let Some(token) = token_in(headers) {
        return (Guest::of_token(token), None);
    }
    let token = random_hexadecimal::<32>();
    let cookie = format!("{COOKIE}={token}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax");
    (Guest::of_token(&token), HeaderValue::from_str(&cookie).ok())
}

fn token_in(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, token) = pairs.find(|(name, _)| *name == COOKIE)?;
    let is_token = token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_token.then_some(token)
}

/// So many random bytes, in hexadecimal.
pub(crate) fn random_hexadecimal<const BYTES: usize>() -> String {
    hexadecimal(&random_bytes::<BYTES>())
}

/// So many random bytes. A system that has no entropy cannot keep anybody apart: it is given up.
#[expect(clippy::expect_used, reason = "without entropy no secret is one")]
pub(crate) fn random_bytes<const BYTES: usize>() -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
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
    fn a_guest_is_known_again_by_the_cookie() {
        let (guest, cookie) = recognise(&HeaderMap::new());
        let cookie = cookie.unwrap();
        let sent = cookie.to_str().unwrap().split(';').next().unwrap();
        assert!(cookie.to_str().unwrap().contains("HttpOnly; SameSite=Lax"));
        let (again, none) = recognise(&headers(&[(header::COOKIE, &format!("a=b; {sent}; c=d"))]));
        assert_eq!((again, none), (guest.clone(), None));
        assert!(!sent.contains(&guest.id), "the token is not what is kept");
        for bad in ["takhteh=", "takhteh=12", "takhteh=zz", "other=1"] {
            assert!(recognise(&headers(&[(header::COOKIE, bad)])).1.is_some(), "{bad}");
        }
    }
}
