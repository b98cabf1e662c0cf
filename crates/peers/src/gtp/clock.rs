//! The time that a controller gives us.

use std::time::Duration;

use rules::Seat;

/// What is kept back for the way of a move through pipes and processes.
const MARGIN: Duration = Duration::from_millis(30);
/// Nobody thinks for less.
const LEAST: Duration = Duration::from_millis(10);

/// The time of both sides, as `time_settings` and `time_left` tell it: main time first, then periods in each of which a
/// number of moves must be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clock {
    period: Duration,
    stones: u32,
    left: [Left; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Left {
    /// So much of the main time.
    Main(Duration),
    /// So much of a period, for so many moves.
    Period(Duration, u32),
}

impl Clock {
    /// The clock that these settings ask for. Nothing if they set no limit: a period without a number of moves, or no
    /// time at all.
    pub(super) fn new(main: Duration, period: Duration, stones: u32) -> Option<Clock> {
        let is_unlimited = stones == 0 && (!period.is_zero() || main.is_zero());
        let left = if main.is_zero() { Left::Period(period, stones) } else { Left::Main(main) };
        (!is_unlimited).then_some(Clock { period, stones, left: [left; 2] })
    }

    /// What a side has left: for so many moves, or of the main time if that is 0.
    pub(super) fn set_left(&mut self, seat: Seat, left: Duration, stones: u32) {
        self.left[seat.index()] = if stones == 0 { Left::Main(left) } else { Left::Period(left, stones) };
    }

    /// A clock known only from what a side has left.
    pub(super) fn from_left(left: Duration, stones: u32) -> Clock {
        let known = if stones == 0 { Left::Main(left) } else { Left::Period(left, stones) };
        Clock { period: left, stones, left: [known; 2] }
    }

    /// A side has result.
    pub(super) fn spend(&mut self, seat: Seat, took: Duration) {
        let left = &mut self.left[seat.index()];
        *left = match *left {
            Left::Main(left) if left > took || self.stones == 0 => Left::Main(left.saturating_sub(took)),
            // A period that is done, or the first one behind the main time, is whole.
            Left::Main(_) | Left::Period(_, 0 | 1) => Left::Period(self.period, self.stones),
            Left::Period(left, stones) => Left::Period(left.saturating_sub(took), stones - 1),
        };
    }

    /// How long a side may think about a move if it has so many to make yet.
    pub(super) fn share(&self, seat: Seat, moves: u32) -> Duration {
        let share = match self.left[seat.index()] {
            // A tenth is kept back: a game can turn out longer than it looked.
            Left::Main(left) => left.mul_f64(0.9) / moves.max(1),
            Left::Period(left, stones) => left / stones.max(1),
        };
        share.saturating_sub(MARGIN).max(LEAST)
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
    fn periods_come_again() {
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
        assert_eq!(clock.share(Seat::FIRST, 0), LEAST);
    }
}
