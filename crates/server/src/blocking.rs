//! A bounded pool for work that would block the async runtime: compiling armies, replaying games, rendering pictures.
//!
//! Requests wait in a [`FairQueue`], so that the pictures of one stranger delay others by one picture. The server's own work, such
//! as opening rooms, and requests take turns.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::api_error::ApiError;
use crate::fair_queue::{FairQueue, Party};

/// Number of requests that may wait for a free thread.
const MAX_WAITING: usize = 256;
/// Number of requests of one network that may wait.
const MAX_NETWORK_WAITING: usize = 64;

/// Runs blocking work on a limited number of threads.
pub(crate) struct BlockingPool {
    queue: Arc<Mutex<Queue>>,
}

/// Work that waits for a thread.
struct Queue {
    /// Number of threads that are not used.
    free: usize,
    /// The server's own work.
    own: VecDeque<oneshot::Sender<Permit>>,
    requests: FairQueue<oneshot::Sender<Permit>>,
    is_own_next: bool,
}

/// The right to use a thread. Dropping it gives the thread to the next one that waits.
struct Permit {
    queue: Arc<Mutex<Queue>>,
}

/// A place in the queue, or the permit itself.
enum Ticket {
    Granted(Permit),
    Waiting(oneshot::Receiver<Permit>),
}

impl Queue {
    /// The next one that waits and has not been cancelled; without one the thread becomes free.
    fn next(&mut self) -> Option<oneshot::Sender<Permit>> {
        loop {
            let next = match self.is_own_next {
                true => self.own.pop_front().or_else(|| self.requests.pop()),
                false => self.requests.pop().or_else(|| self.own.pop_front()),
            };
            self.is_own_next = !self.is_own_next;
            match next {
                Some(waiting) if waiting.is_closed() => {}
                Some(waiting) => return Some(waiting),
                None => {
                    self.free += 1;
                    return None;
                }
            }
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let next = lock(&self.queue).next();
        if let Some(waiting) = next {
            // A client that has just disconnected returns the permit, which then goes to the next one.
            drop(waiting.send(Permit { queue: Arc::clone(&self.queue) }));
        }
    }
}

impl BlockingPool {
    /// A pool of `threads` threads.
    pub(crate) fn new(threads: usize) -> BlockingPool {
        let queue =
            Queue { free: threads, own: VecDeque::new(), requests: FairQueue::default(), is_own_next: true };
        BlockingPool { queue: Arc::new(Mutex::new(queue)) }
    }

    /// Runs the work of a client. Fails at once with [`ApiError::busy`] if too many requests wait already.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        party: Party,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let ticket = self.ticket(|queue, waiting| {
            let requests = &mut queue.requests;
            if requests.len() >= MAX_WAITING || requests.network_count(&party) >= MAX_NETWORK_WAITING {
                return Err(ApiError::busy());
            }
            requests.push(&party, waiting);
            Ok(())
        })?;
        start(ticket.permit().await?, work).await
    }

    /// Runs the server's own work, which waits as long as it takes: opening a room cannot be refused.
    pub(crate) async fn run_queued<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let ticket = self.ticket(|queue, waiting| {
            queue.own.push_back(waiting);
            Ok(())
        })?;
        start(ticket.permit().await?, work).await
    }

    /// A ticket with a permit, or one that `wait` has put into the queue.
    fn ticket(
        &self,
        wait: impl FnOnce(&mut Queue, oneshot::Sender<Permit>) -> Result<(), ApiError>,
    ) -> Result<Ticket, ApiError> {
        let mut queue = lock(&self.queue);
        if queue.free > 0 {
            queue.free -= 1;
            return Ok(Ticket::Granted(Permit { queue: Arc::clone(&self.queue) }));
        }
        let (sender, receiver) = oneshot::channel();
        wait(&mut queue, sender)?;
        Ok(Ticket::Waiting(receiver))
    }
}

impl Ticket {
    /// Waits for the permit.
    async fn permit(self) -> Result<Permit, ApiError> {
        match self {
            Ticket::Granted(permit) => Ok(permit),
            Ticket::Waiting(receiver) => receiver.await.map_err(|_| ApiError::shutting_down()),
        }
    }
}

async fn start<T: Send + 'static>(
    permit: Permit,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
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

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use tokio::task::JoinHandle;

    fn party(network: &str) -> Party {
        Party { network: network.to_owned(), user: String::new() }
    }

    /// A pool of one thread, which is busy until the sender is used.
    async fn busy_pool() -> (Arc<BlockingPool>, mpsc::Sender<()>, JoinHandle<Result<bool, ApiError>>) {
        let pool = Arc::new(BlockingPool::new(1));
        let (release, gate) = mpsc::channel::<()>();
        let busy = Arc::clone(&pool);
        let first = tokio::spawn(async move { busy.run(party("first"), move || gate.recv().is_ok()).await });
        while lock(&pool.queue).free > 0 {
            tokio::task::yield_now().await;
        }
        (pool, release, first)
    }

    /// Starts work that notes its name, and waits until it is in the queue.
    async fn queue_up(
        pool: &Arc<BlockingPool>,
        network: Option<&'static str>,
        done: &mpsc::Sender<&'static str>,
    ) -> JoinHandle<Result<(), ApiError>> {
        let count = |pool: &BlockingPool| {
            let queue = lock(&pool.queue);
            queue.requests.len() + queue.own.len()
        };
        let before = count(pool);
        let (own, done) = (Arc::clone(pool), done.clone());
        let task = tokio::spawn(async move {
            let note = move || done.send(network.unwrap_or("own")).unwrap();
            match network {
                Some(network) => own.run(party(network), note).await,
                None => own.run_queued(note).await,
            }
        });
        while count(pool) == before {
            tokio::task::yield_now().await;
        }
        task
    }

    #[tokio::test]
    async fn work_beyond_the_queue_is_refused_and_the_rest_completes() {
        let (pool, release, first) = busy_pool().await;
        let (done, finished) = mpsc::channel();
        let mut queued = Vec::new();
        for _ in 0..MAX_NETWORK_WAITING {
            queued.push(queue_up(&pool, Some("greedy"), &done).await);
        }
        assert_eq!(pool.run(party("greedy"), || 0).await, Err(ApiError::busy()));
        queued.push(queue_up(&pool, Some("other"), &done).await);
        release.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(true));
        for task in queued {
            assert_eq!(task.await.unwrap(), Ok(()));
        }
        assert_eq!(finished.try_iter().count(), MAX_NETWORK_WAITING + 1);
        assert_eq!(lock(&pool.queue).free, 1);
    }

    /// A stranger and the server itself wait for one item of a flood; what its client has cancelled does not run.
    #[tokio::test]
    async fn a_flood_delays_others_by_one_item() {
        let (pool, release, first) = busy_pool().await;
        let (done, finished) = mpsc::channel();
        let mut queued = Vec::new();
        let cancelled = queue_up(&pool, Some("cancelled"), &done).await;
        for _ in 0..5 {
            queued.push(queue_up(&pool, Some("flood"), &done).await);
        }
        queued.push(queue_up(&pool, Some("stranger"), &done).await);
        queued.push(queue_up(&pool, None, &done).await);
        cancelled.abort();
        assert!(cancelled.await.is_err());
        release.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(true));
        for task in queued {
            assert_eq!(task.await.unwrap(), Ok(()));
        }
        let order: Vec<&str> = finished.try_iter().collect();
        assert_eq!(order, ["own", "flood", "stranger", "flood", "flood", "flood", "flood"]);
    }

    #[tokio::test]
    async fn a_panic_is_an_internal_error_and_frees_its_thread() {
        let pool = BlockingPool::new(1);
        let result = pool.run(party("one"), || if true { panic!("broken") } else { 0 }).await;
        assert_eq!(result, Err(ApiError::internal()));
        assert_eq!(pool.run(party("one"), || 1).await, Ok(1));
    }
}
