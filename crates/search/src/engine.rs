//! Somebody who chooses moves.

use rules::Rules;

use crate::breakdown::Breakdown;
use crate::question::Question;

/// What thinking has come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<M> {
    /// The move to play.
    pub best: M,
    /// What the position is worth to the seat to move, in the unit of whoever thought.
    pub score: f64,
    /// The moves expected, the best first. It may be shorter than the search was deep.
    pub line: Vec<M>,
    /// How deep the search was, in turns.
    pub depth: u32,
    /// Positions that were looked at.
    pub nodes: u64,
}

impl<M: Copy> Thought<M> {
    /// The thought of somebody who has looked at nothing but the list of moves.
    pub fn unsearched(best: M) -> Thought<M> {
        Thought { best, score: 0.0, line: vec![best], depth: 0, nodes: 1 }
    }
}

/// Hears of what thinking has come to so far.
pub type Progress<'a, M> = dyn FnMut(&Thought<M>) + 'a;

/// Chooses moves of one game.
pub trait Engine<R: Rules>: Send {
    /// Answers a question. `report` hears of every deeper result on the way. Nothing if there is no move.
    fn think(
        &mut self,
        question: &Question<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<Thought<R::Move>>;

    /// Forgets what was learnt: another game begins. Every random choice then follows from the seed.
    fn begin(&mut self, seed: u64);

    /// Whether it must [hear](Engine::hear) of a game move by move; a search needs no more than the position it is asked
    /// about.
    fn listens(&self) -> bool {
        false
    }

    /// A move was made in the game, by whomever: also one of the opening, and one of its own. Told only to who
    /// [listens](Engine::listens).
    fn hear(&mut self, _rules: &R, _before: &R::Position, _mv: R::Move) {}

    /// Why the last thinking came to nothing, if there is more to say of it; asked only then.
    fn breakdown(&mut self) -> Option<Breakdown> {
        None
    }
}
