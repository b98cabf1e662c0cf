//! The engine that plays against the person at the device.

use device_home::{TableGame, game_choice};
use engine::{DynEngine, Limits, SearchRunner, SearchTask, StopFlags, TimeManager};
use games::engines;
use search::EngineName;
use table::{EventKind, Millis, Table};

use crate::error::CliError;

/// An engine with its game.
pub(super) struct Opponent {
    /// The engine; that of the game if there is none.
    name: Option<EngineName>,
    seed: u64,
    runner: SearchRunner,
    /// The engine, and the rules it was created for.
    engine: Option<(String, Box<dyn DynEngine>)>,
}

impl Opponent {
    pub(super) fn new(name: Option<EngineName>, seed: u64) -> Opponent {
        Opponent { name, seed, runner: SearchRunner::new(TimeManager::TERMINAL), engine: None }
    }

    /// Chooses a move in the current position and plays it.
    pub(super) fn play(&mut self, game: &mut TableGame, now: Millis) -> Result<(), CliError> {
        let Some(table) = game.table() else { return Ok(()) };
        let task = SearchTask {
            position: table.board().duplicate(),
            past: table.keys().split_last().map_or_else(Vec::new, |(_, past)| past.to_vec()),
            limits: Limits::default(),
        };
        let name = match &self.name {
            Some(name) => name.clone(),
            None => game_choice(game.device().game()).engine.parse()?,
        };
        self.open(table, &name)?;
        let Some((_, engine)) = &mut self.engine else { return Ok(()) };
        let (analysis, _) = self.runner.search(&mut **engine, &task, &StopFlags::new(), &mut |_| {});
        let analysis = analysis.map_err(CliError::failed)?;
        let analysis = analysis.ok_or_else(|| {
            CliError::failed(format_args!("{name} gave no move in {}", task.position.position()))
        })?;
        game.opponent_plays(&analysis.best, now).map_err(CliError::failed)
    }

    /// Creates the engine for the rules of a table, unless it is there already.
    fn open(&mut self, table: &Table, name: &EngineName) -> Result<(), CliError> {
        let Some(EventKind::Opened(setup)) = table.events().first().map(|event| &event.kind) else {
            return Ok(());
        };
        let is_new_game = table.moves().len() < 2;
        if self.engine.as_ref().is_none_or(|(rules, _)| *rules != setup.rules) {
            let engine = engines::open_rules(&setup.rules, Some(name))?;
            self.engine = Some((setup.rules.clone(), engine));
        }
        if let Some((_, engine)) = self.engine.as_mut().filter(|_| is_new_game) {
            engine.new_game(self.seed);
        }
        Ok(())
    }
}
