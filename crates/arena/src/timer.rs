//! Move timer. This is the only file of the crate that reads a clock: a search reads none and stops when a flag is set.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Timer thread that sets a stop flag when the time for a move is over.
pub struct Timer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    stop: AtomicBool,
    state: Mutex<TimerState>,
    changed: Condvar,
}

struct TimerState {
    deadline: Option<Instant>,
    is_over: bool,
}

impl Timer {
    /// A timer without a deadline.
    pub fn new() -> Timer {
        let shared = Arc::new(Shared {
            stop: AtomicBool::new(false),
            state: Mutex::new(TimerState { deadline: None, is_over: false }),
            changed: Condvar::new(),
        });
        let background = Arc::clone(&shared);
        Timer { shared, thread: Some(std::thread::spawn(move || background.run())) }
    }

    /// Clears the flag, and sets it after `span`.
    pub fn set(&self, span: Duration) {
        let deadline = Instant::now().checked_add(span);
        let mut state = self.shared.lock();
        state.deadline = deadline;
        // Cleared under the lock: an expired deadline must not set the flag for the next move.
        self.shared.stop.store(false, Ordering::Relaxed);
        self.shared.changed.notify_one();
    }

    /// The stop flag.
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
            // The result carries nothing: the thread only waits.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, TimerState> {
        // The state is valid after every statement, so a poisoned lock is safe to use.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut state = self.lock();
        while !state.is_over {
            let left = state.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            state = match left {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => {
                    self.stop.store(true, Ordering::Relaxed);
                    state.deadline = None;
                    state
                }
                Some(left) => {
                    self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

/// Runs a closure and measures how long it takes.
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
    fn the_flag_is_set_when_the_time_is_over_and_not_before() {
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
