//! Every search against a plain one that is obviously right, on thousands of small trees.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod alpha_beta;
mod best_reply;
mod expectimax;
mod limits;
mod max_n;
mod mechanisms;
mod monte_carlo;
mod noughts;
mod plain;
mod signature;
mod thicket;

use std::sync::atomic::AtomicBool;

use search::SearchGame;
use search::{Engine, SearchLimits, SearchRequest, SearchResult};

/// What an engine thinks of a position at a depth. It must have some move.
fn think<R: SearchGame>(
    engine: &mut impl Engine<R>,
    rules: &R,
    position: &R::Position,
    past: &[u64],
    depth: u32,
) -> SearchResult<R::Move> {
    let stop = AtomicBool::new(false);
    let limits = SearchLimits::until(&stop).depth(depth);
    engine.search(&SearchRequest::new(rules, position, past, limits), &mut |_| {}).expect("there is a move")
}

/// The score is that of the plain search, and so is what the plain search says of the chosen move.
fn assert_best<M: PartialEq + std::fmt::Debug>(
    thought: &SearchResult<M>,
    plain: &[(M, f64)],
    what: impl std::fmt::Display,
) {
    let best = plain.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
    assert_eq!(thought.score, best, "{what}: the score of {thought:?}, where plain search has {plain:?}");
    let chosen = plain.iter().find(|(mv, _)| *mv == thought.best).map(|(_, score)| *score);
    assert_eq!(chosen, Some(best), "{what}: the choice of {thought:?}, where plain search has {plain:?}");
    assert_eq!(thought.pv.first(), Some(&thought.best), "{what}");
}
