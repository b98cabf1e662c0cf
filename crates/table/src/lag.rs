//! Compensation for the lag of connections: how much of it a clock gets back.

use rules::{MAX_SEATS, Seat};

use crate::clock::{Millis, TimeControl};

/// Number of moves by which the length of a game is estimated.
const MOVES: u64 = 40;
/// Part of the estimated time of a player that each move adds to the allowance.
const SHARE: u64 = 150;
/// Most that a move adds to the allowance, in milliseconds.
const MAX_GAIN: u64 = 500;
/// Allowance at the start of a game, and the largest one, as multiples of what a move adds.
const START: u64 = 2;
const LIMIT: u64 = 3;

/// Lag that the next move of each seat may get back. Every move adds to it, and what a move gets back is taken off, so that both a
/// move and a game are bounded. A record is verified with the same allowance.
#[derive(Clone, Debug)]
pub(crate) struct LagAllowance {
    gain: Millis,
    left: [Millis; MAX_SEATS],
}

impl LagAllowance {
    pub(crate) fn new(control: TimeControl) -> LagAllowance {
        let estimate = match control {
            TimeControl::Unlimited => 0,
            TimeControl::Game { base, increment } => base.0.saturating_add(increment.0.saturating_mul(MOVES)),
            TimeControl::Move(limit) => limit.0.saturating_mul(MOVES),
        };
        let gain = (estimate / SHARE).min(MAX_GAIN);
        LagAllowance { gain: Millis(gain), left: [Millis(START * gain); MAX_SEATS] }
    }

    pub(crate) fn of(&self, seat: Seat) -> Millis {
        self.left[seat.index()]
    }

    /// Takes off what a move got back, and adds the allowance of the next one.
    pub(crate) fn spend(&mut self, seat: Seat, credit: Millis) {
        let left = &mut self.left[seat.index()];
        *left = Millis(left.0.saturating_sub(credit.0)).after(self.gain).min(Millis(LIMIT * self.gain.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_and_a_game_have_bounds() {
        for (control, gain) in [("1m", 400), ("5m+3s", 500), ("15s", 100), ("1s/move", 266), ("none", 0)] {
            let mut lag = LagAllowance::new(control.parse().unwrap());
            let mut total = 0;
            for number in 0..30 {
                // A connection that always claims the most gets the start and one gain a move.
                let credit = lag.of(Seat::FIRST).0;
                assert!(credit <= LIMIT * gain, "{control}: {credit}");
                total += credit;
                lag.spend(Seat::FIRST, Millis(credit));
                assert!(total <= (START + number) * gain, "{control}: {total} after {number}");
            }
            for _ in 0..10 {
                lag.spend(Seat::SECOND, Millis(0));
            }
            assert_eq!(lag.of(Seat::SECOND), Millis(LIMIT * gain), "{control}");
        }
    }
}
