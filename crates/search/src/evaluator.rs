//! What a position is worth, before it is searched.

use rules::{Outcome, Rules, Seat};

/// A score of the search: for the seat to move, more is better.
pub type Score = i32;

/// No score is as large.
pub const INFINITE: Score = 32_000;
/// A game that is won now; one that is won later scores a little less.
pub const WON: Score = 30_000;
/// Scores beyond this are won games, so many turns away.
pub const WON_SOMETIME: Score = WON - 1_000;

/// Tells what positions are worth.
///
/// It has a state of its own that follows the moves, so that what it counts does not creep into positions.
pub trait Evaluator<R: Rules>: Send + Sync {
    /// What is kept up to date move by move.
    type State: Copy + Send + Sync;

    /// The state of a position from nothing.
    fn begin(&self, rules: &R, position: &R::Position) -> Self::State;

    /// The state after a move: `before` is the position it was played in, `after` the one it made.
    fn follow(
        &self,
        rules: &R,
        state: &Self::State,
        before: &R::Position,
        mv: R::Move,
        after: &R::Position,
    ) -> Self::State;

    /// What the position is worth to a seat, between -[`WON_SOMETIME`] and [`WON_SOMETIME`].
    ///
    /// It is asked also of positions in which the game is over, and should then say so as well as it can.
    fn score(&self, rules: &R, position: &R::Position, state: &Self::State, seat: Seat) -> Score;

    /// What a finished game is worth to a seat, `ply` turns below the root: the sooner won the better.
    #[inline]
    fn finished(&self, outcome: &Outcome, seat: Seat, ply: u32) -> Score {
        let (own, other) = (outcome.place(seat), outcome.place(seat.other()));
        match own.cmp(&other) {
            std::cmp::Ordering::Less => WON - ply as Score,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => ply as Score - WON,
        }
    }

    /// How promising a move looks before it is searched; moves with more are tried sooner.
    #[inline]
    fn promise(&self, _rules: &R, _position: &R::Position, _mv: R::Move) -> Score {
        0
    }
}
