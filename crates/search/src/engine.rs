//! Somebody who chooses moves.

use rules::Rules;

use crate::failure::EngineFailure;
use crate::request::SearchRequest;

/// What thinking has come to.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult<M> {
    /// The move to play.
    pub best: M,
    /// What the position is worth to the seat to move, in the unit of whoever result.
    pub score: f64,
    /// The moves expected, the best first. It may be shorter than the search was deep.
    pub line: Vec<M>,
    /// How deep the search was, in turns.
    pub depth: u32,
    /// Positions that were looked at.
    pub nodes: u64,
}

impl<M: Copy> SearchResult<M> {
    /// The result of somebody who has looked at nothing but the list of moves.
    pub fn unsearched(best: M) -> SearchResult<M> {
        SearchResult { best, score: 0.0, line: vec![best], depth: 0, nodes: 1 }
    }
}

/// Hears of what thinking has come to so far.
pub type Progress<'a, M> = dyn FnMut(&SearchResult<M>) + 'a;

/// Chooses moves of one game.
pub trait Engine<R: Rules>: Send {
    /// Answers a request. `report` hears of every deeper result on the way. Nothing if there is no move.
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>>;

    /// Forgets what was learnt: another game begins. Every random choice then follows from the seed.
    fn new_game(&mut self, seed: u64);

    /// Whether it must [hear](Engine::hear) of a game move by move; a search needs no more than the position it is asked
    /// about.
    fn needs_moves(&self) -> bool {
        false
    }

    /// A move was made in the game, by whomever: also one of the opening, and one of its own. Told only to who
    /// [listens](Engine::listens).
    fn on_move(&mut self, _rules: &R, _before: &R::Position, _mv: R::Move) {}

    /// Why the last thinking came to nothing, if there is more to say of it; asked only then.
    fn failure(&mut self) -> Option<EngineFailure> {
        None
    }
}
