//! Expectimax: one seat against all others, rolls by weight.

use rules::{Seat, Status};
use search::SearchGame;
use search::{Evaluator, Score};

use super::{after, depth_after, evaluate, extended, generate, repetition};

/// The unit of scores: averages are rounded towards zero to a 4096th.
pub const UNIT: i64 = 4096;

/// Expectimax for one seat.
pub struct Expectimax<'a, R, E> {
    pub rules: &'a R,
    pub evaluator: &'a E,
    pub seat: Seat,
}

impl<R: SearchGame, E: Evaluator<R>> Expectimax<'_, R, E> {
    /// The moves of a position, in which the seat is to move, with their values.
    pub fn values(&self, position: &R::Position, path: &[u64], depth: u32) -> Vec<(R::Move, f64)> {
        let (_, moves) = generate(self.rules, position);
        let value = |mv| self.value_of(position, mv, path, depth, 0) as f64 / UNIT as f64;
        moves.into_iter().map(|mv| (mv, value(mv))).collect()
    }

    fn value_of(&self, position: &R::Position, mv: R::Move, path: &[u64], depth: u32, ply: u32) -> i64 {
        let path = extended(self.rules, path, position);
        let depth = depth_after(self.rules, position, mv, depth);
        self.value(&after(self.rules, position, mv), &path, depth, ply + 1)
    }

    fn value(&self, position: &R::Position, path: &[u64], depth: u32, ply: u32) -> i64 {
        let value = |score: Score| i64::from(score) * UNIT;
        if depth == 0 {
            return value(evaluate(self.rules, self.evaluator, position, self.seat));
        }
        if let Some(outcome) = repetition(self.rules, path, position) {
            return value(self.evaluator.terminal_score(&outcome, self.seat, ply));
        }
        match generate(self.rules, position) {
            (Status::Over(outcome), _) => value(self.evaluator.terminal_score(&outcome, self.seat, ply)),
            (Status::Turn(turn), moves) => {
                let values = moves.into_iter().map(|mv| self.value_of(position, mv, path, depth, ply));
                if turn == self.seat { values.max().unwrap() } else { values.min().unwrap() }
            }
            (Status::Chance, _) => {
                let path = extended(self.rules, path, position);
                let (mut sum, mut weights) = (0, 0);
                for &(roll, weight) in self.rules.rolls(position) {
                    let mut rolled = position.clone();
                    self.rules.apply_roll(&mut rolled, roll);
                    sum += i64::from(weight) * self.value(&rolled, &path, depth, ply);
                    weights += i64::from(weight);
                }
                sum / weights
            }
        }
    }
}
