//! Games between two sets of weights, played by the engine itself.

use arena::{Engines, GameResult, Match, MatchConfig, default_opening_plies};
use engine::{Limits, SearchRunner, TimeManager};
use games::engines::{CatalogGame, create};
use games::tuning::{GamePoints, GameSeed, WeightGames, WeightTable};
use rules::cpu::Cpu;
use rules::{InputError, Rules};
use search::EngineName;

/// Limits of the games of an engine that searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameLimits {
    /// Nodes of every search.
    pub nodes: u64,
    /// Random moves at the start of a game; by default as in a match.
    pub openings: Option<u32>,
    /// Moves after which a game is stopped and counted as a draw.
    pub max_plies: u32,
}

impl Default for GameLimits {
    fn default() -> GameLimits {
        GameLimits { nodes: 500, openings: None, max_plies: 300 }
    }
}

impl GameLimits {
    /// Configuration of the games.
    pub(crate) fn config<R: CatalogGame>(&self, rules: &R) -> MatchConfig {
        MatchConfig {
            games: 2,
            limits: [(); 2].map(|()| Limits::nodes(self.nodes)),
            seed: 0,
            opening_plies: self.openings.unwrap_or_else(|| default_opening_plies(rules)),
            max_plies: self.max_plies,
            ..MatchConfig::default()
        }
    }
}

/// Plays games between two engines that differ in their weights.
pub(crate) struct EngineGames<'a, R: Rules, C> {
    rules: &'a R,
    table: &'a WeightTable,
    engine: &'a EngineName,
    /// Any pair of games follows from its number, which is the seed.
    pairs: Match<'a, R, C>,
    runner: SearchRunner,
    engines: Engines<R>,
    /// Weights of the engines.
    weights: [Vec<f64>; 2],
}

impl<'a, R: CatalogGame, C: Cpu> EngineGames<'a, R, C> {
    pub(crate) fn new(
        cpu: C,
        rules: &'a R,
        table: &'a WeightTable,
        engine: &'a EngineName,
        config: MatchConfig,
    ) -> Result<EngineGames<'a, R, C>, InputError> {
        let start = table.start();
        let engines = [make(rules, table, engine, &start)?, make(rules, table, engine, &start)?];
        let weights = [start.clone(), start];
        Ok(EngineGames {
            pairs: Match::new(cpu, rules, config)?,
            rules,
            table,
            engine,
            runner: SearchRunner::new(TimeManager::LOCAL),
            engines,
            weights,
        })
    }

    fn play_game(&mut self, weights: [&[f64]; 2], game: GameSeed) -> Result<GamePoints, InputError> {
        for (side, wanted) in weights.into_iter().enumerate() {
            if self.weights[side] != wanted {
                self.engines[side] = make(self.rules, self.table, self.engine, wanted)?;
                self.weights[side] = wanted.to_vec();
            }
        }
        let number = game.seed & !1 | u64::from(game.is_swapped);
        let report = self.pairs.play_game(number, &mut self.engines, &self.runner)?;
        Ok(match report.result {
            GameResult::Win => [2, 0],
            GameResult::Draw => [1, 1],
            GameResult::Loss => [0, 2],
        })
    }
}

/// The engine with these weights.
fn make<R: CatalogGame>(
    rules: &R,
    table: &WeightTable,
    engine: &EngineName,
    weights: &[f64],
) -> Result<Box<dyn search::Engine<R>>, InputError> {
    create(rules, &engine.clone().with_option("params", &table.write_option(weights)))
}

impl<R: CatalogGame, C: Cpu> WeightGames for EngineGames<'_, R, C> {
    /// Plays a game; a win counts 2 and a draw 1. One that cannot be played is a draw.
    fn play(&mut self, weights: [&[f64]; 2], game: GameSeed) -> GamePoints {
        self.play_game(weights, game).unwrap_or([1, 1])
    }
}
