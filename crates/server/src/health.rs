//! Test of the store for `/healthz`.

use std::time::Duration;

use store::Store;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

/// Time for which a result is used again, so that requests cannot keep the disk busy.
const VALIDITY: Duration = Duration::from_secs(1);
/// Longest time of a write that counts as healthy.
const TIMEOUT: Duration = Duration::from_secs(3);

/// The last test of the store.
#[derive(Default)]
pub(crate) struct HealthCheck {
    /// Time of the last test and its result. The lock is held during a test: others wait for its result.
    last: Mutex<Option<(Instant, bool)>>,
}

impl HealthCheck {
    /// `true` if the store can be read and written.
    pub(crate) async fn test(&self, store: &Store) -> bool {
        let mut last = self.last.lock().await;
        if let Some((at, result)) = *last
            && at.elapsed() < VALIDITY
        {
            return result;
        }
        let result = timeout(TIMEOUT, store.is_writable()).await.unwrap_or(false);
        *last = Some((Instant::now(), result));
        result
    }
}
