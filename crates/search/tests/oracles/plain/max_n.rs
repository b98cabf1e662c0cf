//! Max^n: everybody for themselves.

use std::cmp::Reverse;

use rules::{Seat, Status};
use search::SearchGame;
use search::{Evaluator, Score};

use super::{after, depth_after, evaluate, longer, look, repetition};

/// A game, how its positions are judged, and who thinks: ties are broken to its harm.
pub struct MaxN<'a, R, E> {
    pub rules: &'a R,
    pub evaluator: &'a E,
    pub thinker: Seat,
}

impl<R: SearchGame, E: Evaluator<R>> MaxN<'_, R, E> {
    /// The moves of a position, in which the thinker is to move, with what each is worth to it.
    pub fn scores(&self, position: &R::Position, way: &[u64], depth: u32) -> Vec<(R::Move, f64)> {
        let (_, moves) = look(self.rules, position);
        let score = |mv| f64::from(self.scores_of(position, mv, way, depth, 0)[self.thinker.index()]);
        moves.into_iter().map(|mv| (mv, score(mv))).collect()
    }

    fn scores_of(
        &self,
        position: &R::Position,
        mv: R::Move,
        way: &[u64],
        depth: u32,
        ply: u32,
    ) -> Vec<Score> {
        let way = longer(self.rules, way, position);
        let depth = depth_after(self.rules, position, mv, depth);
        self.all_scores(&after(self.rules, position, mv), &way, depth, ply + 1)
    }

    /// What a position is worth to each seat.
    fn all_scores(&self, position: &R::Position, way: &[u64], depth: u32, ply: u32) -> Vec<Score> {
        let seats = || Seat::all(self.rules.seats());
        let judged = || seats().map(|seat| evaluate(self.rules, self.evaluator, position, seat)).collect();
        if depth == 0 {
            return judged();
        }
        let finished =
            |outcome| seats().map(|seat| self.evaluator.terminal_score(&outcome, seat, ply)).collect();
        if let Some(outcome) = repetition(self.rules, way, position) {
            return finished(outcome);
        }
        match look(self.rules, position) {
            (Status::Over(outcome), _) => finished(outcome),
            (Status::Chance, _) => judged(),
            (Status::Turn(turn), moves) => moves
                .into_iter()
                .map(|mv| self.scores_of(position, mv, way, depth, ply))
                .max_by_key(|scores| {
                    let thinker = scores[self.thinker.index()];
                    (scores[turn.index()], Reverse(thinker), Reverse(scores.clone()))
                })
                .unwrap(),
        }
    }
}
