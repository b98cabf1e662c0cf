//! Chess evaluation for any army.
//!
//! [`model`] computes once what follows from the moves of the army and the weights; material and place are then summed
//! incrementally, and [`terms`] adds what depends on the whole position: mobility and threats there, pawn structure in
//! [`pawns`], the safety of the royal pieces in [`safety`]. [`endings`] scales and replaces scores where little material is left.

mod endings;
mod model;
mod pair;
mod pawns;
mod safety;
mod squares;
mod terms;

use std::ops::AddAssign;

use rules::Seat;
use search::{Evaluation, Evaluator, Score, Unit, WIN_IN_MAX_PLY};

use self::model::Model;
use self::pair::Pair;
use self::terms::Terms;
use super::position::{Move, Position, Special};
use super::reach::{Bitboard, bit};
use super::rules::Chess;
use super::weights::EvaluationWeights;
use crate::pext::Pext;

/// Largest static evaluation: no lead looks like a forced win.
const MAX_EVAL: Score = WIN_IN_MAX_PLY - 1;

/// The evaluation of an army.
#[derive(Clone, Debug)]
pub struct ArmyEvaluator {
    model: Model,
}

/// Sums that follow the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    /// White's material and place minus Black's.
    score: Pair,
    /// Material of each side's pieces without pawns.
    material: [Score; 2],
}

impl AddAssign for Sums {
    #[inline(always)]
    fn add_assign(&mut self, other: Sums) {
        self.score += other.score;
        self.material[0] += other.material[0];
        self.material[1] += other.material[1];
    }
}

impl ArmyEvaluator {
    /// Evaluator of an army with these weights.
    pub fn new<C: Pext>(chess: &Chess<C>, weights: &EvaluationWeights) -> ArmyEvaluator {
        ArmyEvaluator { model: Model::new(chess, weights) }
    }

    /// Adds a piece to the sums, or removes it.
    #[inline(always)]
    fn change(&self, sums: &mut Sums, side: usize, kind: usize, square: u8, count: Score) {
        let score = self.model.tables[side & 1][kind & 15][square as usize & 63];
        sums.score += score * if side == 0 { count } else { -count };
        sums.material[side & 1] += self.model.phase[kind & 15] * count;
    }
}

impl ArmyEvaluator {
    /// White's score minus Black's, where both sides have more than their royal piece.
    #[inline(always)]
    fn balance<C: Pext>(&self, position: &Position, sums: &Sums, terms: Terms<'_, C>) -> Score {
        let Pair { mg, mut eg } = sums.score + terms.cpu.run(terms);
        let [white, black] = sums.material;
        let (strong, sign) = if eg >= 0 { (0, 1) } else { (1, -1) };
        let phase = (white + black).min(self.model.full_phase);
        // Both are rare once pieces abound.
        if 4 * phase < 3 * self.model.full_phase {
            let lead = sums.material[strong] - sums.material[strong ^ 1];
            eg += sign * terms.driving(strong, lead, false);
            eg = eg * terms.scale(strong, sums.material) / 64;
        }
        let early = i64::from(mg) * i64::from(phase);
        let late = i64::from(eg) * i64::from(self.model.full_phase - phase);
        let score = ((early + late) / i64::from(self.model.full_phase)) as Score;
        let tempo = self.model.weights.tempo;
        let score = if position.turn == 0 { score + tempo } else { score - tempo };
        // The nearer the draw by move count, the less a lead is worth.
        score * (220 - Score::from(position.halfmove_clock.min(150))) / 220
    }
}

impl<C: Pext> Evaluator<Chess<C>> for ArmyEvaluator {
    const PAWN: Option<Score> = Some(100);

    type Accumulator = Sums;
    type Delta = Sums;

    fn refresh(&self, _rules: &Chess<C>, position: &Position, sums: &mut Sums) {
        *sums = Sums::default();
        for side in 0..2 {
            for (kind, squares) in position.kinds.iter().enumerate() {
                let mut left: Bitboard = squares & position.sides[side];
                while left != 0 {
                    self.change(sums, side, kind, left.trailing_zeros() as u8, 1);
                    left &= left - 1;
                }
            }
        }
    }

    #[inline]
    fn delta(&self, _rules: &Chess<C>, before: &Position, mv: Move, _after: &Position) -> Option<Sums> {
        if mv.special == Special::Castling || mv.is_en_passant() {
            return None;
        }
        let side = before.turn as usize & 1;
        let mut delta = Sums::default();
        self.change(&mut delta, side, mv.kind.into(), mv.from, -1);
        self.change(&mut delta, side, mv.becomes.into(), mv.to, 1);
        if before.sides[side ^ 1] & bit(mv.to) != 0
            && let Some((kind, _)) = before.piece(mv.to)
        {
            self.change(&mut delta, side ^ 1, kind, mv.to, -1);
        }
        Some(delta)
    }

    #[inline]
    fn turn_delta(&self, _rules: &Chess<C>, _turned: &Position) -> Option<Sums> {
        Some(Sums::default())
    }

    #[inline]
    fn update(&self, _rules: &Chess<C>, before: &Sums, delta: Sums, after: &mut Sums) {
        *after = *before;
        *after += delta;
    }

    #[inline]
    fn evaluate(&self, rules: &Chess<C>, position: &Position, sums: &Sums, seat: Seat) -> Score {
        let terms = Terms { model: &self.model, compiled: &rules.compiled, cpu: rules.cpu, position };
        let score = match terms.bare_side() {
            Some(bare) => {
                let score = terms.against_bare(bare ^ 1, sums.material[bare ^ 1]);
                if bare == 1 { score } else { -score }
            }
            None => self.balance(position, sums, terms),
        };
        let score = score.clamp(-MAX_EVAL, MAX_EVAL);
        if seat == Seat::FIRST { score } else { -score }
    }

    /// Centipawns as pawns.
    fn evaluation(&self, score: f64) -> Evaluation {
        Evaluation::from_score(score, 100.0, Unit::Pawns)
    }

    /// Most valuable victim first, then the least valuable attacker.
    #[inline]
    fn ordering_hint(&self, _rules: &Chess<C>, position: &Position, mv: Move) -> Score {
        let values = &self.model.values;
        let mut hint = 0;
        if position.sides[position.turn as usize & 1 ^ 1] & bit(mv.to) != 0
            && let Some((kind, _)) = position.piece(mv.to)
        {
            hint += 10 * values.of(kind) - values.of(mv.kind as usize).min(1000) / 10 + 1000;
        }
        if mv.becomes != mv.kind {
            hint += 10 * values.of(mv.becomes as usize);
        }
        hint
    }

    /// Value of the captured piece and gain of a promotion.
    #[inline]
    fn noisy_gain(&self, _rules: &Chess<C>, position: &Position, mv: Move) -> Option<Score> {
        let values = &self.model.values;
        let captured = match position.piece(mv.to) {
            Some((kind, _)) => values.of(kind),
            None if mv.is_en_passant() => values.of(mv.kind as usize),
            None => 0,
        };
        let promotion = values.of(mv.becomes as usize) - values.of(mv.kind as usize);
        Some(captured + promotion.max(0))
    }
}

#[cfg(test)]
mod tests;
