//! Best-reply search: one reply of all opponents to each move of the root's seat.

use rules::{Seat, Status};
use search::SearchGame;
use search::{Evaluator, Score};

use super::{after, depth_after, evaluate, extended, generate, repetition};

/// Best-reply search for the seat at the root.
pub struct BestReply<'a, R, E> {
    pub rules: &'a R,
    pub evaluator: &'a E,
    pub root_seat: Seat,
}

impl<R: SearchGame, E: Evaluator<R>> BestReply<'_, R, E> {
    /// Moves of a position in which the root's seat is to move, with their scores.
    pub fn scores(&self, position: &R::Position, path: &[u64], depth: u32) -> Vec<(R::Move, f64)> {
        let (_, moves) = generate(self.rules, position);
        let path = extended(self.rules, path, position);
        let score = |mv| {
            let depth = depth_after(self.rules, position, mv, depth);
            f64::from(self.score(&after(self.rules, position, mv), &path, depth, 1, false))
        };
        moves.into_iter().map(|mv| (mv, score(mv))).collect()
    }

    /// Score of a position for the root's seat; `replied` if an opponent's move led to it.
    fn score(&self, position: &R::Position, path: &[u64], depth: u32, ply: u32, replied: bool) -> Score {
        let (rules, root_seat) = (self.rules, self.root_seat);
        if depth == 0 {
            return self.evaluate(position);
        }
        let mut position = position.clone();
        if replied
            && rules.seats() > 2
            && let Some(turned) = rules.with_turn(&position, root_seat)
        {
            position = turned;
        }
        if let Some(outcome) = repetition(rules, path, &position) {
            return self.evaluator.terminal_score(&outcome, root_seat, ply);
        }
        let below = extended(rules, path, &position);
        let scores = |position: &R::Position, replied: bool| -> Vec<Score> {
            let (_, moves) = generate(rules, position);
            let score = |mv| {
                let depth = depth_after(rules, position, mv, depth);
                self.score(&after(rules, position, mv), &below, depth, ply + 1, replied)
            };
            moves.into_iter().map(score).collect()
        };
        match generate(rules, &position).0 {
            Status::Over(outcome) => self.evaluator.terminal_score(&outcome, root_seat, ply),
            Status::Chance => self.evaluate(&position),
            Status::Turn(turn) if turn == root_seat => scores(&position, false).into_iter().max().unwrap(),
            Status::Turn(turn) => {
                let mut replies = scores(&position, true);
                for other in Seat::all(rules.seats()).filter(|&seat| seat != root_seat && seat != turn) {
                    if let Some(turned) = rules.with_turn(&position, other) {
                        replies.extend(scores(&turned, true));
                    }
                }
                replies.into_iter().min().unwrap()
            }
        }
    }

    fn evaluate(&self, position: &R::Position) -> Score {
        evaluate(self.rules, self.evaluator, position, self.root_seat)
    }
}
