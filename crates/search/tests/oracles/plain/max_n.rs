//! Max^n: every seat maximizes its own score.

use std::cmp::Reverse;

use rules::{Seat, Status};
use search::SearchGame;
use search::{Evaluator, Score};

use super::{after, depth_after, evaluate, extended, generate, repetition};

/// Max^n for the seat at the root; ties are broken against it.
pub struct MaxN<'a, R, E> {
    pub rules: &'a R,
    pub evaluator: &'a E,
    pub root_seat: Seat,
}

impl<R: SearchGame, E: Evaluator<R>> MaxN<'_, R, E> {
    /// Moves of a position in which the root's seat is to move, with their scores for it.
    pub fn scores(&self, position: &R::Position, path: &[u64], depth: u32) -> Vec<(R::Move, f64)> {
        let (_, moves) = generate(self.rules, position);
        let score = |mv| f64::from(self.scores_of(position, mv, path, depth, 0)[self.root_seat.index()]);
        moves.into_iter().map(|mv| (mv, score(mv))).collect()
    }

    fn scores_of(
        &self,
        position: &R::Position,
        mv: R::Move,
        path: &[u64],
        depth: u32,
        ply: u32,
    ) -> Vec<Score> {
        let path = extended(self.rules, path, position);
        let depth = depth_after(self.rules, position, mv, depth);
        self.all_scores(&after(self.rules, position, mv), &path, depth, ply + 1)
    }

    /// Scores of a position for each seat.
    fn all_scores(&self, position: &R::Position, path: &[u64], depth: u32, ply: u32) -> Vec<Score> {
        let seats = || Seat::all(self.rules.seats());
        let evaluated = || seats().map(|seat| evaluate(self.rules, self.evaluator, position, seat)).collect();
        if depth == 0 {
            return evaluated();
        }
        let finished =
            |outcome| seats().map(|seat| self.evaluator.terminal_score(&outcome, seat, ply)).collect();
        if let Some(outcome) = repetition(self.rules, path, position) {
            return finished(outcome);
        }
        match generate(self.rules, position) {
            (Status::Over(outcome), _) => finished(outcome),
            (Status::Chance, _) => evaluated(),
            (Status::Turn(turn), moves) => moves
                .into_iter()
                .map(|mv| self.scores_of(position, mv, path, depth, ply))
                .max_by_key(|scores| {
                    let root_seat = scores[self.root_seat.index()];
                    (scores[turn.index()], Reverse(root_seat), Reverse(scores.clone()))
                })
                .unwrap(),
        }
    }
}
