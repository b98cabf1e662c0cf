//! Time control sent by a GTP controller.

use std::time::Duration;

use engine::ClockLimits;
use rules::Seat;

/// Clocks of both sides, as set by `time_settings` and `time_left`: main time first, then byo-yomi periods with a number
/// of stones each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GtpClock {
    period: Duration,
    stones: u32,
    left: [Left; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Left {
    /// Remaining main time.
    Main(Duration),
    /// Remaining time of a period, and the stones to play in it.
    Period(Duration, u32),
}

impl GtpClock {
    /// Clock with these settings; `None` if they set no limit: a period without stones, or no time at all.
    pub(super) fn new(main: Duration, period: Duration, stones: u32) -> Option<GtpClock> {
        let is_unlimited = stones == 0 && (!period.is_zero() || main.is_zero());
        let left = if main.is_zero() { Left::Period(period, stones) } else { Left::Main(main) };
        (!is_unlimited).then_some(GtpClock { period, stones, left: [left; 2] })
    }

    /// Sets the remaining time of a side, for `stones` moves or, if 0, of the main time.
    pub(super) fn set_left(&mut self, seat: Seat, left: Duration, stones: u32) {
        self.left[seat.index()] = if stones == 0 { Left::Main(left) } else { Left::Period(left, stones) };
    }

    /// Clock known only by the remaining time of a side.
    pub(super) fn from_left(left: Duration, stones: u32) -> GtpClock {
        let known = if stones == 0 { Left::Main(left) } else { Left::Period(left, stones) };
        GtpClock { period: left, stones, left: [known; 2] }
    }

    /// Subtracts the time spent on a move.
    pub(super) fn spend(&mut self, seat: Seat, took: Duration) {
        let left = &mut self.left[seat.index()];
        *left = match *left {
            Left::Main(left) if left > took || self.stones == 0 => Left::Main(left.saturating_sub(took)),
            // A new period starts with its full time.
            Left::Main(_) | Left::Period(_, 0 | 1) => Left::Period(self.period, self.stones),
            Left::Period(left, stones) => Left::Period(left.saturating_sub(took), stones - 1),
        };
    }

    /// Limits of the next move of a side that is expected to play `moves` more.
    pub(super) fn limits(&self, seat: Seat, moves: u32) -> ClockLimits {
        let (remaining, moves_to_go) = match self.left[seat.index()] {
            Left::Main(left) => (left, None),
            Left::Period(left, stones) => (left, Some(stones)),
        };
        let expected_moves = Some(moves);
        ClockLimits { remaining, increment: Duration::ZERO, moves_to_go, expected_moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: Duration = Duration::from_secs(1);

    fn limits(remaining: Duration, moves_to_go: Option<u32>) -> ClockLimits {
        ClockLimits { remaining, increment: Duration::ZERO, moves_to_go, expected_moves: Some(30) }
    }

    #[test]
    fn settings_without_a_limit_have_no_clock() {
        assert_eq!(GtpClock::new(Duration::ZERO, S, 0), None);
        assert_eq!(GtpClock::new(60 * S, S, 0), None);
        assert_eq!(GtpClock::new(Duration::ZERO, Duration::ZERO, 0), None);
        assert!(GtpClock::new(60 * S, Duration::ZERO, 0).is_some());
        assert!(GtpClock::new(Duration::ZERO, S, 1).is_some());
    }

    #[test]
    fn main_time_runs_down() {
        let mut clock = GtpClock::new(60 * S, Duration::ZERO, 0).unwrap();
        clock.spend(Seat::FIRST, 20 * S);
        assert_eq!(clock.limits(Seat::FIRST, 30), limits(40 * S, None));
        assert_eq!(clock.limits(Seat::SECOND, 30), limits(60 * S, None));
    }

    #[test]
    fn periods_come_again() {
        let mut clock = GtpClock::new(S, 10 * S, 5).unwrap();
        clock.spend(Seat::FIRST, 2 * S);
        for _ in 0..2 {
            for stones in (1..=5).rev() {
                let left = 2 * S * stones;
                assert_eq!(clock.limits(Seat::FIRST, 30), limits(left, Some(stones)));
                clock.spend(Seat::FIRST, 2 * S);
            }
        }
        clock.set_left(Seat::FIRST, S, 1);
        assert_eq!(clock.limits(Seat::FIRST, 30), limits(S, Some(1)));
        clock.set_left(Seat::FIRST, Duration::ZERO, 0);
        assert_eq!(clock.limits(Seat::FIRST, 30), limits(Duration::ZERO, None));
    }
}
