//! Pattern evaluation of Othello positions: edges, corners, rows and diagonals.
//!
//! A pattern is a set of squares, each empty, the mover's or the opponent's. The weight of every configuration, in discs,
//! was fitted to self-play games (`examples/fit_othello.rs`) for six stages of the game.

mod features;
mod weights;

use std::sync::Arc;

use rules::Seat;
use search::{Evaluation, Evaluator, Score, Unit};

use super::evaluation::{ORDERING, discs, finished};
use super::{Kernel, Move, Othello, Position};

pub use features::{Feature, PATTERNS, Pattern, for_each_feature, stage};
pub use weights::{UNIT, Weights, mirror_feature};

/// Correction for the mover by number of discs, from four on. The training games begin with random moves, so that early
/// positions are rare and the weights underestimate the mover. The values make the average random position even at the
/// start and continuous with positions of fifteen discs.
const EARLY: [Score; 11] = [115, 83, 74, 70, 69, 52, 72, 44, 70, 45, 66];

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
    pub fn with_weights(weights: Weights) -> PatternEvaluator {
        PatternEvaluator { weights: Arc::new(weights) }
    }
}

impl Default for PatternEvaluator {
    fn default() -> PatternEvaluator {
        PatternEvaluator::new()
    }
}

impl<K: Kernel> Evaluator<Othello<K>> for PatternEvaluator {
    type Accumulator = ();
    type Delta = ();

    #[inline(always)]
    fn refresh(&self, _rules: &Othello<K>, _position: &Position, _accumulator: &mut ()) {}

    #[inline(always)]
    fn delta(&self, _rules: &Othello<K>, _before: &Position, _mv: Move, _after: &Position) -> Option<()> {
        Some(())
    }

    #[inline(always)]
    fn update(&self, _rules: &Othello<K>, _before: &(), _delta: (), _after: &mut ()) {}

    #[inline(always)]
    fn evaluate(&self, rules: &Othello<K>, position: &Position, _accumulator: &(), seat: Seat) -> Score {
        let kernel = rules.kernel();
        let Position { mover, other, turn } = *position;
        let (own, theirs) = (kernel.moves(mover, other), kernel.moves(other, mover));
        let score = if own | theirs == 0 {
            finished(mover.count_ones() as Score - other.count_ones() as Score)
        } else {
            let weights = self.weights.of_stage(stage(mover, other));
            let discs = (mover | other).count_ones() as usize;
            let mut sum = EARLY.get(discs.wrapping_sub(4)).copied().unwrap_or(0);
            for_each_feature(kernel, mover, other, own, theirs, |feature| {
                sum += Score::from(weights[feature.0]);
            });
            sum
        };
        if seat == turn { score } else { -score }
    }

    fn evaluation(&self, score: f64) -> Evaluation {
        Evaluation::Value { value: discs(score), unit: Unit::Discs }
    }

    #[inline(always)]
    fn ordering_hint(&self, _rules: &Othello<K>, _position: &Position, mv: Move) -> Score {
        mv.square().map_or(0, |square| ORDERING[square as usize & 63])
    }
}
