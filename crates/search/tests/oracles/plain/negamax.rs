//! Negamax: what one side wins the other loses.

use rules::{Seat, Status};
use search::SearchGame;
use search::{Evaluator, Score};

use super::{after, depth_after, evaluate, longer, look, repetition};

/// A game, how its positions are judged, and whether noisy moves are looked at beyond the depth.
pub struct Negamax<'a, R, E> {
    pub rules: &'a R,
    pub evaluator: &'a E,
    pub quiescence: bool,
}

impl<R: SearchGame, E: Evaluator<R>> Negamax<'_, R, E> {
    /// The moves of a position with their scores.
    pub fn scores(&self, position: &R::Position, way: &[u64], depth: u32) -> Vec<(R::Move, f64)> {
        let (stage, moves) = look(self.rules, position);
        let Status::Turn(seat) = stage else { panic!("{position:?}") };
        let score = |mv| f64::from(self.score_of(position, mv, way, depth, 0, seat));
        moves.into_iter().map(|mv| (mv, score(mv))).collect()
    }

    /// What a move is worth to a seat.
    fn score_of(
        &self,
        position: &R::Position,
        mv: R::Move,
        way: &[u64],
        depth: u32,
        ply: u32,
        seat: Seat,
    ) -> Score {
        let way = longer(self.rules, way, position);
        let depth = depth_after(self.rules, position, mv, depth);
        self.score(&after(self.rules, position, mv), &way, depth, ply + 1, seat)
    }

    /// What a position is worth to a seat.
    fn score(&self, position: &R::Position, way: &[u64], depth: u32, ply: u32, seat: Seat) -> Score {
        if depth == 0 {
            return if R::HAS_NOISE && self.quiescence {
                self.quiet(position, ply, seat)
            } else {
                self.judge(position, seat)
            };
        }
        if let Some(outcome) = repetition(self.rules, way, position) {
            return self.evaluator.terminal_score(&outcome, seat, ply);
        }
        match look(self.rules, position) {
            (Status::Over(outcome), _) => self.evaluator.terminal_score(&outcome, seat, ply),
            (Status::Chance, _) => self.judge(position, seat),
            (Status::Turn(turn), moves) => {
                let scores = moves.into_iter().map(|mv| self.score_of(position, mv, way, depth, ply, turn));
                let best = scores.max().unwrap();
                if turn == seat { best } else { -best }
            }
        }
    }

    /// What a position is worth to a seat if everybody may make noisy moves or leave it at that.
    fn quiet(&self, position: &R::Position, ply: u32, seat: Seat) -> Score {
        match look(self.rules, position) {
            (Status::Over(outcome), _) => self.evaluator.terminal_score(&outcome, seat, ply),
            (Status::Chance, _) => self.judge(position, seat),
            (Status::Turn(turn), moves) => {
                // In check every move is tried, and the seat cannot leave it at that.
                let in_check = self.rules.in_check(position);
                let tried = moves.into_iter().filter(|&mv| in_check || self.rules.noisy(position, mv));
                let scores = tried.map(|mv| self.quiet(&after(self.rules, position, mv), ply + 1, turn));
                let best = scores.max().unwrap_or(Score::MIN);
                let best = if in_check { best } else { best.max(self.judge(position, turn)) };
                if turn == seat { best } else { -best }
            }
        }
    }

    fn judge(&self, position: &R::Position, seat: Seat) -> Score {
        evaluate(self.rules, self.evaluator, position, seat)
    }
}
