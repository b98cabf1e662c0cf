//! Engines without their types.

use rules::{InputError, Status};
use search::{Engine, EngineFailure, EngineName, Evaluation, SearchLimits, SearchRequest, SearchResult};
use view::{DynMove, DynPosition, GamePosition, Playable};

/// A principal variation beyond the best one, in the game's notation.
#[derive(Clone, PartialEq, Debug)]
pub struct PvLine {
    /// Value for the seat to move.
    pub evaluation: Evaluation,
    /// Expected moves.
    pub pv: Vec<String>,
}

/// Result of a search, with its moves in the game's notation.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The move to play.
    pub best: String,
    /// Value for the seat to move.
    pub evaluation: Evaluation,
    /// Principal variation, as far as no dice intervene.
    pub pv: Vec<String>,
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
    ) -> Result<Option<Analysis>, EngineFailure>;

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

impl<R: Playable> Typed<R> {
    /// The typed position. The same game compiled for another processor has another type: its text is read then.
    fn position(&self, position: &dyn DynPosition) -> Result<R::Position, InputError> {
        match position.as_any().downcast_ref::<GamePosition<R>>() {
            Some(typed) => Ok(typed.position().clone()),
            None => self.rules.read_position(&position.position()),
        }
    }

    fn typed_move(
        &self,
        position: &dyn DynPosition,
        typed: &R::Position,
        mv: &DynMove,
    ) -> Result<R::Move, InputError> {
        match mv.get() {
            Some(mv) => Ok(mv),
            None => {
                let text = position.write_move(mv);
                let text =
                    text.ok_or_else(|| InputError::new("cannot read the move: it is of another game"))?;
                self.rules.read_move(typed, &text)
            }
        }
    }
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
    ) -> Result<Option<Analysis>, EngineFailure> {
        let typed = self.position(position)?;
        let root_moves = root_moves
            .iter()
            .map(|mv| self.typed_move(position, &typed, mv))
            .collect::<Result<Vec<_>, _>>()?;
        let rules = &self.rules;
        let mut report = |result: &SearchResult<R::Move>| report(&analysis(rules, &typed, result));
        let request = SearchRequest::new(rules, &typed, past, *limits).with_root_moves(&root_moves);
        match self.engine.search(&request, &mut report) {
            Some(result) => Ok(Some(analysis(rules, &typed, &result))),
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
            && let Ok(typed) = self.position(before)
            && let Ok(mv) = self.typed_move(before, &typed, mv)
        {
            self.engine.on_move(&self.rules, &typed, mv);
        }
    }
}

/// Writes the moves of a result.
fn analysis<R: Playable>(rules: &R, position: &R::Position, result: &SearchResult<R::Move>) -> Analysis {
    let alternative = |line: &search::Alternative<R::Move>| PvLine {
        evaluation: line.evaluation,
        pv: write_pv(rules, position, &line.pv),
    };
    Analysis {
        best: rules.write_move(position, result.best),
        evaluation: result.evaluation,
        pv: write_pv(rules, position, &result.pv),
        depth: result.depth,
        nodes: result.nodes,
        alternatives: result.alternatives.iter().map(alternative).collect(),
    }
}

fn write_pv<R: Playable>(rules: &R, position: &R::Position, pv: &[R::Move]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut at = position.clone();
    for &mv in pv {
        // After a roll the rest of the variation is unknown.
        if !matches!(rules.status(&at), Status::Turn(_)) || !rules.is_legal(&at, mv) {
            break;
        }
        texts.push(rules.write_move(&at, mv));
        rules.play(&mut at, mv);
    }
    texts
}
