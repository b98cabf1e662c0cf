//! Deadlines: the one place where an engine's clock is read.
//!
//! A search reads no clock; it stops when a flag is raised. The timer raises it, on a thread of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::time_manager::TimePlan;

/// Raises the stop flags of a search at its deadlines.
pub struct Timer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    stop: AtomicBool,
    soft_stop: AtomicBool,
    deadlines: Mutex<Deadlines>,
    changed: Condvar,
}

#[derive(Default)]
struct Deadlines {
    soft: Option<Instant>,
    hard: Option<Instant>,
    is_closed: bool,
}

impl Timer {
    /// A timer without deadlines.
    pub fn new() -> Timer {
        let shared = Arc::new(Shared {
            stop: AtomicBool::new(false),
            soft_stop: AtomicBool::new(false),
            deadlines: Mutex::default(),
            changed: Condvar::new(),
        });
        let watched = Arc::clone(&shared);
        Timer { shared, thread: Some(std::thread::spawn(move || watched.watch())) }
    }

    /// Lowers the flags and starts the deadlines of a plan.
    pub fn start(&self, plan: TimePlan) {
        let mut deadlines = self.shared.lock();
        deadlines.set(plan);
        // Under the lock, so that a deadline that has just passed cannot raise a flag of the next search.
        self.shared.stop.store(false, Ordering::SeqCst);
        self.shared.soft_stop.store(false, Ordering::SeqCst);
        self.shared.changed.notify_one();
    }

    /// Replaces the deadlines and leaves the flags as they are.
    pub fn restart(&self, plan: TimePlan) {
        self.shared.lock().set(plan);
        self.shared.changed.notify_one();
    }

    /// Lowers the flags and sets one hard deadline.
    pub fn set(&self, span: Duration) {
        self.start(TimePlan { soft: None, hard: Some(span) });
    }

    /// Raises both flags.
    pub fn stop_now(&self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        self.shared.soft_stop.store(true, Ordering::SeqCst);
    }

    /// Flag of the hard deadline.
    pub fn stop(&self) -> &AtomicBool {
        &self.shared.stop
    }

    /// Flag of the soft deadline.
    pub fn soft_stop(&self) -> &AtomicBool {
        &self.shared.soft_stop
    }
}

impl Default for Timer {
    fn default() -> Timer {
        Timer::new()
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // The thread only waits and cannot fail.
            let _ = thread.join();
        }
    }
}

impl Deadlines {
    fn set(&mut self, plan: TimePlan) {
        let now = Instant::now();
        // A deadline beyond the range of the clock is none.
        self.soft = plan.soft.and_then(|span| now.checked_add(span));
        self.hard = plan.hard.and_then(|span| now.checked_add(span));
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Deadlines> {
        // A poisoned lock guards nothing that could be inconsistent.
        self.deadlines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self) {
        let mut deadlines = self.lock();
        while !deadlines.is_closed {
            let now = Instant::now();
            if deadlines.soft.is_some_and(|soft| soft <= now) {
                self.soft_stop.store(true, Ordering::SeqCst);
                deadlines.soft = None;
            }
            if deadlines.hard.is_some_and(|hard| hard <= now) {
                self.stop.store(true, Ordering::SeqCst);
                deadlines.hard = None;
            }
            let next = [deadlines.soft, deadlines.hard].into_iter().flatten().min();
            deadlines = match next {
                None => self.changed.wait(deadlines).unwrap_or_else(PoisonError::into_inner),
                Some(next) => {
                    let left = next.saturating_duration_since(now);
                    self.changed.wait_timeout(deadlines, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

/// Runs a closure and measures its time.
#[inline(always)]
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_raised_at_their_deadlines_and_not_before() {
        let timer = Timer::new();
        for _ in 0..3 {
            let span = Duration::from_millis(20);
            timer.start(TimePlan { soft: Some(span / 2), hard: Some(span) });
            assert!(!timer.stop().load(Ordering::Relaxed));
            let ((), took) = timed(|| {
                while !timer.stop().load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
            });
            assert!(timer.soft_stop().load(Ordering::Relaxed));
            assert!(took > span / 2, "{took:?}");
        }
        timer.set(Duration::from_millis(1));
        timer.set(Duration::from_secs(3600));
        std::thread::sleep(Duration::from_millis(5));
        assert!(!timer.stop().load(Ordering::Relaxed));
        timer.set(Duration::MAX);
    }
}
