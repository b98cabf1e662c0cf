//! Two engines against each other, in pairs of games, on several threads.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use engine::{SearchRunner, StopFlags, TimeManager};
use rules::cpu::Cpu;
use rules::{InputError, Rules, TableRules};
use search::{Engine, EngineError};

use crate::game_runner::GameRunner;
use crate::match_config::{MatchConfig, PairSeeds};
use crate::opening::{self, ListedOpening};
use crate::playthrough::{Playthrough, Ply};
use crate::report::{Failure, GameReport};

/// Finished games that may wait for the callback before the workers block.
const QUEUE_CAPACITY: usize = 256;

/// Time policy of games with clocks: a flag falls although another process was running, so there is a reserve.
const WITH_CLOCK: TimeManager = TimeManager::new(10, 0, 1.0);

/// Engines of both sides, A first. Every thread has its own.
pub type Engines<R> = [Box<dyn Engine<R>>; 2];

/// Kind of an error that an engine reported. The caller knows what programs its engines run.
pub type Classify = fn(&EngineError) -> Failure;

/// A finished game.
pub struct FinishedGame<R: Rules> {
    /// Its report.
    pub report: GameReport,
    /// The position it started from.
    pub start: R::Position,
    /// All its moves, the opening included.
    pub plies: Vec<Ply<R::Move>>,
}

/// A match between two engines.
///
/// Games come in pairs. Both games of a pair share the opening and the dice, and the sides swap seats. Everything random
/// in a game follows from the seed of the match and the number of the game, and engines are reset for every game. A game
/// therefore gives the same result on any thread and in any order, unless the limit is a time or an engine uses several
/// threads.
pub struct Match<'a, R: Rules, C> {
    cpu: C,
    rules: &'a R,
    config: MatchConfig,
    classify: Classify,
    /// Openings of the pairs in turn; empty for random moves.
    openings: Vec<ListedOpening<R>>,
    /// Creates an engine that evaluates random openings.
    evaluator: Option<MakeEvaluator<R>>,
}

/// Creates an engine for one thread of a match.
pub type MakeEvaluator<R> = fn(&R) -> Option<Box<dyn Engine<R>>>;

impl<'a, R: TableRules, C: Cpu> Match<'a, R, C> {
    /// A match of this game.
    pub fn new(cpu: C, rules: &'a R, config: MatchConfig) -> Result<Match<'a, R, C>, InputError> {
        let seats = rules.seats();
        if seats < 2 || seats % 2 == 1 {
            let players = if seats == 1 { "one player".to_owned() } else { format!("{seats} players") };
            return Err(InputError::new(format!(
                "cannot play a match: this is a game for {players}; expected a game for two or four"
            )));
        }
        if config.games == 0 || config.games % 2 == 1 {
            return Err(InputError::new(format!(
                "cannot play {} games in pairs: expected an even number, as the engines swap seats in every pair",
                config.games
            )));
        }
        if config.opening_plies >= config.max_plies {
            return Err(InputError::new(format!(
                "cannot start games with {} random moves and stop them after {}: expected fewer random moves",
                config.opening_plies, config.max_plies
            )));
        }
        let classify: Classify = |_| Failure::Garbage;
        let played = Match { cpu, rules, config, classify, openings: Vec::new(), evaluator: None };
        // An impossible opening is reported here rather than from a thread later.
        opening::draw(rules, &played.config, &played.config.pair_seeds(0), None, &mut Vec::new())?;
        Ok(played)
    }

    /// Sets the openings, which the pairs take in turn. An empty list stands for random moves.
    #[must_use]
    pub fn with_openings(self, openings: Vec<ListedOpening<R>>) -> Match<'a, R, C> {
        Match { openings, ..self }
    }

    /// Sets the engine that evaluates random openings, for [`MatchConfig::balance`]. It searches [`BALANCE_NODES`] nodes.
    ///
    /// [`BALANCE_NODES`]: crate::BALANCE_NODES
    #[must_use]
    pub fn evaluate_openings(self, evaluator: MakeEvaluator<R>) -> Match<'a, R, C> {
        Match { evaluator: Some(evaluator), ..self }
    }

    /// Sets how errors of engines are classified; by default they are all [`Failure::Garbage`].
    #[must_use]
    pub fn classify_errors(self, classify: Classify) -> Match<'a, R, C> {
        Match { classify, ..self }
    }

    /// The configuration.
    pub fn config(&self) -> &MatchConfig {
        &self.config
    }

    /// Plays one game on the calling thread. Its number may be any: games beyond those of the match are played alike.
    pub fn play_game(
        &self,
        number: u64,
        engines: &mut Engines<R>,
        runner: &SearchRunner,
    ) -> Result<GameReport, InputError> {
        let (seeds, mut moves) = (self.config.pair_seeds(number / 2), Vec::new());
        let mut evaluator = self.make_evaluator();
        let mut playthrough = self.draw_opening(number / 2, &seeds, evaluator.as_mut(), &mut moves)?;
        let cancelled = StopFlags::new();
        Ok(self.run_game(number, &seeds, &mut playthrough, engines, runner, &cancelled, &mut moves))
    }

    fn make_evaluator(&self) -> Option<Box<dyn Engine<R>>> {
        self.config.balance.and(self.evaluator).and_then(|make| make(self.rules))
    }

    fn draw_opening(
        &self,
        pair: u64,
        seeds: &PairSeeds,
        evaluator: Option<&mut Box<dyn Engine<R>>>,
        moves: &mut Vec<R::Move>,
    ) -> Result<Playthrough<R>, InputError> {
        match self.openings.get((pair % self.openings.len().max(1) as u64) as usize) {
            Some(listed) => opening::replay(self.rules, listed, moves),
            None => opening::draw(self.rules, &self.config, seeds, evaluator, moves),
        }
    }

    /// Plays a game from the end of its opening. The engines are reset for it.
    #[allow(clippy::too_many_arguments, reason = "what a thread of a match has")]
    fn run_game(
        &self,
        number: u64,
        seeds: &PairSeeds,
        playthrough: &mut Playthrough<R>,
        engines: &mut Engines<R>,
        runner: &SearchRunner,
        cancelled: &StopFlags,
        moves: &mut Vec<R::Move>,
    ) -> GameReport {
        for (engine, seed) in engines.iter_mut().zip(seeds.engines[number as usize % 2]) {
            engine.new_game(seed);
        }
        self.cpu.run(GameRunner {
            rules: self.rules,
            config: &self.config,
            remaining: [self.config.clock.map_or(Duration::ZERO, |clock| clock.base); 2],
            number,
            dice: &seeds.dice,
            playthrough,
            engines,
            runner,
            classify: self.classify,
            cancelled,
            moves,
        })
    }

    /// Plays all games except those in `already_played`, on one thread for each pair of engines.
    ///
    /// `on_finished` receives finished games in the order they finish, several at once if they come fast. An error it
    /// returns stops the match.
    pub fn run<E: From<InputError>>(
        &self,
        engines: Vec<Engines<R>>,
        already_played: &HashSet<u64>,
        on_finished: impl FnMut(&[FinishedGame<R>]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.run_until(&StopFlags::new(), engines, already_played, on_finished)
    }

    /// [`run`](Self::run) that also ends when `cancelled` is raised. Unfinished games are dropped then. A search whose
    /// limit is a time ends first. The flags are raised when the match is over.
    pub fn run_until<E: From<InputError>>(
        &self,
        cancelled: &StopFlags,
        engines: Vec<Engines<R>>,
        already_played: &HashSet<u64>,
        on_finished: impl FnMut(&[FinishedGame<R>]) -> Result<(), E>,
    ) -> Result<(), E> {
        let next_pair = AtomicU64::new(0);
        let time_manager = if self.config.clock.is_some() { WITH_CLOCK } else { TimeManager::LOCAL };
        let (sender, receiver) = sync_channel(QUEUE_CAPACITY);
        std::thread::scope(|scope| {
            for engines in engines {
                let worker = Worker {
                    played: self,
                    engines,
                    evaluator: self.make_evaluator(),
                    runner: SearchRunner::new(time_manager),
                    already_played,
                    cancelled,
                    next_pair: &next_pair,
                    finished: sender.clone(),
                };
                scope.spawn(|| worker.work());
            }
            drop(sender);
            let result = forward(&receiver, on_finished);
            cancelled.raise();
            // Dropping the receiver unblocks workers that wait for room in the queue.
            drop(receiver);
            result
        })
    }
}

/// Forwards finished games in batches until all workers are done.
fn forward<R: Rules, E: From<InputError>>(
    receiver: &Receiver<Result<FinishedGame<R>, InputError>>,
    mut on_finished: impl FnMut(&[FinishedGame<R>]) -> Result<(), E>,
) -> Result<(), E> {
    while let Ok(first) = receiver.recv() {
        let mut batch = vec![first?];
        while let Ok(more) = receiver.try_recv() {
            batch.push(more?);
        }
        on_finished(&batch)?;
    }
    Ok(())
}

/// One thread of a match.
struct Worker<'a, R: Rules, C> {
    played: &'a Match<'a, R, C>,
    engines: Engines<R>,
    /// Evaluates random openings.
    evaluator: Option<Box<dyn Engine<R>>>,
    runner: SearchRunner,
    already_played: &'a HashSet<u64>,
    cancelled: &'a StopFlags,
    next_pair: &'a AtomicU64,
    finished: SyncSender<Result<FinishedGame<R>, InputError>>,
}

impl<R: TableRules, C: Cpu> Worker<'_, R, C> {
    /// Plays pair after pair until none is left.
    fn work(mut self) {
        let mut moves = Vec::new();
        loop {
            let pair = self.next_pair.fetch_add(1, Ordering::Relaxed);
            if pair >= self.played.config.games / 2 || self.cancelled.is_raised() {
                return;
            }
            if let Err(error) = self.play_pair(pair, &mut moves) {
                // The receiver is gone only if the match was cancelled.
                let _ = self.finished.send(Err(error));
                return;
            }
        }
    }

    fn play_pair(&mut self, pair: u64, moves: &mut Vec<R::Move>) -> Result<(), InputError> {
        let games = [2 * pair, 2 * pair + 1];
        let to_play = || games.into_iter().filter(|game| !self.already_played.contains(game));
        if to_play().next().is_none() {
            return Ok(());
        }
        let played = self.played;
        let seeds = played.config.pair_seeds(pair);
        let opening = played.draw_opening(pair, &seeds, self.evaluator.as_mut(), moves)?;
        for number in to_play() {
            let mut playthrough = opening.clone();
            let (engines, runner, cancelled) = (&mut self.engines, &self.runner, self.cancelled);
            let report = played.run_game(number, &seeds, &mut playthrough, engines, runner, cancelled, moves);
            let is_void = self.cancelled.is_raised();
            let Playthrough { start, plies, .. } = playthrough;
            if is_void || self.finished.send(Ok(FinishedGame { report, start, plies })).is_err() {
                break;
            }
        }
        Ok(())
    }
}
