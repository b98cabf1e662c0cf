//! The user behind a request: the session of its cookie.
//!
//! A browser receives a random 256-bit token in a cookie; the store has only its SHA-256. A guest is stored when it opens a
//! table, takes a seat or chooses a name. Before that the second half of the token proves that this server has issued it.

use std::path::Path;

use axum::http::{HeaderMap, HeaderValue, header};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use store::secrets::{fingerprint, is_token, random_hexadecimal};
use store::{Store, WriteOp, unix_millis};
use tokio::sync::broadcast;

use crate::api_error::ApiError;
use crate::key_file;

/// Name of the cookie.
const COOKIE: &str = "takhteh";
/// Lifetime of a guest's cookie in seconds: ten years.
const GUEST_AGE: i64 = 10 * 365 * 24 * 3600;
/// Lifetime of the cookie of an account in seconds.
const ACCOUNT_AGE: i64 = 90 * 24 * 3600;
/// Name of the file with the key that marks the tokens of guests.
const KEY_FILE: &str = "guest.key";
/// Number of hexadecimal digits of each half of a guest's token.
const HALF: usize = 32;
/// Number of ended sessions that a slow connection may miss before it is closed.
const ENDED_QUEUE: usize = 1024;

/// The user of a request.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct User {
    pub(crate) id: String,
    pub(crate) name: String,
    /// `true` for an account, `false` for a guest.
    pub(crate) is_registered: bool,
    /// `true` for the account of a program.
    pub(crate) is_bot: bool,
    /// Id of the session, or of a bot's token.
    pub(crate) session: String,
    /// Browser of the session.
    pub(crate) label: String,
}

impl User {
    /// Operation that stores a guest, with its name if it has changed.
    pub(crate) fn store_op(&self, name: &str) -> Option<WriteOp> {
        (!self.is_registered).then(|| WriteOp::Guest {
            id: self.id.clone(),
            name: name.to_owned(),
            session: self.session.clone(),
            label: self.label.clone(),
            now: unix_millis(),
        })
    }
}

/// Identifies the users of requests.
pub(crate) struct Identities {
    store: Store,
    guest_key: String,
    /// `true` if browsers reach the server by HTTPS only.
    is_secure: bool,
    ended: broadcast::Sender<String>,
}

impl Identities {
    pub(crate) fn open(folder: &Path, store: Store, is_secure: bool) -> Result<Identities, String> {
        let guest_key = key_file::open(folder, KEY_FILE)?;
        Ok(Identities { store, guest_key, is_secure, ended: broadcast::Sender::new(ENDED_QUEUE) })
    }

    /// The user that sends a request, and the cookie to set if the request has no valid one.
    pub(crate) async fn identify(
        &self,
        headers: &HeaderMap,
    ) -> Result<(User, Option<HeaderValue>), ApiError> {
        let label = label_of(headers);
        if let Some(token) = token_in(headers) {
            if let Some(user) = self.stored_user(token).await? {
                return Ok((user, None));
            }
            if self.is_guest_token(token) {
                let id = fingerprint(token);
                if self.store.user(&id).await?.is_none() {
                    return Ok((new_guest(id, label), None));
                }
                // Another request has stored the guest meanwhile. Otherwise the guest has an account by now, and the token
                // is no longer valid.
                if let Some(user) = self.stored_user(token).await? {
                    return Ok((user, None));
                }
            }
        }
        let token = self.new_guest_token();
        Ok((new_guest(fingerprint(&token), label), self.cookie(&token, GUEST_AGE)))
    }

    /// The user of a stored session.
    async fn stored_user(&self, token: &str) -> Result<Option<User>, ApiError> {
        let session = self.store.session(token, unix_millis()).await?;
        Ok(session.map(|session| User {
            id: session.user.id,
            name: session.user.name,
            is_registered: session.user.is_registered,
            is_bot: false,
            session: session.id,
            label: session.label,
        }))
    }

    /// Cookie with the token of an account's session.
    pub(crate) fn account_cookie(&self, token: &str) -> Option<HeaderValue> {
        self.cookie(token, ACCOUNT_AGE)
    }

    /// Cookie of a new guest, which replaces that of a session that has ended.
    pub(crate) fn guest_cookie(&self) -> Option<HeaderValue> {
        self.cookie(&self.new_guest_token(), GUEST_AGE)
    }

    fn cookie(&self, token: &str, max_age: i64) -> Option<HeaderValue> {
        let secure = if self.is_secure { "; Secure" } else { "" };
        let cookie = format!("{COOKIE}={token}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&cookie).ok()
    }

    /// Closes the connections of a session that has ended.
    pub(crate) fn end_session(&self, session: &str) {
        // Without connections there is no receiver.
        let _ = self.ended.send(session.to_owned());
    }

    /// Receiver of the ids of sessions that end.
    pub(crate) fn ended_sessions(&self) -> broadcast::Receiver<String> {
        self.ended.subscribe()
    }

    fn new_guest_token(&self) -> String {
        let random = random_hexadecimal::<{ HALF / 2 }>();
        let mark = self.mark(&random);
        random + &mark
    }

    fn is_guest_token(&self, token: &str) -> bool {
        // Tokens are compared by a hash of both: the time says nothing about where they differ.
        token.split_at_checked(HALF).is_some_and(|(random, mark)| {
            fingerprint(&self.mark(random)) == fingerprint(&mark.to_ascii_lowercase())
        })
    }

    /// Second half of the guest token with this first half.
    fn mark(&self, random: &str) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(self.guest_key.as_bytes()) else {
            // A key of any length is allowed, so this does not happen; a random mark fits no token.
            return random_hexadecimal::<{ HALF / 2 }>();
        };
        mac.update(random.to_ascii_lowercase().as_bytes());
        mac.finalize().into_bytes().iter().take(HALF / 2).map(|byte| format!("{byte:02x}")).collect()
    }
}

fn new_guest(id: String, label: String) -> User {
    let digits = u64::from_str_radix(id.get(..8).unwrap_or("0"), 16).unwrap_or(0) % 9000 + 1000;
    let name = format!("Guest {digits}");
    User { session: id.clone(), id, name, is_registered: false, is_bot: false, label }
}

/// The token in the cookie of a request.
pub(crate) fn token_in(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, token) = pairs.find(|(name, _)| *name == COOKIE)?;
    is_token(token).then_some(token)
}

/// Short description of a browser, such as "Firefox on Linux".
fn label_of(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or("");
    // Each browser also names those that it imitates, so the order matters.
    let browsers = [
        ("Firefox/", "Firefox"),
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
        ("curl/", "curl"),
    ];
    let systems = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ];
    let name_in = |names: &[(&str, &'static str)]| {
        names.iter().find(|(part, _)| agent.contains(part)).map(|(_, name)| *name)
    };
    match (name_in(&browsers), name_in(&systems)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => "unknown program".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect()
    }

    async fn identities(name: &str, is_secure: bool) -> Identities {
        let folder = std::env::temp_dir().join(format!("takhteh-identity-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let store = Store::open(&folder.join("takhteh.db")).await.unwrap();
        Identities::open(&folder, store, is_secure).unwrap()
    }

    #[tokio::test]
    async fn a_guest_is_identified_by_a_cookie_that_the_server_has_issued() {
        let identities = identities("guest", false).await;
        let (guest, cookie) = identities.identify(&HeaderMap::new()).await.unwrap();
        let cookie = cookie.unwrap().to_str().unwrap().to_owned();
        let sent = cookie.split(';').next().unwrap();
        assert!(cookie.contains("HttpOnly; SameSite=Lax") && !cookie.contains("Secure"));
        let with = |cookie: &str| headers(&[(header::COOKIE, cookie)]);
        let (again, none) = identities.identify(&with(&format!("a=b; {sent}; c=d"))).await.unwrap();
        assert_eq!((again, none), (guest.clone(), None));
        assert!(!sent.contains(&guest.id), "the token itself is not stored");
        let forged = format!("takhteh={}", "0".repeat(64));
        let mut changed = sent.to_owned();
        let last = if changed.pop() == Some('0') { '1' } else { '0' };
        changed.push(last);
        for bad in ["takhteh=", "takhteh=12", "takhteh=zz", "other=1", &forged, &changed] {
            let (other, cookie) = identities.identify(&with(bad)).await.unwrap();
            assert!(cookie.is_some() && other != guest, "{bad}");
        }
    }

    #[tokio::test]
    async fn cookies_are_secure_behind_tls() {
        let cookie = identities("tls", true).await.guest_cookie().unwrap();
        assert!(cookie.to_str().unwrap().ends_with("; Secure"));
    }

    #[test]
    fn browsers_have_short_labels() {
        for (agent, label) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36",
                "Chrome on Windows",
            ),
            ("curl/8.0", "curl"),
            ("", "unknown program"),
        ] {
            assert_eq!(label_of(&headers(&[(header::USER_AGENT, agent)])), label);
        }
    }
}
