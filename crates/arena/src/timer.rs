//! Time in an arena: the one file of this crate that reads a clock.
//!
//! A search reads none; it stops when a flag is raised. Somebody has to raise it, and to say how long moves took.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Raises a flag when the time for a move is over, on a thread of its own.
pub struct Timer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    stop: AtomicBool,
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

struct Waiting {
    deadline: Option<Instant>,
    is_over: bool,
}

impl Timer {
    /// A timer that is not set.
    pub fn new() -> Timer {
        let shared = Arc::new(Shared {
            stop: AtomicBool::new(false),
            waiting: Mutex::new(Waiting { deadline: None, is_over: false }),
            changed: Condvar::new(),
        });
        let watched = Arc::clone(&shared);
        Timer { shared, thread: Some(std::thread::spawn(move || watched.watch())) }
    }

    /// Lowers the flag, and raises it when so much time has passed.
    pub fn set(&self, span: Duration) {
        let deadline = Instant::now().checked_add(span);
        let mut waiting = self.shared.lock();
        waiting.deadline = deadline;
        // Under the lock, so that a deadline that has just come cannot raise the flag for the next move.
        self.shared.stop.store(false, Ordering::Relaxed);
        self.shared.changed.notify_one();
    }

    /// The flag.
    pub fn stop(&self) -> &AtomicBool {
        &self.shared.stop
    }
}

impl Default for Timer {
    fn default() -> Timer {
        Timer::new()
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.shared.lock().is_over = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // The thread only waits: if it is gone already, so much the better.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // A poisoned lock guards nothing that could be half done.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self) {
        let mut waiting = self.lock();
        while !waiting.is_over {
            let left = waiting.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            waiting = match left {
                None => self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => {
                    self.stop.store(true, Ordering::Relaxed);
                    waiting.deadline = None;
                    waiting
                }
                Some(left) => {
                    self.changed.wait_timeout(waiting, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

/// Does something and says how long it took.
#[inline(always)]
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begin = Instant::now();
    let done = work();
    (done, begin.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_is_raised_when_the_time_is_over_and_not_before() {
        let timer = Timer::new();
        for _ in 0..3 {
            let span = Duration::from_millis(20);
            timer.set(span);
            assert!(!timer.stop().load(Ordering::Relaxed));
            let ((), took) = timed(|| {
                while !timer.stop().load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
            });
            assert!(took > span / 2, "{took:?}");
        }
        timer.set(Duration::from_millis(1));
        timer.set(Duration::from_secs(3600));
        std::thread::sleep(Duration::from_millis(5));
        assert!(!timer.stop().load(Ordering::Relaxed));
        timer.set(Duration::MAX);
    }
}
