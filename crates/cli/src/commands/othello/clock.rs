//! Monotonic time of a line.

use std::time::{Duration, Instant};

/// Time since the line was opened. Input is judged by the time of its arrival, not of its processing; returned times
/// never go backwards.
pub(super) struct LineClock {
    started: Instant,
    latest: Duration,
}

impl LineClock {
    pub(super) fn new() -> LineClock {
        LineClock { started: Instant::now(), latest: Duration::ZERO }
    }

    /// Start of the clock.
    pub(super) fn started(&self) -> Instant {
        self.started
    }

    /// Elapsed time, for logs.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Current time.
    pub(super) fn now(&mut self) -> Duration {
        self.at(self.elapsed())
    }

    /// Time for input that arrived at `arrived`.
    pub(super) fn at(&mut self, arrived: Duration) -> Duration {
        self.latest = self.latest.max(arrived);
        self.latest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_does_not_go_backwards() {
        let mut clock = LineClock::new();
        let arrived = Duration::from_millis(3);
        assert_eq!(clock.at(arrived), arrived, "input has the time of its arrival");
        assert_eq!(clock.at(Duration::from_millis(1)), arrived);
        std::thread::sleep(Duration::from_millis(5));
        let now = clock.now();
        assert!(now > arrived && clock.at(arrived) == now);
    }
}
