//! Engines whose weights can be tuned.

use arena::MatchConfig;
use games::catalog::{self, Visitor};
use games::engines::CatalogGame;
use games::tuning::{WeightGames, WeightTable};
use rules::InputError;
use rules::cpu::Cpu;
use search::EngineName;

use crate::engine_games::{EngineGames, GameLimits};

/// An engine of a game whose weights can be tuned.
pub trait Tunable: Send + Sync {
    /// Its weights.
    fn table(&self) -> &WeightTable;

    /// Games between two sets of weights, for one thread.
    fn games(&self) -> Result<Box<dyn WeightGames + '_>, InputError>;
}

/// Opens an engine for tuning. `settings` are those of the game, as `key = value` lines; `limits` apply to games of engines
/// that search, and are an error for others.
pub fn open(
    game: &str,
    settings: &str,
    engine: &EngineName,
    limits: Option<GameLimits>,
) -> Result<Box<dyn Tunable>, InputError> {
    catalog::visit(game, settings, Open { engine, limits })?
}

struct Open<'a> {
    engine: &'a EngineName,
    limits: Option<GameLimits>,
}

impl Visitor for Open<'_> {
    type Output = Result<Box<dyn Tunable>, InputError>;

    fn visit<C: Cpu, R: CatalogGame>(self, cpu: C, rules: R) -> Self::Output {
        let name = self.engine.name();
        let table = rules.weights(name).ok_or_else(|| {
            let with_weights: Vec<&str> =
                R::ENGINES.iter().copied().filter(|engine| rules.weights(engine).is_some()).collect();
            let expected = match with_weights.is_empty() {
                true => "another game, such as backgammon".to_owned(),
                false => with_weights.join(", "),
            };
            InputError::new(format!(
                "the engine {} has no weights to tune here: expected {expected}",
                InputError::quote(name)
            ))
        })?;
        let config = self.limits.unwrap_or_default().config(&rules);
        let engine = CatalogEngine { cpu, rules, engine: self.engine.clone(), table, config };
        if self.limits.is_some() && engine.own_games()?.is_some() {
            return Err(InputError::new(format!(
                "{name} has no limit in nodes: expected a plan without nodes, openings and max_plies"
            )));
        }
        // Invalid options and openings are reported here rather than from a thread later.
        engine.games()?;
        Ok(Box::new(engine))
    }
}

/// An engine of the catalog.
struct CatalogEngine<R, C> {
    cpu: C,
    rules: R,
    engine: EngineName,
    table: WeightTable,
    config: MatchConfig,
}

impl<R: CatalogGame, C: Cpu> CatalogEngine<R, C> {
    /// Games that the game plays itself, faster than its engine would.
    fn own_games(&self) -> Result<Option<Box<dyn WeightGames>>, InputError> {
        let mut options = self.engine.options();
        let games = self.rules.weight_games(self.engine.name(), &mut options)?;
        if games.is_some() {
            options.finish()?;
        }
        Ok(games)
    }
}

impl<R: CatalogGame, C: Cpu> Tunable for CatalogEngine<R, C> {
    fn table(&self) -> &WeightTable {
        &self.table
    }

    fn games(&self) -> Result<Box<dyn WeightGames + '_>, InputError> {
        if let Some(games) = self.own_games()? {
            return Ok(games);
        }
        let config = self.config.clone();
        let games = EngineGames::new(self.cpu, &self.rules, &self.table, &self.engine, config)?;
        Ok(Box::new(games))
    }
}
