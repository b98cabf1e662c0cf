//! Who plays the games of the house without a person.

use rules::cpu::Cpu;
use rules::{InputError, Perft};
use search::SearchGame;
use search::{
    Engine, EngineFailure, EngineName, EngineOptions, Progress, RandomPlayer, SearchLimits, SearchRequest,
    SearchResult,
};
use view::Playable;

/// A game of the house: its rules, and engines of its own.
pub trait CatalogGame: Playable + Perft + SearchGame + Sized {
    /// The names of its engines besides `random`.
    const ENGINES: &'static [&'static str] = &[];

    /// Makes one of [`ENGINES`](CatalogGame::ENGINES), taking the options it knows.
    fn engine<C: Cpu>(
        &self,
        _cpu: C,
        name: &str,
        _options: &mut EngineOptions,
    ) -> Result<Box<dyn Engine<Self>>, InputError> {
        Err(InputError::new(format!("the engine {name} was not written yet")))
    }
}

/// Makes an engine by its name: `random`, or one of the game's own.
pub fn make<C: Cpu, R: CatalogGame>(
    cpu: C,
    rules: &R,
    name: &EngineName,
) -> Result<Box<dyn Engine<R>>, InputError> {
    let mut options = name.options();
    let engine: Box<dyn Engine<R>> = if name.name() == "random" {
        Box::new(RandomPlayer::new(0))
    } else if R::ENGINES.contains(&name.name()) {
        rules.engine(cpu, name.name(), &mut options)?
    } else {
        let mut known = vec!["random"];
        known.extend(R::ENGINES);
        let found = InputError::quote(name.name());
        return Err(InputError::new(format!(
            "there is no engine {found} here: expected {}",
            known.join(" or ")
        )));
    };
    options.finish()?;
    Ok(engine)
}

/// How strong `strong` is: 1 to 8. It is held to a number of positions, so that strength does not depend on the machine.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    number: u64,
    is_asked: bool,
}

impl Level {
    /// Takes `level=1` to `level=8`; without it the level is 5, and gives way to any limit that is set for a move.
    pub fn take(options: &mut EngineOptions) -> Result<Level, InputError> {
        let is_asked = options.has("level");
        Ok(Level { number: options.number("level", 5, 1..=8)?, is_asked })
    }

    /// The engine held to what the level is worth: so many positions at each level, the weakest first.
    pub fn hold<E>(self, engine: E, nodes: [u64; 8]) -> Levelled<E> {
        Levelled { engine, nodes: nodes[self.number as usize - 1], is_asked: self.is_asked }
    }
}

/// An engine held to a level.
pub struct Levelled<E> {
    engine: E,
    nodes: u64,
    is_asked: bool,
}

impl<E> Levelled<E> {
    fn limits<'a>(&self, limits: SearchLimits<'a>) -> SearchLimits<'a> {
        let gives_way = limits.is_set && !self.is_asked;
        if gives_way { limits } else { limits.nodes(limits.nodes.min(self.nodes)) }
    }
}

impl<R: rules::Rules, E: Engine<R>> Engine<R> for Levelled<E> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        self.engine.search(&request.within(self.limits(request.limits)), report)
    }

    fn new_game(&mut self, seed: u64) {
        self.engine.new_game(seed);
    }

    fn needs_moves(&self) -> bool {
        self.engine.needs_moves()
    }

    fn on_move(&mut self, rules: &R, before: &R::Position, mv: R::Move) {
        self.engine.on_move(rules, before, mv);
    }

    fn failure(&mut self) -> Option<EngineFailure> {
        self.engine.failure()
    }
}
