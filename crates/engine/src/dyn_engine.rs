//! Engines without their types.

use rules::{InputError, Status};
use search::{Engine, EngineError, EngineName, Evaluation, SearchLimits, SearchRequest, SearchResult};
use view::{DynMove, DynPosition, Playable};

/// A principal variation beyond the best one.
#[derive(Clone, PartialEq, Debug)]
pub struct PvLine {
    /// Value for the seat to move.
    pub evaluation: Evaluation,
    /// Expected moves.
    pub pv: Vec<DynMove>,
}

/// Result of a search. [`DynPosition::write_moves`] turns its moves into text.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The move to play.
    pub best: DynMove,
    /// Value for the seat to move.
    pub evaluation: Evaluation,
    /// Principal variation, as far as no dice intervene.
    pub pv: Vec<DynMove>,
    /// Completed depth in plies.
    pub depth: u32,
    /// Number of nodes.
    pub nodes: u64,
    /// Further variations of a multi-PV search, the best first.
    pub alternatives: Vec<PvLine>,
}

/// An engine of a game whose type is not known at compile time.
pub trait DynEngine: Send {
    /// Name of the engine with its options.
    fn name(&self) -> &EngineName;

    /// Searches a position of the engine's game; see [`Engine::search`]. `root_moves` restricts the search if it is not
    /// empty. Returns `None` if there is no move.
    fn search(
        &mut self,
        position: &dyn DynPosition,
        past: &[u64],
        limits: &SearchLimits<'_>,
        root_moves: &[DynMove],
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Option<Analysis>, EngineError>;

    /// Resets per-game state and reseeds the random generator.
    fn new_game(&mut self, seed: u64);

    /// Changes an option between two searches.
    fn set_option(&mut self, key: &str, value: &str) -> Result<(), InputError>;

    /// Notifies the engine of a move that was played in this position; see [`Engine::on_move`].
    fn on_move(&mut self, before: &dyn DynPosition, mv: &DynMove);
}

/// Erases the type of an engine.
pub fn erase<R: Playable>(rules: R, engine: Box<dyn Engine<R>>, name: EngineName) -> Box<dyn DynEngine> {
    Box::new(Typed { rules, engine, name })
}

struct Typed<R> {
    rules: R,
    engine: Box<dyn Engine<R>>,
    name: EngineName,
}

/// The typed position.
fn typed_position<R: Playable>(position: &dyn DynPosition) -> Result<&R::Position, InputError> {
    let typed = position.as_any().downcast_ref();
    typed.ok_or_else(|| InputError::new("cannot search the position: it is of another game"))
}

/// The typed move.
fn typed_move<R: Playable>(mv: &DynMove) -> Result<R::Move, InputError> {
    mv.get().ok_or_else(|| InputError::new("cannot search the move: it is of another game"))
}

impl<R: Playable> DynEngine for Typed<R> {
    fn name(&self) -> &EngineName {
        &self.name
    }

    fn search(
        &mut self,
        position: &dyn DynPosition,
        past: &[u64],
        limits: &SearchLimits<'_>,
        root_moves: &[DynMove],
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Option<Analysis>, EngineError> {
        let position = typed_position::<R>(position)?;
        let root_moves = root_moves.iter().map(typed_move::<R>).collect::<Result<Vec<_>, _>>()?;
        let rules = &self.rules;
        let mut report = |result: &SearchResult<R::Move>| report(&analysis(rules, position, result));
        let request = SearchRequest::new(rules, position, past, *limits).with_root_moves(&root_moves);
        match self.engine.search(&request, &mut report) {
            Some(result) => Ok(Some(analysis(rules, position, &result))),
            None => self.engine.failure().map_or(Ok(None), Err),
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.engine.new_game(seed);
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        self.engine.set_option(key, value)
    }

    fn on_move(&mut self, before: &dyn DynPosition, mv: &DynMove) {
        if self.engine.needs_moves()
            && let Ok(before) = typed_position::<R>(before)
            && let Ok(mv) = typed_move::<R>(mv)
        {
            self.engine.on_move(&self.rules, before, mv);
        }
    }
}

/// Erases the types of a result.
fn analysis<R: Playable>(rules: &R, position: &R::Position, result: &SearchResult<R::Move>) -> Analysis {
    let alternative = |line: &search::Alternative<R::Move>| PvLine {
        evaluation: line.evaluation,
        pv: playable_part(rules, position, &line.pv),
    };
    Analysis {
        best: DynMove::new(result.best),
        evaluation: result.evaluation,
        pv: playable_part(rules, position, &result.pv),
        depth: result.depth,
        nodes: result.nodes,
        alternatives: result.alternatives.iter().map(alternative).collect(),
    }
}

/// The moves of a variation up to a roll.
fn playable_part<R: Playable>(rules: &R, position: &R::Position, pv: &[R::Move]) -> Vec<DynMove> {
    let mut moves = Vec::new();
    let mut at = position.clone();
    for &mv in pv {
        // After a roll the rest of the variation is unknown.
        if !matches!(rules.status(&at), Status::Turn(_)) || !rules.is_legal(&at, mv) {
            break;
        }
        moves.push(DynMove::new(mv));
        rules.play(&mut at, mv);
    }
    moves
}
