//! Engines whose weights can be tuned.

use games::catalog::{self, Visitor};
use games::engines::CatalogGame;
use games::tuning::{WeightGames, WeightTable};
use rules::InputError;
use rules::cpu::Cpu;
use search::EngineName;

/// An engine of a game whose weights can be tuned.
pub trait Tunable: Send + Sync {
    /// Its weights.
    fn table(&self) -> &WeightTable;

    /// Games between two sets of weights, for one thread.
    fn games(&self) -> Result<Box<dyn WeightGames + '_>, InputError>;
}

/// Opens an engine for tuning. `settings` are those of the game, as `key = value` lines.
pub fn open(game: &str, settings: &str, engine: &EngineName) -> Result<Box<dyn Tunable>, InputError> {
    catalog::visit(game, settings, Open { engine })?
}

struct Open<'a> {
    engine: &'a EngineName,
}

impl Visitor for Open<'_> {
    type Output = Result<Box<dyn Tunable>, InputError>;

    fn visit<C: Cpu, R: CatalogGame>(self, _cpu: C, rules: R) -> Self::Output {
        let name = self.engine.name();
        let table = rules.weights(name).ok_or_else(|| {
            InputError::new(format!(
                "the engine {} has no weights here: expected one that can be tuned, such as narrad in backgammon",
                InputError::quote(name)
            ))
        })?;
        let engine = CatalogEngine { rules, engine: self.engine.clone(), table };
        // Invalid options are reported here rather than from a thread later.
        engine.games()?;
        Ok(Box::new(engine))
    }
}

/// An engine of the catalog.
struct CatalogEngine<R> {
    rules: R,
    engine: EngineName,
    table: WeightTable,
}

impl<R: CatalogGame> Tunable for CatalogEngine<R> {
    fn table(&self) -> &WeightTable {
        &self.table
    }

    fn games(&self) -> Result<Box<dyn WeightGames + '_>, InputError> {
        let mut options = self.engine.options();
        let games = self.rules.weight_games(self.engine.name(), &mut options)?.ok_or_else(|| {
            InputError::new(format!(
                "the engine {} plays no games here",
                InputError::quote(self.engine.name())
            ))
        })?;
        options.finish()?;
        Ok(games)
    }
}
