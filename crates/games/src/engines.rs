//! Engines of the catalog's games, by name.

use engine::DynEngine;
use rules::cpu::Cpu;
use rules::{InputError, Perft};
use search::{Engine, EngineName, EngineOptions, RandomPlayer, SearchGame};
use view::Playable;

use crate::catalog::{self, Visitor};
use crate::tuning::{WeightGames, WeightTable};

/// A game of the catalog: its rules, its picture, and its own engines.
///
/// It is implemented for types without parameters, so that the searches of a game are compiled in this crate and not again
/// in every crate that opens an engine; `for_each_cpu` does so for games that are generic over the processor.
pub trait CatalogGame: Playable + Perft + SearchGame + Sized {
    /// Names of its engines besides `random`.
    const ENGINES: &'static [&'static str] = &[];

    /// Creates one of [`ENGINES`](CatalogGame::ENGINES), taking the options it knows.
    fn engine(&self, name: &str, _options: &mut EngineOptions) -> Result<Box<dyn Engine<Self>>, InputError> {
        Err(InputError::new(format!("cannot create the engine {name}: this game has none of its own")))
    }

    /// The weights of an engine that a tuner can change; `None` if it has none.
    fn weights(&self, _engine: &str) -> Option<WeightTable> {
        None
    }

    /// Games between two sets of weights of an engine that has [`weights`](CatalogGame::weights), taking the options it
    /// knows; `None` if they are to be played by the engine itself, with the option `params` for the weights.
    fn weight_games(
        &self,
        _engine: &str,
        _options: &mut EngineOptions,
    ) -> Result<Option<Box<dyn WeightGames>>, InputError> {
        Ok(None)
    }
}

/// Implements [`CatalogGame`] for a game `$game<C>` with every processor `C`, by a generic function that creates its engines
/// and, if they have weights, one that lists these.
macro_rules! for_each_cpu {
    ($game:ident, $engines:expr, $create:path $(, $weights:path)?) => {
        for_each_cpu!(@ $game, rules::cpu::Portable, $engines, $create $(, $weights)?);
        #[cfg(target_arch = "x86_64")]
        for_each_cpu!(@ $game, rules::cpu::V3, $engines, $create $(, $weights)?);
    };
    (@ $game:ident, $cpu:ty, $engines:expr, $create:path $(, $weights:path)?) => {
        impl $crate::engines::CatalogGame for $game<$cpu> {
            const ENGINES: &'static [&'static str] = $engines;

            fn engine(
                &self,
                name: &str,
                options: &mut search::EngineOptions,
            ) -> Result<Box<dyn search::Engine<Self>>, rules::InputError> {
                $create(self, name, options)
            }

            $(
                fn weights(&self, engine: &str) -> Option<$crate::tuning::WeightTable> {
                    $weights(self, engine)
                }
            )?
        }
    };
}
pub(crate) use for_each_cpu;

/// Creates an engine by its name: `random`, or one of the game's own.
pub fn create<R: CatalogGame>(rules: &R, name: &EngineName) -> Result<Box<dyn Engine<R>>, InputError> {
    let mut options = name.options();
    let engine: Box<dyn Engine<R>> = if name.name() == "random" {
        Box::new(RandomPlayer::new(0))
    } else if R::ENGINES.contains(&name.name()) {
        rules.engine(name.name(), &mut options)?
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

    fn visit<C: Cpu, R: CatalogGame>(self, _cpu: C, rules: R) -> Self::Output {
        let name = match self.engine {
            Some(name) => name.clone(),
            None if R::ENGINES.contains(&"strong") => "strong".parse()?,
            None => "random".parse()?,
        };
        let engine = create(&rules, &name)?;
        Ok(engine::erase(rules, engine, name))
    }
}
