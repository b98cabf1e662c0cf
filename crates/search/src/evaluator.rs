//! Static evaluation of positions.

use rules::{Outcome, Rules, Seat};

use crate::evaluation::{Evaluation, Unit};

/// Score of the search, for the seat to move: more is better.
pub type Score = i32;

/// Bound that no score reaches.
pub const INFINITE: Score = 32_000;
/// Score of a game won at the root; a win `n` plies away scores `n` less.
pub const WIN: Score = 30_000;
/// Scores beyond this are forced wins.
pub const WIN_IN_MAX_PLY: Score = WIN - 1_000;

/// `true` if a score found at this depth is a forced win or loss, and no deeper search finds a shorter one. A search that prunes
/// may have missed a win or loss up to `margin` plies below its depth.
pub(crate) fn is_forced(score: f64, depth: u32, margin: u32) -> bool {
    let depth = depth.saturating_sub(margin).max(depth.min(1));
    score.abs() >= f64::from(WIN - depth as Score)
}

/// Prediction of the score of a deep search by a shallow one, for Multi-ProbCut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbCut {
    /// Depth of the shallow search.
    pub depth: u32,
    /// Difference between both scores that is exceeded too rarely to matter.
    pub margin: Score,
}

/// Static evaluation of a game's positions.
///
/// An evaluator may work from an accumulator that follows the moves, such as the first layer of a network. The search
/// keeps one accumulator per ply and brings them up to date only where an evaluation is needed: a move costs a
/// [`delta`](Evaluator::delta), which is small, and a node that is cut off before its evaluation costs nothing more.
pub trait Evaluator<R: Rules>: Send + Sync {
    /// Score of a pawn or its like. Alpha-beta prunes and reduces by margins in hundredths of it; `None` leaves only
    /// what works without margins.
    const PAWN: Option<Score> = None;

    /// Incrementally updated state of one position.
    type Accumulator: Clone + Default + Send;
    /// Change that one move makes to the accumulator.
    type Delta: Copy + Send;

    /// Computes the accumulator of a position from scratch.
    fn refresh(&self, rules: &R, position: &R::Position, accumulator: &mut Self::Accumulator);

    /// Change made by a move; `None` if the accumulator after it must be refreshed. A roll of the dice changes nothing.
    fn delta(&self, rules: &R, before: &R::Position, mv: R::Move, after: &R::Position)
    -> Option<Self::Delta>;

    /// Change made by [giving the turn](crate::SearchGame::with_turn) to another seat; `None` requires a refresh.
    #[inline]
    fn turn_delta(&self, _rules: &R, _turned: &R::Position) -> Option<Self::Delta> {
        None
    }

    /// Applies a change to the accumulator of the position before it.
    fn update(
        &self,
        rules: &R,
        before: &Self::Accumulator,
        delta: Self::Delta,
        after: &mut Self::Accumulator,
    );

    /// Static evaluation for a seat, between -[`WIN_IN_MAX_PLY`] and [`WIN_IN_MAX_PLY`].
    ///
    /// It is called for finished positions too and should then estimate the result.
    fn evaluate(
        &self,
        rules: &R,
        position: &R::Position,
        accumulator: &Self::Accumulator,
        seat: Seat,
    ) -> Score;

    /// Score of a finished game for a seat, `ply` plies below the root: earlier wins score more.
    ///
    /// It follows the seat's [share](Outcome::share): 1 is a win, one half a draw, 0 a loss.
    #[inline]
    fn terminal_score(&self, outcome: &Outcome, seat: Seat, ply: u32) -> Score {
        let gain = 2.0 * outcome.share(seat) - 1.0;
        (gain * f64::from(WIN - ply as Score)).round() as Score
    }

    /// Largest absolute score, finished games included. Tighter bounds let Star1 and Star2 prune earlier.
    #[inline]
    fn max_abs(&self) -> Score {
        WIN
    }

    /// Upper bound of the sum of all seats' scores, finished games included; `None` if the game is not constant-sum.
    #[inline]
    fn max_sum(&self) -> Option<Score> {
        None
    }

    /// Ordering score of a move; higher ones are searched first.
    #[inline]
    fn ordering_hint(&self, _rules: &R, _position: &R::Position, _mv: R::Move) -> Score {
        0
    }

    /// Most that a noisy move can gain at once, for delta pruning; `None` turns the pruning off.
    #[inline]
    fn noisy_gain(&self, _rules: &R, _position: &R::Position, _mv: R::Move) -> Option<Score> {
        None
    }

    /// Number of quiet moves of a node that are searched to this depth, for late-move pruning.
    #[inline]
    fn max_moves(&self, _depth: u32) -> usize {
        usize::MAX
    }

    /// Shallow search that predicts a search of `depth` plies; `None` turns Multi-ProbCut off.
    #[inline]
    fn prob_cut(&self, _rules: &R, _position: &R::Position, _depth: u32) -> Option<ProbCut> {
        None
    }

    /// A score in the unit of the game.
    fn evaluation(&self, score: f64) -> Evaluation {
        Evaluation::from_score(score, 1.0, Unit::Raw)
    }
}

/// Evaluates every position as even. For searches that play games to their end.
#[derive(Clone, Copy, Debug)]
pub struct Even;

impl<R: Rules> Evaluator<R> for Even {
    type Accumulator = ();
    type Delta = ();

    #[inline]
    fn refresh(&self, _rules: &R, _position: &R::Position, _accumulator: &mut ()) {}

    #[inline]
    fn delta(&self, _rules: &R, _before: &R::Position, _mv: R::Move, _after: &R::Position) -> Option<()> {
        Some(())
    }

    #[inline]
    fn update(&self, _rules: &R, _before: &(), _delta: (), _after: &mut ()) {}

    #[inline]
    fn evaluate(&self, _rules: &R, _position: &R::Position, _accumulator: &(), _seat: Seat) -> Score {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Status;

    /// A game that is over before it starts.
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
