//! Passwords: Argon2id in a bounded number of threads.

use std::sync::{Arc, LazyLock};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::accounts::AccountError;

/// Memory of one hash in KiB, and passes over it.
const MEMORY: u32 = 19 * 1024;
const PASSES: u32 = 2;
/// Number of hashes that are computed at the same time. Each takes about 30 ms of a core.
const THREADS: usize = 2;
/// Number of requests that may wait for a hash.
const MAX_WAITING: usize = 64;

/// Shortest password in characters and longest in bytes.
pub const MIN_CHARACTERS: usize = 8;
const MAX_BYTES: usize = 256;

/// Hash that no password matches. Logging in with an unknown name is checked against it, and takes as long.
static UNKNOWN_USER: LazyLock<String> =
    LazyLock::new(|| hash(&crate::secrets::new_token()).unwrap_or_default());

/// Pool of threads that hash passwords.
#[derive(Clone)]
pub(crate) struct PasswordPool {
    permits: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl PasswordPool {
    pub(crate) fn new() -> PasswordPool {
        PasswordPool {
            permits: Arc::new(Semaphore::new(THREADS)),
            waiting: Arc::new(Semaphore::new(MAX_WAITING)),
        }
    }

    /// Hash of a password as a PHC string.
    pub(crate) async fn hash(&self, password: String) -> Result<String, AccountError> {
        self.run(move || hash(&password)).await?.ok_or(AccountError::Busy)
    }

    /// `true` if the password belongs to the hash; `None` is the hash of an unknown user and takes the same time.
    pub(crate) async fn matches(&self, password: String, hash: Option<String>) -> Result<bool, AccountError> {
        self.run(move || {
            let is_known = hash.is_some();
            let hash = hash.as_deref().unwrap_or(&UNKNOWN_USER);
            is_known & matches(&password, hash)
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AccountError> {
        let waiting = self.waiting.try_acquire().map_err(|_| AccountError::Busy)?;
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| AccountError::Busy)?;
        drop(waiting);
        let running = tokio::task::spawn_blocking(move || {
            // The permit is held until the work ends, even if the client has disconnected.
            let _permit = permit;
            work()
        });
        running.await.map_err(|_| AccountError::Busy)
    }
}

/// Checks a new password: its length only, because other rules make passwords weaker.
pub(crate) fn check_new(password: &str) -> Result<(), AccountError> {
    if password.chars().count() < MIN_CHARACTERS || password.len() > MAX_BYTES {
        return Err(AccountError::BadPassword);
    }
    Ok(())
}

/// `true` if a password is short enough to be hashed at all.
pub(crate) fn is_bounded(password: &str) -> bool {
    password.len() <= MAX_BYTES
}

fn argon2() -> Option<Argon2<'static>> {
    let params = Params::new(MEMORY, PASSES, 1, None).ok()?;
    Some(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(password: &str) -> Option<String> {
    Some(argon2()?.hash_password(password.as_bytes()).ok()?.to_string())
}

fn matches(password: &str, hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return false };
    Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_hash_is_salted_and_matches_its_password_only() {
        let pool = PasswordPool::new();
        let hash = pool.hash("correct horse".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(hash, pool.hash("correct horse".to_owned()).await.unwrap(), "the salt is random");
        assert!(pool.matches("correct horse".to_owned(), Some(hash.clone())).await.unwrap());
        assert!(!pool.matches("correct horsf".to_owned(), Some(hash)).await.unwrap());
        assert!(!pool.matches("correct horse".to_owned(), None).await.unwrap());
        assert!(!pool.matches("x".to_owned(), Some("damaged".to_owned())).await.unwrap());
    }

    #[test]
    fn the_length_of_a_password_is_bounded() {
        for bad in ["", "1234567", &"x".repeat(257)] {
            assert!(check_new(bad).is_err(), "{bad}");
        }
        for good in ["12345678", "رمز من است", &"x".repeat(256)] {
            assert!(check_new(good).is_ok(), "{good}");
        }
    }
}
