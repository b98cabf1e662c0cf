//! Time control sent by a GTP controller.

use std::time::Duration;

use rules::Seat;

/// Time reserved for pipes and process switches.
const MARGIN: Duration = Duration::from_millis(30);
/// Minimum time for a move.
const MIN_TIME: Duration = Duration::from_millis(10);

/// Clocks of both sides, as set by `time_settings` and `time_left`: main time first, then byo-yomi periods with a number
/// of stones each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clock {
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

impl Clock {
    /// Clock with these settings; `None` if they set no limit: a period without stones, or no time at all.
    pub(super) fn new(main: Duration, period: Duration, stones: u32) -> Option<Clock> {
        let is_unlimited = stones == 0 && (!period.is_zero() || main.is_zero());
        let left = if main.is_zero() { Left::Period(period, stones) } else { Left::Main(main) };
        (!is_unlimited).then_some(Clock { period, stones, left: [left; 2] })
    }

    /// Sets the remaining time of a side, for `stones` moves or, if 0, of the main time.
    pub(super) fn set_left(&mut self, seat: Seat, left: Duration, stones: u32) {
        self.left[seat.index()] = if stones == 0 { Left::Main(left) } else { Left::Period(left, stones) };
    }

    /// Clock known only by the remaining time of a side.
    pub(super) fn from_left(left: Duration, stones: u32) -> Clock {
        let known = if stones == 0 { Left::Main(left) } else { Left::Period(left, stones) };
        Clock { period: left, stones, left: [known; 2] }
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

    /// Time for the next move if `moves` are left to play.
    pub(super) fn share(&self, seat: Seat, moves: u32) -> Duration {
        let share = match self.left[seat.index()] {
            // A reserve of a tenth: the game may last longer than expected.
            Left::Main(left) => left.mul_f64(0.9) / moves.max(1),
            Left::Period(left, stones) => left / stones.max(1),
        };
        share.saturating_sub(MARGIN).max(MIN_TIME)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: Duration = Duration::from_secs(1);

    #[test]
    fn settings_without_a_limit_have_no_clock() {
        assert_eq!(Clock::new(Duration::ZERO, S, 0), None);
        assert_eq!(Clock::new(60 * S, S, 0), None);
        assert_eq!(Clock::new(Duration::ZERO, Duration::ZERO, 0), None);
        assert!(Clock::new(60 * S, Duration::ZERO, 0).is_some());
        assert!(Clock::new(Duration::ZERO, S, 1).is_some());
    }

    #[test]
    fn a_game_is_played_within_its_time() {
        let mut clock = Clock::new(60 * S, Duration::ZERO, 0).unwrap();
        let mut spent = Duration::ZERO;
        for moves in (1..=30).rev() {
            let share = clock.share(Seat::FIRST, moves);
            assert!(share > S / 2, "{share:?} for {moves}");
            spent += share;
            clock.spend(Seat::FIRST, share);
        }
        assert!(spent < 60 * S && spent > 40 * S, "{spent:?}");
        assert_eq!(clock.share(Seat::SECOND, 30), Duration::from_millis(1770));
    }

    #[test]
    fn periods_repeat() {
        let mut clock = Clock::new(S, 10 * S, 5).unwrap();
        clock.spend(Seat::FIRST, 2 * S);
        for _ in 0..12 {
            let share = clock.share(Seat::FIRST, 30);
            assert_eq!(share, 2 * S - MARGIN);
            clock.spend(Seat::FIRST, 2 * S);
        }
        clock.set_left(Seat::FIRST, S, 1);
        assert_eq!(clock.share(Seat::FIRST, 30), S - MARGIN);
        clock.spend(Seat::FIRST, S);
        assert_eq!(clock.share(Seat::FIRST, 30), 2 * S - MARGIN);
        clock.set_left(Seat::FIRST, Duration::ZERO, 0);
        assert_eq!(clock.share(Seat::FIRST, 0), MIN_TIME);
    }
}
