//! Reference searches without pruning, written from the definitions.

pub mod best_reply;
pub mod expectimax;
pub mod max_n;
pub mod negamax;
pub mod opponent_model;

use rules::{Outcome, Repetition, Seat, Status};
use search::{Evaluator, Score, SearchGame};

/// Status and legal moves of a position.
pub fn generate<R: SearchGame>(rules: &R, position: &R::Position) -> (Status, Vec<R::Move>) {
    let mut moves = Vec::new();
    let status = rules.legal_moves(position, &mut moves);
    (status, moves)
}

/// Static evaluation of a position from scratch.
pub fn evaluate<R: SearchGame, E: Evaluator<R>>(
    rules: &R,
    evaluator: &E,
    position: &R::Position,
    seat: Seat,
) -> Score {
    let mut accumulator = E::Accumulator::default();
    evaluator.refresh(rules, position, &mut accumulator);
    evaluator.evaluate(rules, position, &accumulator, seat)
}

/// The position after a move.
pub fn after<R: SearchGame>(rules: &R, position: &R::Position, mv: R::Move) -> R::Position {
    let mut after = position.clone();
    rules.play(&mut after, mv);
    after
}

/// The path to a position followed by the position itself.
pub fn extended<R: SearchGame>(rules: &R, path: &[u64], position: &R::Position) -> Vec<u64> {
    path.iter().copied().chain([rules.key(position)]).collect()
}

/// Outcome of a repetition, if the position occurs on the path to it.
pub fn repetition<R: SearchGame>(rules: &R, path: &[u64], position: &R::Position) -> Option<Outcome> {
    let times = 1 + path.iter().filter(|&&key| key == rules.key(position)).count();
    match rules.repeated(position, times as u32) {
        Repetition::Over(outcome) => Some(outcome),
        _ => None,
    }
}

/// Remaining depth after a move.
pub fn depth_after<R: SearchGame>(rules: &R, position: &R::Position, mv: R::Move, depth: u32) -> u32 {
    depth - 1 + u32::from(rules.extension(position, mv, &after(rules, position, mv)))
}
