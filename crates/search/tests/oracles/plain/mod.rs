//! Searches without any cleverness, written from what they are meant to find.

pub mod best_reply;
pub mod expectimax;
pub mod max_n;
pub mod negamax;

use rules::{Outcome, Repetition, Seat, Status};
use search::{Evaluator, Score, SearchGame};

/// The moves of a position, or how else it goes on.
pub fn look<R: SearchGame>(rules: &R, position: &R::Position) -> (Status, Vec<R::Move>) {
    let mut moves = Vec::new();
    let stage = rules.legal_moves(position, &mut moves);
    (stage, moves)
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

/// The way to a position with the position itself added.
pub fn longer<R: SearchGame>(rules: &R, way: &[u64], position: &R::Position) -> Vec<u64> {
    way.iter().copied().chain([rules.key(position)]).collect()
}

/// The end of the game if the position lies on the way to itself.
pub fn repetition<R: SearchGame>(rules: &R, way: &[u64], position: &R::Position) -> Option<Outcome> {
    let times = 1 + way.iter().filter(|&&key| key == rules.key(position)).count();
    match rules.repeated(position, times as u32) {
        Repetition::Over(outcome) => Some(outcome),
        _ => None,
    }
}

/// The depth left after a move.
pub fn depth_after<R: SearchGame>(rules: &R, position: &R::Position, mv: R::Move, depth: u32) -> u32 {
    depth - 1 + u32::from(rules.extension(position, mv, &after(rules, position, mv)))
}
