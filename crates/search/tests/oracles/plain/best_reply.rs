//! Best-reply search: one reply of all opponents to each move of the thinker.

use rules::{Seat, Status};
use search::SearchGame;
use search::{Evaluator, Score};

use super::{after, depth_after, evaluate, longer, look, repetition};

/// A game, how its positions are judged, and who thinks.
pub struct BestReply<'a, R, E> {
    pub rules: &'a R,
    pub evaluator: &'a E,
    pub thinker: Seat,
}

impl<R: SearchGame, E: Evaluator<R>> BestReply<'_, R, E> {
    /// The moves of a position, in which the thinker is to move, with their scores.
    pub fn scores(&self, position: &R::Position, way: &[u64], depth: u32) -> Vec<(R::Move, f64)> {
        let (_, moves) = look(self.rules, position);
        let way = longer(self.rules, way, position);
        let score = |mv| {
            let depth = depth_after(self.rules, position, mv, depth);
            f64::from(self.score(&after(self.rules, position, mv), &way, depth, 1, false))
        };
        moves.into_iter().map(|mv| (mv, score(mv))).collect()
    }

    /// What a position is worth to the thinker; `replied` if an opponent's move led to it.
    fn score(&self, position: &R::Position, way: &[u64], depth: u32, ply: u32, replied: bool) -> Score {
        let (rules, thinker) = (self.rules, self.thinker);
        if depth == 0 {
            return self.judge(position);
        }
        let mut position = position.clone();
        if replied
            && rules.seats() > 2
            && let Some(turned) = rules.with_turn(&position, thinker)
        {
            position = turned;
        }
        if let Some(outcome) = repetition(rules, way, &position) {
            return self.evaluator.terminal_score(&outcome, thinker, ply);
        }
        let below = longer(rules, way, &position);
        let scores = |position: &R::Position, replied: bool| -> Vec<Score> {
            let (_, moves) = look(rules, position);
            let score = |mv| {
                let depth = depth_after(rules, position, mv, depth);
                self.score(&after(rules, position, mv), &below, depth, ply + 1, replied)
            };
            moves.into_iter().map(score).collect()
        };
        match look(rules, &position).0 {
            Status::Over(outcome) => self.evaluator.terminal_score(&outcome, thinker, ply),
            Status::Chance => self.judge(&position),
            Status::Turn(turn) if turn == thinker => scores(&position, false).into_iter().max().unwrap(),
            Status::Turn(turn) => {
                let mut replies = scores(&position, true);
                for other in Seat::all(rules.seats()).filter(|&seat| seat != thinker && seat != turn) {
                    if let Some(turned) = rules.with_turn(&position, other) {
                        replies.extend(scores(&turned, true));
                    }
                }
                replies.into_iter().min().unwrap()
            }
        }
    }

    fn judge(&self, position: &R::Position) -> Score {
        evaluate(self.rules, self.evaluator, position, self.thinker)
    }
}
