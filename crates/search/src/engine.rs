//! The interface of everything that chooses moves.

use std::error::Error;

use rules::{InputError, Rules};

use crate::evaluation::{Evaluation, Unit};
use crate::request::SearchRequest;

/// A principal variation of a multi-PV search beyond the best one.
#[derive(Clone, PartialEq, Debug)]
pub struct Alternative<M> {
    /// Value for the seat to move.
    pub evaluation: Evaluation,
    /// Expected moves.
    pub pv: Vec<M>,
}

/// Result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult<M> {
    /// The move to play.
    pub best: M,
    /// Score for the seat to move, in the engine's own unit.
    pub score: f64,
    /// The same in the unit of the game.
    pub evaluation: Evaluation,
    /// Principal variation. It may be shorter than the search was deep.
    pub pv: Vec<M>,
    /// Completed depth in plies.
    pub depth: u32,
    /// Number of nodes.
    pub nodes: u64,
    /// Further variations, the best first.
    pub alternatives: Vec<Alternative<M>>,
}

impl<M: Copy> SearchResult<M> {
    /// A move chosen without a search.
    pub fn unsearched(best: M) -> SearchResult<M> {
        let evaluation = Evaluation::even(Unit::Raw);
        SearchResult {
            best,
            score: 0.0,
            evaluation,
            pv: vec![best],
            depth: 0,
            nodes: 1,
            alternatives: Vec::new(),
        }
    }
}

/// Receiver of intermediate results.
pub type Progress<'a, M> = dyn FnMut(&SearchResult<M>) + 'a;

/// Largest transposition table in mebibytes.
pub(crate) const MAX_HASH: usize = 1 << 16;

/// Value of an option that is a whole number from 1 to `max`.
pub(crate) fn option_number(key: &str, value: &str, max: usize) -> Result<usize, InputError> {
    let number = value.parse().ok().filter(|number| (1..=max).contains(number));
    number.ok_or_else(|| {
        let value = InputError::quote(value);
        InputError::new(format!("{key} cannot be {value}: expected a whole number from 1 to {max}"))
    })
}

/// Reason why an engine gave no move.
pub type EngineError = Box<dyn Error + Send + Sync>;

/// An engine for one game.
pub trait Engine<R: Rules>: Send {
    /// Searches a position. `report` receives every deeper result on the way. Returns `None` if there is no move.
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>>;

    /// Resets per-game state and reseeds the random generator.
    fn new_game(&mut self, seed: u64);

    /// Changes an option, such as `threads` or `hash`, between two searches.
    fn set_option(&mut self, key: &str, _value: &str) -> Result<(), InputError> {
        Err(InputError::new(format!("this engine has no option {} to change", InputError::quote(key))))
    }

    /// `true` if the engine must be notified of every move of the game by [`on_move`](Engine::on_move).
    fn needs_moves(&self) -> bool {
        false
    }

    /// Notifies the engine of a move that was played: by any seat, in the opening, or its own.
    fn on_move(&mut self, _rules: &R, _before: &R::Position, _mv: R::Move) {}

    /// Reason why the last search returned no move; reset by the call.
    fn failure(&mut self) -> Option<EngineError> {
        None
    }
}
