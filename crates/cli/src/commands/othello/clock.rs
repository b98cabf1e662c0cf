//! The time at a line.

use std::time::{Duration, Instant};

/// Counts from when a line was opened. What arrives is judged by when it came, not by when somebody had time for it; but
/// nobody is told a time that is earlier than one that was told before.
pub(super) struct Clock {
    begun: Instant,
    told: Duration,
}

impl Clock {
    pub(super) fn new() -> Clock {
        Clock { begun: Instant::now(), told: Duration::ZERO }
    }

    /// When it began to count.
    pub(super) fn begun(&self) -> Instant {
        self.begun
    }

    /// How much time has passed, for those who only write it down.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The time now.
    pub(super) fn now(&mut self) -> Duration {
        self.at(self.elapsed())
    }

    /// The time of something that came at this time.
    pub(super) fn at(&mut self, arrived: Duration) -> Duration {
        self.told = self.told.max(arrived);
        self.told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_does_not_go_backwards() {
        let mut clock = Clock::new();
        let arrived = Duration::from_millis(3);
        assert_eq!(clock.at(arrived), arrived, "what came is judged by when it came");
        assert_eq!(clock.at(Duration::from_millis(1)), arrived);
        std::thread::sleep(Duration::from_millis(5));
        let now = clock.now();
        assert!(now > arrived && clock.at(arrived) == now);
    }
}
