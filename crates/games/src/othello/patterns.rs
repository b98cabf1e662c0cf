//! Pattern evaluation of Othello positions: edges, corners, rows and diagonals.
//!
//! A pattern is a set of squares, each empty, the mover's or the opponent's, in up to eight places on the board
//! (`shapes`). The weight of every configuration, in discs, was fitted to self-play games by
//! `examples/othello_training`, separately for every two discs on the board (`weights`). The configurations follow the
//! moves (`indices`).

mod indices;
mod prob_cut;
mod shapes;
mod weights;

use std::sync::Arc;

use rules::Seat;
use search::{Evaluation, Evaluator, ProbCut, Score, Unit};

use super::evaluation::{ORDERING, discs, finished};
use super::{Bitboard, Kernel, Move, Othello, Position};

pub use indices::Indices;
pub use shapes::{PATTERNS, PLACES, Pattern};
pub use weights::{FEATURES, STAGE_SIZE, STAGES, UNIT, Weights, features, mirror_feature, stage};

/// Bonus of the mover. The side that has just moved chose the move whose evaluation errs most in its favour, so that
/// searches of odd depth would score too high for the player at the root, and those of even depth too low.
const TEMPO: Score = UNIT * 3 / 4;

/// The evaluator of `strong`.
#[derive(Clone)]
pub struct PatternEvaluator {
    weights: Arc<Weights>,
}

impl PatternEvaluator {
    /// An evaluator with the built-in weights.
    pub fn new() -> PatternEvaluator {
        PatternEvaluator::with_weights(Weights::builtin())
    }

    /// An evaluator with other weights.
    pub fn with_weights(weights: Arc<Weights>) -> PatternEvaluator {
        PatternEvaluator { weights }
    }

    /// Score of a board for the mover; `own` are the mover's legal moves.
    #[inline(always)]
    pub(super) fn score<K: Kernel>(
        &self,
        kernel: K,
        indices: &Indices,
        mover: Bitboard,
        other: Bitboard,
        own: Bitboard,
    ) -> Score {
        let theirs = kernel.moves(other, mover);
        if own | theirs == 0 {
            return finished(mover.count_ones() as Score - other.count_ones() as Score);
        }
        self.weights.sum(indices, (mover | other).count_ones(), own, theirs) + TEMPO
    }
}

impl Default for PatternEvaluator {
    fn default() -> PatternEvaluator {
        PatternEvaluator::new()
    }
}

/// The change that a move makes to the indices.
#[derive(Clone, Copy)]
pub struct DiscChange {
    mv: Move,
    flipped: Bitboard,
}

impl<K: Kernel> Evaluator<Othello<K>> for PatternEvaluator {
    type Accumulator = Indices;
    type Delta = DiscChange;

    #[inline(always)]
    fn refresh(&self, _rules: &Othello<K>, position: &Position, indices: &mut Indices) {
        *indices = Indices::of(position.mover, position.other);
    }

    #[inline(always)]
    fn delta(
        &self,
        _rules: &Othello<K>,
        before: &Position,
        mv: Move,
        after: &Position,
    ) -> Option<DiscChange> {
        Some(DiscChange { mv, flipped: before.other & !after.mover })
    }

    #[inline(always)]
    fn update(&self, _rules: &Othello<K>, before: &Indices, change: DiscChange, after: &mut Indices) {
        *after = match change.mv.square() {
            Some(square) => before.after(square, change.flipped),
            None => before.pass(),
        };
    }

    #[inline(always)]
    fn evaluate(&self, rules: &Othello<K>, position: &Position, indices: &Indices, seat: Seat) -> Score {
        let kernel = rules.kernel();
        let Position { mover, other, turn } = *position;
        let score = self.score(kernel, indices, mover, other, kernel.moves(mover, other));
        if seat == turn { score } else { -score }
    }

    #[inline(always)]
    fn prob_cut(&self, _rules: &Othello<K>, _position: &Position, depth: u32) -> Option<ProbCut> {
        prob_cut::prediction(depth)
    }

    fn evaluation(&self, score: f64) -> Evaluation {
        Evaluation::Value { value: discs(score), unit: Unit::Discs }
    }

    #[inline(always)]
    fn ordering_hint(&self, _rules: &Othello<K>, _position: &Position, mv: Move) -> Score {
        mv.square().map_or(0, |square| ORDERING[square as usize & 63])
    }
}
