//! Deadlines: the one place where an engine's clock is read.
//!
//! A search reads no clock; it stops when a flag is raised. The timer raises it, on a thread of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use search::{Confidence, SoftStop};

use crate::time_manager::TimePlan;

/// Flags that end one search. Clones share them; a flag that was raised stays raised.
#[derive(Clone, Default, Debug)]
pub struct StopFlags(Arc<Flags>);

#[derive(Default, Debug)]
struct Flags {
    stop: AtomicBool,
    soft_stop: SoftStop,
}

impl StopFlags {
    /// Flags that are not raised.
    pub fn new() -> StopFlags {
        StopFlags::default()
    }

    /// Raises both flags: the search ends within a few milliseconds, or does not start.
    pub fn raise(&self) {
        self.0.stop.store(true, Ordering::SeqCst);
        self.0.soft_stop.raise(Confidence::Low);
    }

    /// `true` once the search has to end.
    pub fn is_raised(&self) -> bool {
        self.0.stop.load(Ordering::SeqCst)
    }

    /// `true` while a clone exists elsewhere, such as in a search that runs.
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// Flag of the hard deadline.
    pub fn stop(&self) -> &AtomicBool {
        &self.0.stop
    }

    /// Flag of the soft deadlines.
    pub fn soft_stop(&self) -> &SoftStop {
        &self.0.soft_stop
    }
}

/// Raises the flags of one search at a time at its deadlines.
pub struct Timer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    deadlines: Mutex<Deadlines>,
    changed: Condvar,
}

#[derive(Default)]
struct Deadlines {
    flags: StopFlags,
    /// One for each confidence.
    soft: [Option<Instant>; Confidence::ALL.len()],
    hard: Option<Instant>,
    is_closed: bool,
}

impl Timer {
    /// A timer without deadlines.
    pub fn new() -> Timer {
        let shared = Arc::new(Shared::default());
        let watched = Arc::clone(&shared);
        Timer { shared, thread: Some(std::thread::spawn(move || watched.watch())) }
    }

    /// Starts the deadlines of a plan, which raise these flags, and drops those of earlier searches.
    pub fn start(&self, plan: TimePlan, flags: &StopFlags) {
        let now = Instant::now();
        let mut deadlines = self.shared.lock();
        deadlines.flags = flags.clone();
        // A deadline beyond the range of the clock is none.
        let after = |span: Duration| now.checked_add(span);
        let soft = |confidence: Confidence| plan.soft.and_then(|span| after(share_of(span, confidence)));
        deadlines.soft = Confidence::ALL.map(soft);
        deadlines.hard = plan.hard.and_then(after);
        self.shared.changed.notify_one();
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

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Deadlines> {
        // A poisoned lock guards nothing that could be inconsistent.
        self.deadlines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self) {
        let mut deadlines = self.lock();
        while !deadlines.is_closed {
            let now = Instant::now();
            for confidence in Confidence::ALL {
                if deadlines.soft[confidence as usize].take_if(|soft| *soft <= now).is_some() {
                    deadlines.flags.soft_stop().raise(confidence);
                }
            }
            if deadlines.hard.take_if(|hard| *hard <= now).is_some() {
                deadlines.flags.raise();
            }
            let next = deadlines.soft.into_iter().chain([deadlines.hard]).flatten().min();
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

/// The soft time of a search with this confidence; the longest there is if it is beyond all bounds.
fn share_of(span: Duration, confidence: Confidence) -> Duration {
    Duration::try_from_secs_f64(span.as_secs_f64() * confidence.share()).unwrap_or(Duration::MAX)
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

    const HOUR: Duration = Duration::from_secs(3600);

    fn hard(span: Duration) -> TimePlan {
        TimePlan { soft: None, hard: Some(span) }
    }

    #[test]
    fn flags_are_raised_at_their_deadlines_and_not_before() {
        let timer = Timer::new();
        for _ in 0..3 {
            let (flags, span) = (StopFlags::new(), Duration::from_millis(20));
            timer.start(TimePlan { soft: Some(span / 2), hard: Some(span) }, &flags);
            assert!(!flags.is_raised());
            let ((), took) = timed(|| {
                while !flags.is_raised() {
                    std::thread::yield_now();
                }
            });
            assert!(Confidence::ALL.map(|confidence| flags.soft_stop().is_raised(confidence)) == [true; 4]);
            assert!(took > span / 2, "{took:?}");
        }
        timer.start(hard(Duration::MAX), &StopFlags::new());
    }

    #[test]
    fn soft_deadlines_follow_the_confidence() {
        let (timer, flags, span) = (Timer::new(), StopFlags::new(), Duration::from_millis(40));
        let ((), took) = timed(|| {
            timer.start(TimePlan { soft: Some(span), hard: Some(HOUR) }, &flags);
            for confidence in Confidence::ALL {
                while !flags.soft_stop().is_raised(confidence) {
                    std::thread::yield_now();
                }
            }
        });
        assert!(took >= span.mul_f64(Confidence::Low.share()), "{took:?}");
        assert!(!flags.is_raised());
    }

    #[test]
    fn a_new_search_drops_the_deadlines_of_the_last() {
        let timer = Timer::new();
        let [first, second] = [(); 2].map(|()| StopFlags::new());
        timer.start(hard(Duration::from_millis(30)), &first);
        timer.start(hard(HOUR), &second);
        std::thread::sleep(Duration::from_millis(60));
        assert!(!first.is_raised() && !second.is_raised());
    }
}
