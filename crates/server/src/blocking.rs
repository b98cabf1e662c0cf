//! A bounded pool for work that would block the async runtime: compiling armies, replaying games, rendering pictures.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Semaphore;

use crate::api_error::ApiError;

/// Number of requests that may wait for a free thread.
const MAX_WAITING: usize = 64;

/// Runs blocking work on at most as many threads as there are permits.
pub(crate) struct BlockingPool {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl BlockingPool {
    /// A pool of `threads` threads.
    pub(crate) fn new(threads: usize) -> BlockingPool {
        BlockingPool { permits: Arc::new(Semaphore::new(threads)), waiting: AtomicUsize::new(0) }
    }

    /// Runs a client's work. Fails at once with [`ApiError::busy`] if [`MAX_WAITING`] requests wait already.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let waiting = Waiting::enter(&self.waiting);
        if waiting.before >= MAX_WAITING && self.permits.available_permits() == 0 {
            return Err(ApiError::busy());
        }
        self.start(work, Some(waiting)).await
    }

    /// Runs the server's own work, which waits as long as it takes: opening a room cannot be refused.
    pub(crate) async fn run_queued<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        self.start(work, None).await
    }

    async fn start<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
        waiting: Option<Waiting<'_>>,
    ) -> Result<T, ApiError> {
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        let permit = permit.map_err(|_| ApiError::shutting_down())?;
        drop(waiting);
        let running = tokio::task::spawn_blocking(move || {
            // The permit is held until the work ends, even if the client has disconnected meanwhile.
            let _permit = permit;
            work()
        });
        running.await.map_err(
            |error| {
                if error.is_panic() { ApiError::internal() } else { ApiError::shutting_down() }
            },
        )
    }
}

/// A request in the queue; it leaves the queue when dropped, also if the client disconnects.
struct Waiting<'a> {
    count: &'a AtomicUsize,
    before: usize,
}

impl Waiting<'_> {
    fn enter(count: &AtomicUsize) -> Waiting<'_> {
        Waiting { before: count.fetch_add(1, Ordering::Relaxed), count }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test]
    async fn work_beyond_the_queue_is_refused_and_the_rest_completes() {
        let pool = Arc::new(BlockingPool::new(1));
        let (release, gate) = mpsc::channel::<()>();
        let first = {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move { pool.run(move || gate.recv().is_ok()).await })
        };
        while pool.permits.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let queued: Vec<_> = (0..MAX_WAITING)
            .map(|number| {
                let pool = Arc::clone(&pool);
                tokio::spawn(async move { pool.run(move || number).await })
            })
            .collect();
        while pool.waiting.load(Ordering::Relaxed) < MAX_WAITING {
            tokio::task::yield_now().await;
        }
        assert_eq!(pool.run(|| 0).await, Err(ApiError::busy()));
        release.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(true));
        for (number, task) in queued.into_iter().enumerate() {
            assert_eq!(task.await.unwrap(), Ok(number));
        }
        assert_eq!(pool.waiting.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn a_panic_is_an_internal_error_and_frees_its_thread() {
        let pool = BlockingPool::new(1);
        let result = pool.run(|| if true { panic!("broken") } else { 0 }).await;
        assert_eq!(result, Err(ApiError::internal()));
        assert_eq!(pool.run(|| 1).await, Ok(1));
    }
}
