//! What an Othello position is worth, told by the shapes on its edges, corners, lines and diagonals.
//!
//! Every shape is a few squares, each of them empty, the mover's or the other's; how many discs it is worth was fitted to
//! games of this program against itself (`examples/fit_othello.rs`), for six stages of a game.

mod features;
mod weights;

use std::sync::Arc;

use rules::Seat;
use search::{Evaluation, Evaluator, Score, Unit};

use super::evaluation::{PROMISE, discs, finished};
use super::{Kernel, Move, Othello, Position};

pub use features::{Feature, KINDS, Kind, each, stage};
pub use weights::{UNIT, Weights, twin};

/// What is added with so few discs, from four on. The games that the shapes were fitted to begin with moves by chance, so the
/// first positions were hardly seen, and the mover's lot in them is told too low: by so much, on the average of positions
/// that chance leads to, if they are to be even at the start and as good as those with fifteen discs at the end of this
/// list.
const EARLY: [Score; 11] = [115, 83, 74, 70, 69, 52, 72, 44, 70, 45, 66];

/// The evaluator of `strong`.
#[derive(Clone)]
pub struct Shapes {
    weights: Arc<Weights>,
}

impl Shapes {
    /// With the weights that are part of the program.
    pub fn new() -> Shapes {
        Shapes::with(Weights::kept())
    }

    /// With any weights.
    pub fn with(weights: Weights) -> Shapes {
        Shapes { weights: Arc::new(weights) }
    }
}

impl Default for Shapes {
    fn default() -> Shapes {
        Shapes::new()
    }
}

impl<K: Kernel> Evaluator<Othello<K>> for Shapes {
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
        let (own, his) = (kernel.moves(mover, other), kernel.moves(other, mover));
        let score = if own | his == 0 {
            finished(mover.count_ones() as Score - other.count_ones() as Score)
        } else {
            let of_stage = self.weights.of_stage(stage(mover, other));
            let discs = (mover | other).count_ones() as usize;
            let mut sum = EARLY.get(discs.wrapping_sub(4)).copied().unwrap_or(0);
            each(kernel, mover, other, own, his, |feature| sum += Score::from(of_stage[feature.0]));
            sum
        };
        if seat == turn { score } else { -score }
    }

    fn evaluation(&self, score: f64) -> Evaluation {
        Evaluation::Value { value: discs(score), unit: Unit::Discs }
    }

    #[inline(always)]
    fn ordering_hint(&self, _rules: &Othello<K>, _position: &Position, mv: Move) -> Score {
        mv.square().map_or(0, |square| PROMISE[square as usize & 63])
    }
}
