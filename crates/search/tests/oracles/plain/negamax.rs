//! Negamax.

use rules::{Seat, Status};
use search::SearchGame;
use search::{Evaluator, Score};

use super::{after, depth_after, evaluate, extended, generate, repetition};

/// Negamax, with an optional quiescence search.
pub struct Negamax<'a, R, E> {
    pub rules: &'a R,
    pub evaluator: &'a E,
    pub quiescence: bool,
}

impl<R: SearchGame, E: Evaluator<R>> Negamax<'_, R, E> {
    /// The moves of a position with their scores.
    pub fn scores(&self, position: &R::Position, path: &[u64], depth: u32) -> Vec<(R::Move, f64)> {
        let (status, moves) = generate(self.rules, position);
        let Status::Turn(seat) = status else { panic!("{position:?}") };
        let score = |mv| f64::from(self.score_of(position, mv, path, depth, 0, seat));
        moves.into_iter().map(|mv| (mv, score(mv))).collect()
    }

    /// Score of a move for a seat.
    fn score_of(
        &self,
        position: &R::Position,
        mv: R::Move,
        path: &[u64],
        depth: u32,
        ply: u32,
        seat: Seat,
    ) -> Score {
        let path = extended(self.rules, path, position);
        let depth = depth_after(self.rules, position, mv, depth);
        self.score(&after(self.rules, position, mv), &path, depth, ply + 1, seat)
    }

    /// Score of a position for a seat.
    fn score(&self, position: &R::Position, path: &[u64], depth: u32, ply: u32, seat: Seat) -> Score {
        if let Some(outcome) = repetition(self.rules, path, position) {
            return self.evaluator.terminal_score(&outcome, seat, ply);
        }
        if depth == 0 {
            return if R::HAS_NOISE && self.quiescence {
                self.quiescence_score(position, ply, seat)
            } else {
                self.evaluate(position, seat)
            };
        }
        match generate(self.rules, position) {
            (Status::Over(outcome), _) => self.evaluator.terminal_score(&outcome, seat, ply),
            (Status::Chance, _) => self.evaluate(position, seat),
            (Status::Turn(turn), moves) => {
                let scores = moves.into_iter().map(|mv| self.score_of(position, mv, path, depth, ply, turn));
                let best = scores.max().unwrap();
                if turn == seat { best } else { -best }
            }
        }
    }

    /// Quiescence score of a position for a seat: every mover may stand pat or make a noisy move.
    fn quiescence_score(&self, position: &R::Position, ply: u32, seat: Seat) -> Score {
        match generate(self.rules, position) {
            (Status::Over(outcome), _) => self.evaluator.terminal_score(&outcome, seat, ply),
            (Status::Chance, _) => self.evaluate(position, seat),
            (Status::Turn(turn), moves) => {
                // In check every move is tried, and the seat cannot stand pat.
                let in_check = self.rules.in_check(position);
                let tried = moves.into_iter().filter(|&mv| in_check || self.rules.noisy(position, mv));
                let scores =
                    tried.map(|mv| self.quiescence_score(&after(self.rules, position, mv), ply + 1, turn));
                let best = scores.max().unwrap_or(Score::MIN);
                let best = if in_check { best } else { best.max(self.evaluate(position, turn)) };
                if turn == seat { best } else { -best }
            }
        }
    }

    fn evaluate(&self, position: &R::Position, seat: Seat) -> Score {
        evaluate(self.rules, self.evaluator, position, seat)
    }
}
