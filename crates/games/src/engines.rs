//! Engines of the catalog's games, by name.

use engine::DynEngine;
use rules::cpu::Cpu;
use rules::{InputError, Perft};
use search::{Engine, EngineName, EngineOptions, RandomPlayer, SearchGame};
use view::Playable;

use crate::catalog::{self, Visitor};

/// A game of the catalog: its rules, its picture, and its own engines.
pub trait CatalogGame: Playable + Perft + SearchGame + Sized {
    /// Names of its engines besides `random`.
    const ENGINES: &'static [&'static str] = &[];

    /// Creates one of [`ENGINES`](CatalogGame::ENGINES), taking the options it knows.
    fn engine<C: Cpu>(
        &self,
        _cpu: C,
        name: &str,
        _options: &mut EngineOptions,
    ) -> Result<Box<dyn Engine<Self>>, InputError> {
        Err(InputError::new(format!("cannot create the engine {name}: this game has none of its own")))
    }
}

/// Creates an engine by its name: `random`, or one of the game's own.
pub fn create<C: Cpu, R: CatalogGame>(
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
        let known = known.join(" or ");
        return Err(InputError::new(format!("there is no engine {found} here: expected {known}")));
    };
    options.finish()?;
    Ok(engine)
}

/// Creates an engine for a game given by name and settings: the named one, else `strong`, else `random`.
pub fn open(
    game: &str,
    settings: &str,
    engine: Option<&EngineName>,
) -> Result<Box<dyn DynEngine>, InputError> {
    catalog::visit(game, settings, OpenEngine { engine })?
}

/// The same for a game given by the full text of its rules.
pub fn open_rules(rules: &str, engine: Option<&EngineName>) -> Result<Box<dyn DynEngine>, InputError> {
    let (name, settings) = catalog::split_rules(rules)?;
    open(name, &settings, engine)
}

struct OpenEngine<'a> {
    engine: Option<&'a EngineName>,
}

impl Visitor for OpenEngine<'_> {
    type Output = Result<Box<dyn DynEngine>, InputError>;

    fn visit<C: Cpu, R: CatalogGame>(self, cpu: C, rules: R) -> Self::Output {
        let name = match self.engine {
            Some(name) => name.clone(),
            None if R::ENGINES.contains(&"strong") => "strong".parse()?,
            None => "random".parse()?,
        };
        let engine = create(cpu, &rules, &name)?;
        Ok(engine::erase(rules, engine, name))
    }
}
