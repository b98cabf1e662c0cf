//! Rules about the players of a game in progress, as opposed to the moves on the board.

use crate::{Outcome, Rules, Seat};

/// Reason why a seat leaves the game without having lost on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RetireReason {
    /// The player resigned.
    Resigned,
    /// The player's time ran out.
    OutOfTime,
    /// The player left.
    Absent,
}

impl RetireReason {
    /// Name of the rule for an [`Outcome`].
    pub fn rule(self) -> &'static str {
        match self {
            RetireReason::Resigned => "resignation",
            RetireReason::OutOfTime => "time",
            RetireReason::Absent => "absence",
        }
    }
}

/// Rules about resignations, draw offers and turns, needed only where a game is played between players.
pub trait TableRules: Rules {
    /// `true` if the move completes the seat's turn for the clock; rolling the dice or offering the cube does not.
    fn completes_turn(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        true
    }

    /// Removes a seat from the game. Returns the outcome if that ends the game, `None` if the others play on from the
    /// changed position.
    ///
    /// A game of two ends without a trace in the position, so positions need no field for it.
    fn retire(&self, _position: &mut Self::Position, seat: Seat, why: RetireReason) -> Option<Outcome> {
        debug_assert!(self.seats() <= 2, "a game of more than two seats implements retire");
        Some(match self.seats() {
            1 => Outcome::solo(false, 0, why.rule()),
            _ => Outcome::win(2, seat.other(), why.rule()),
        })
    }

    /// Name of what a seat loses by a resignation, which needs no agreement.
    fn resignation(&self, _position: &Self::Position, _seat: Seat) -> &'static str {
        "game"
    }

    /// Partial resignations that a seat may offer and the others may decline, the cheapest first. An index means the same in
    /// every position, and no position has more of them than the start.
    fn concessions(&self, _position: &Self::Position, _seat: Seat) -> &'static [&'static str] {
        &[]
    }

    /// Applies an accepted [concession](TableRules::concessions), given by its index. Returns the outcome if that ends
    /// the game.
    fn concede(&self, position: &mut Self::Position, seat: Seat, _concession: usize) -> Option<Outcome> {
        self.retire(position, seat, RetireReason::Resigned)
    }

    /// `true` while the seat takes part in the game; a seat that has finished or left does not.
    fn is_active(&self, _position: &Self::Position, _seat: Seat) -> bool {
        true
    }

    /// Outcome of a draw by agreement; `None` if the game has no draws.
    fn draw(&self, _position: &Self::Position) -> Option<Outcome> {
        (self.seats() > 1).then(|| Outcome::draw(self.seats(), "agreement"))
    }
}
