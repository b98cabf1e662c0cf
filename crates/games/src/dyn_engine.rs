//! Engines with text in and text out, for those who learn only at run time which game they have.

use rules::cpu::Cpu;
use rules::{InputError, Status};
use search::{Engine, EngineName, SearchLimits, SearchRequest, SearchResult};

use crate::catalog::{self, Visitor};
use crate::engines::{self, CatalogGame};

/// What thinking has come to, written out.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The move to play.
    pub best: String,
    /// What the position is worth to the seat to move, in the unit of whoever result.
    pub score: f64,
    /// The moves expected, the best first, as far as no dice come between.
    pub line: Vec<String>,
    /// How deep the search was, in turns.
    pub depth: u32,
    /// Positions that were looked at.
    pub nodes: u64,
}

/// An engine of a game whose type is not known.
pub trait DynEngine: Send {
    /// The engine's name with the options it was asked for with.
    fn name(&self) -> &EngineName;

    /// Thinks about a position as its board writes it; see [`Engine::think`].
    fn search(
        &mut self,
        position: &str,
        past: &[u64],
        limits: &SearchLimits<'_>,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Option<Analysis>, InputError>;

    /// Another game begins; see [`Engine::begin`].
    fn new_game(&mut self, seed: u64);

    /// A move was made in this position; see [`Engine::hear`].
    fn on_move(&mut self, position: &str, mv: &str) -> Result<(), InputError>;
}

/// The text facade of an engine that somebody has made.
pub fn of_engine<R: CatalogGame>(
    rules: R,
    engine: Box<dyn Engine<R>>,
    name: EngineName,
) -> Box<dyn DynEngine> {
    Box::new(Typed { rules, engine, name })
}

/// Makes an engine of a game by the game's name and settings: the one named, or else `strong` if the game has it, or
/// `random`.
pub fn open(
    game: &str,
    settings: &str,
    engine: Option<&EngineName>,
) -> Result<Box<dyn DynEngine>, InputError> {
    catalog::visit(game, settings, Opening { engine })?
}

/// The same for a game given by the full text of its rules.
pub fn open_rules(rules: &str, engine: Option<&EngineName>) -> Result<Box<dyn DynEngine>, InputError> {
    let (name, settings) = catalog::split_rules(rules)?;
    open(name, &settings, engine)
}

struct Opening<'a> {
    engine: Option<&'a EngineName>,
}

impl Visitor for Opening<'_> {
    type Output = Result<Box<dyn DynEngine>, InputError>;

    fn visit<C: Cpu, R: CatalogGame>(self, cpu: C, rules: R) -> Self::Output {
        let name = match self.engine {
            Some(name) => name.clone(),
            None if R::ENGINES.contains(&"strong") => "strong".parse()?,
            None => "random".parse()?,
        };
        let engine = engines::make(cpu, &rules, &name)?;
        Ok(of_engine(rules, engine, name))
    }
}

struct Typed<R> {
    rules: R,
    engine: Box<dyn Engine<R>>,
    name: EngineName,
}

impl<R: CatalogGame> DynEngine for Typed<R> {
    fn name(&self) -> &EngineName {
        &self.name
    }

    fn search(
        &mut self,
        position: &str,
        past: &[u64],
        limits: &SearchLimits<'_>,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Option<Analysis>, InputError> {
        let rules = &self.rules;
        let position = rules::read_position(rules, position)?;
        let mut report = |result: &SearchResult<R::Move>| report(&advice(rules, &position, result));
        match self.engine.search(&SearchRequest::new(rules, &position, past, *limits), &mut report) {
            Some(result) => Ok(Some(advice(rules, &position, &result))),
            None => self.engine.failure().map_or(Ok(None), |broken| Err(InputError::new(broken.sentence))),
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.engine.new_game(seed);
    }

    fn on_move(&mut self, position: &str, mv: &str) -> Result<(), InputError> {
        if !self.engine.needs_moves() {
            return Ok(());
        }
        let position = rules::read_position(&self.rules, position)?;
        let mv = self.rules.read_move(&position, mv)?;
        self.engine.on_move(&self.rules, &position, mv);
        Ok(())
    }
}

fn advice<R: CatalogGame>(rules: &R, position: &R::Position, result: &SearchResult<R::Move>) -> Analysis {
    let mut line = Vec::new();
    let mut at = position.clone();
    for &mv in &result.line {
        // Behind a throw nobody knows what can be played.
        if !matches!(rules.status(&at), Status::Turn(_)) || !rules.is_legal(&at, mv) {
            break;
        }
        line.push(rules.write_move(&at, mv));
        rules.play(&mut at, mv);
    }
    Analysis {
        best: rules.write_move(position, result.best),
        score: result.score,
        line,
        depth: result.depth,
        nodes: result.nodes,
    }
}
