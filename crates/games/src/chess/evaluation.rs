//! Chess evaluation for any army: material and piece-square tables.

use rules::Seat;
use search::{Evaluation, Evaluator, Score, Unit, WIN_IN_MAX_PLY};

use super::army::MAX_KINDS;
use super::position::{Move, Position, Special};
use super::reach::{self, Bitboard, bit, row_of};
use super::rules::Chess;
use super::values::SearchValues;
use super::weights::EvaluationWeights;
use crate::pext::Pext;

/// Material and piece-square tables, computed from the moves of the army.
#[derive(Clone, Debug)]
pub struct PieceSquareEvaluator {
    /// Centipawns by side, kind and square.
    tables: Box<[[[Score; 64]; MAX_KINDS]; 2]>,
    /// Value of each kind, for move ordering and pruning.
    values: SearchValues,
}

impl PieceSquareEvaluator {
    /// Evaluator of an army with these weights.
    pub fn new<C: Pext>(chess: &Chess<C>, weights: &EvaluationWeights) -> PieceSquareEvaluator {
        let &EvaluationWeights { ref values, mobility: per_square, centre: per_step, advance, exposed } =
            weights;
        let values = values.clone();
        let mut tables = Box::new([[[0; 64]; MAX_KINDS]; 2]);
        for (index, kind) in chess.army().kinds.iter().enumerate() {
            let value = values.of(index);
            let counts: Vec<f64> = (0..64).map(|from| reach::of_kind(kind, 0, from).len() as f64).collect();
            let average = counts.iter().sum::<f64>() / 64.0;
            for (side, of_side) in tables.iter_mut().enumerate() {
                for square in 0..64u8 {
                    let relative = if side == 0 { square } else { square ^ 56 };
                    let mobility = (counts[relative as usize] - average) * per_square;
                    let off_centre = |line: u8| Score::from((2 * i16::from(line) - 7).unsigned_abs()) / 2;
                    let steps = 3 - off_centre(square % 8).max(off_centre(square / 8));
                    let centre = (per_step * f64::from(steps)) as Score;
                    let row = f64::from(row_of(side, square));
                    of_side[index][square as usize] = if kind.is_royal {
                        (-exposed * row) as Score - centre
                    } else if kind.promotion.is_some() {
                        value + (advance * row) as Score + centre
                    } else {
                        value + mobility.clamp(-40.0, 40.0) as Score + centre
                    };
                }
            }
        }
        PieceSquareEvaluator { tables, values }
    }

    /// Sum of one side.
    fn side_score(&self, position: &Position, side: usize) -> Score {
        let mut sum = 0;
        for (kind, squares) in position.kinds.iter().enumerate() {
            let mut left: Bitboard = squares & position.sides[side];
            while left != 0 {
                sum += self.tables[side][kind][left.trailing_zeros() as usize];
                left &= left - 1;
            }
        }
        sum
    }
}

impl<C: Pext> Evaluator<Chess<C>> for PieceSquareEvaluator {
    /// White's sum minus Black's.
    type Accumulator = Score;
    type Delta = Score;

    fn refresh(&self, _rules: &Chess<C>, position: &Position, sum: &mut Score) {
        *sum = self.side_score(position, 0) - self.side_score(position, 1);
    }

    #[inline]
    fn delta(&self, _rules: &Chess<C>, before: &Position, mv: Move, _after: &Position) -> Option<Score> {
        if mv.special == Special::Castling || mv.is_en_passant() {
            return None;
        }
        let side = before.turn as usize & 1;
        let table = &self.tables[side];
        let mut gain = table[mv.becomes as usize & 15][mv.to as usize & 63]
            - table[mv.kind as usize & 15][mv.from as usize & 63];
        if before.sides[side ^ 1] & bit(mv.to) != 0
            && let Some((kind, _)) = before.piece(mv.to)
        {
            gain += self.tables[side ^ 1][kind][mv.to as usize & 63];
        }
        Some(if side == 0 { gain } else { -gain })
    }

    #[inline]
    fn turn_delta(&self, _rules: &Chess<C>, _turned: &Position) -> Option<Score> {
        Some(0)
    }

    #[inline]
    fn update(&self, _rules: &Chess<C>, before: &Score, delta: Score, after: &mut Score) {
        *after = before + delta;
    }

    #[inline]
    fn evaluate(&self, _rules: &Chess<C>, _position: &Position, sum: &Score, seat: Seat) -> Score {
        // Only positions set up by hand, with queens everywhere, reach the bound.
        let sum = (*sum).clamp(-WIN_IN_MAX_PLY, WIN_IN_MAX_PLY);
        if seat == Seat::FIRST { sum } else { -sum }
    }

    /// Centipawns as pawns.
    fn evaluation(&self, score: f64) -> Evaluation {
        Evaluation::from_score(score, 100.0, Unit::Pawns)
    }

    /// Most valuable victim first, then the least valuable attacker.
    #[inline]
    fn ordering_hint(&self, _rules: &Chess<C>, position: &Position, mv: Move) -> Score {
        let mut hint = 0;
        if position.sides[position.turn as usize & 1 ^ 1] & bit(mv.to) != 0
            && let Some((kind, _)) = position.piece(mv.to)
        {
            hint += 10 * self.values.of(kind) - self.values.of(mv.kind as usize).min(1000) / 10 + 1000;
        }
        if mv.becomes != mv.kind {
            hint += 10 * self.values.of(mv.becomes as usize);
        }
        hint
    }

    /// Value of the captured piece and gain of a promotion.
    #[inline]
    fn noisy_gain(&self, _rules: &Chess<C>, position: &Position, mv: Move) -> Option<Score> {
        let captured = match position.piece(mv.to) {
            Some((kind, _)) => self.values.of(kind),
            None if mv.is_en_passant() => self.values.of(mv.kind as usize),
            None => 0,
        };
        let promotion = self.values.of(mv.becomes as usize) - self.values.of(mv.kind as usize);
        Some(captured + promotion.max(0))
    }
}
