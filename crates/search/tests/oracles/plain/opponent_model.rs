//! Opponent-model search: own moves branch, every opponent makes the move with the highest ordering hint.

use rules::{Seat, Status};
use search::{Evaluator, Score, SearchGame};

use super::{after, evaluate, extended, generate, repetition};

/// Opponent-model search for the seat at the root.
pub struct OpponentModel<'a, R, E> {
    pub rules: &'a R,
    pub evaluator: &'a E,
    pub root_seat: Seat,
}

impl<R: SearchGame, E: Evaluator<R>> OpponentModel<'_, R, E> {
    /// Moves of a position in which the root's seat is to move, with their scores.
    pub fn scores(&self, position: &R::Position, path: &[u64], depth: u32) -> Vec<(R::Move, f64)> {
        let path = extended(self.rules, path, position);
        let score = |mv| f64::from(self.after_own(&after(self.rules, position, mv), &path, depth - 1, 1));
        generate(self.rules, position).1.into_iter().map(|mv| (mv, score(mv))).collect()
    }

    /// Score of a position after an own move, with `depth` own moves to come.
    fn after_own(&self, position: &R::Position, path: &[u64], depth: u32, ply: u32) -> Score {
        let (rules, seat) = (self.rules, self.root_seat);
        if let Status::Over(outcome) = generate(rules, position).0 {
            return self.evaluator.terminal_score(&outcome, seat, ply);
        }
        if let Some(outcome) = repetition(rules, path, position) {
            return self.evaluator.terminal_score(&outcome, seat, ply);
        }
        if depth == 0 {
            return evaluate(rules, self.evaluator, position, seat);
        }
        let mut position = position.clone();
        for _ in 0..rules.seats() {
            let (status, moves) = generate(rules, &position);
            match status {
                Status::Turn(turn) if turn != seat => {}
                _ => break,
            }
            let hint = |mv: &R::Move| self.evaluator.ordering_hint(rules, &position, *mv);
            // Of equal hints `max_by_key` returns the last, the search takes the first.
            let Some(reply) = moves.into_iter().rev().max_by_key(hint) else { break };
            position = after(rules, &position, reply);
        }
        let (status, moves) = generate(rules, &position);
        match status {
            Status::Over(outcome) => self.evaluator.terminal_score(&outcome, seat, ply),
            Status::Turn(turn) if turn == seat => {
                let path = extended(rules, path, &position);
                let score = |mv| self.after_own(&after(rules, &position, mv), &path, depth - 1, ply + 1);
                moves.into_iter().map(score).max().unwrap()
            }
            _ => evaluate(rules, self.evaluator, &position, seat),
        }
    }
}
