//! What a position is worth, before it is searched.

use rules::{Outcome, Rules, Seat};

/// A score of the search: for the seat to move, more is better.
pub type Score = i32;

/// No score is as large.
pub const INFINITE: Score = 32_000;
/// A game that is won now; one that is won later scores a little less.
pub const WIN: Score = 30_000;
/// Scores beyond this are won games, so many turns away.
pub const WIN_IN_MAX_PLY: Score = WIN - 1_000;

/// Whether a score, found by a search to this depth, is a win or a loss by force: then nothing shorter is found deeper.
pub(crate) fn is_forced(score: f64, depth: u32) -> bool {
    score.abs() >= f64::from(WIN - depth as Score)
}

/// Tells what positions are worth.
///
/// It has a state of its own that follows the moves, so that what it counts does not creep into positions.
pub trait Evaluator<R: Rules>: Send + Sync {
    /// What is kept up to date move by move. A throw of the dice leaves it as it is.
    type Accumulator: Copy + Send + Sync;

    /// The state of a position from nothing.
    fn refresh(&self, rules: &R, position: &R::Position) -> Self::Accumulator;

    /// The state after a move: `before` is the position it was played in, `after` the one it made.
    fn update(
        &self,
        rules: &R,
        state: &Self::Accumulator,
        before: &R::Position,
        mv: R::Move,
        after: &R::Position,
    ) -> Self::Accumulator;

    /// The state of a position in which only the seat to move was [changed](rules::SearchGame::with_turn).
    #[inline]
    fn update_turn(&self, rules: &R, _state: &Self::Accumulator, turned: &R::Position) -> Self::Accumulator {
        self.refresh(rules, turned)
    }

    /// What the position is worth to a seat, between -[`WIN_IN_MAX_PLY`] and [`WIN_IN_MAX_PLY`].
    ///
    /// It is asked also of positions in which the game is over, and should then say so as well as it can.
    fn score(&self, rules: &R, position: &R::Position, state: &Self::Accumulator, seat: Seat) -> Score;

    /// What a finished game is worth to a seat, `ply` turns below the root: the sooner won the better.
    ///
    /// It goes by the seat's [share](Outcome::share): all of it is a game won, half of it a draw, nothing a game lost,
    /// and the places between lie between.
    #[inline]
    fn terminal_score(&self, outcome: &Outcome, seat: Seat, ply: u32) -> Score {
        let gain = 2.0 * outcome.share(seat) - 1.0;
        (gain * f64::from(WIN - ply as Score)).round() as Score
    }

    /// No score and no finished game is further from zero than this. The tighter it is, the sooner a search knows that
    /// the throws it has not looked at cannot matter.
    #[inline]
    fn max_abs(&self) -> Score {
        WIN
    }

    /// The most that the scores of all seats of one position add up to, finished games included, where what one seat
    /// gains the others lose; nothing if there is no such limit.
    #[inline]
    fn max_sum(&self) -> Option<Score> {
        None
    }

    /// How promising a move looks before it is searched; moves with more are tried sooner.
    #[inline]
    fn ordering_hint(&self, _rules: &R, _position: &R::Position, _mv: R::Move) -> Score {
        0
    }
}

/// Knows nothing: every position is worth the same to everybody. For a search that plays games to their end.
#[derive(Clone, Copy, Debug)]
pub struct Even;

impl<R: Rules> Evaluator<R> for Even {
    type Accumulator = ();

    #[inline]
    fn refresh(&self, _rules: &R, _position: &R::Position) {}

    #[inline]
    fn update(&self, _rules: &R, _state: &(), _before: &R::Position, _mv: R::Move, _after: &R::Position) {}

    #[inline]
    fn score(&self, _rules: &R, _position: &R::Position, _state: &(), _seat: Seat) -> Score {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Status;

    /// A game in name only.
    struct Nothing;

    impl Rules for Nothing {
        type Position = ();
        type Move = ();
        type Roll = ();

        fn seats(&self) -> u8 {
            2
        }
        fn start(&self) {}
        fn legal_moves(&self, _position: &(), _moves: &mut Vec<()>) -> Status {
            Status::Over(Outcome::draw(2, "nothing"))
        }
        fn play(&self, _position: &mut (), _mv: ()) {}
        fn key(&self, _position: &()) -> u64 {
            0
        }
    }

    fn scores(outcome: &Outcome, ply: u32) -> Vec<Score> {
        let score = |seat| Evaluator::<Nothing>::terminal_score(&Even, outcome, seat, ply);
        Seat::all(outcome.seats()).map(score).collect()
    }

    #[test]
    fn finished_games_score_by_share() {
        assert_eq!(scores(&Outcome::win(2, Seat::FIRST, "x"), 3), [29_997, -29_997]);
        assert_eq!(scores(&Outcome::draw(2, "x"), 3), [0, 0]);
        assert_eq!(scores(&Outcome::solo(true, 0, "x"), 1), [29_999]);
        assert_eq!(scores(&Outcome::solo(false, 0, "x"), 1), [-29_999]);
        assert_eq!(scores(&Outcome::ranked(&[1, 2, 3], "x"), 0), [30_000, 0, -30_000]);
        assert_eq!(scores(&Outcome::ranked(&[4, 1, 3, 2], "x"), 3), [-29_997, 29_997, -9_999, 9_999]);
        assert_eq!(scores(&Outcome::win(4, Seat::SECOND, "x"), 0), [-10_000, 30_000, -10_000, -10_000]);
    }
}
