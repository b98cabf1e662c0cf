//! Every search against a plain reference search, on thousands of small trees.
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
mod opponent_model;
mod plain;
mod random_tree;
mod signature;

use std::sync::atomic::AtomicBool;

use search::SearchGame;
use search::{Engine, SearchLimits, SearchRequest, SearchResult};

/// Searches a position that has a move to a depth.
fn search_to_depth<R: SearchGame>(
    engine: &mut (impl Engine<R> + ?Sized),
    rules: &R,
    position: &R::Position,
    past: &[u64],
    depth: u32,
) -> SearchResult<R::Move> {
    let stop = AtomicBool::new(false);
    let limits = SearchLimits::until(&stop).depth(depth);
    engine.search(&SearchRequest::new(rules, position, past, limits), &mut |_| {}).expect("there is a move")
}

/// Asserts that the score and the plain search's score of the chosen move equal the best of the plain search.
fn assert_best<M: PartialEq + std::fmt::Debug>(
    result: &SearchResult<M>,
    plain: &[(M, f64)],
    what: impl std::fmt::Display,
) {
    let best = plain.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
    assert_eq!(result.score, best, "{what}: the score of {result:?}, where plain search has {plain:?}");
    let chosen = plain.iter().find(|(mv, _)| *mv == result.best).map(|(_, score)| *score);
    assert_eq!(chosen, Some(best), "{what}: the choice of {result:?}, where plain search has {plain:?}");
    assert_eq!(result.pv.first(), Some(&result.best), "{what}");
}
