//! Two sides against each other, in pairs of games, on several threads.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use rules::cpu::Cpu;
use rules::{InputError, Rules, TableRules};
use search::Engine;

use crate::course::Ply;
use crate::game::Game;
use crate::opening;
use crate::pace::Pacer;
use crate::report::Report;
use crate::terms::Terms;

/// Games that may wait to be heard of before the players pause.
const WAITING: usize = 256;

/// The engines of both sides, A's first: each thread has its own.
pub type Engines<R> = [Box<dyn Engine<R>>; 2];

/// A game that was played: what became of it, and its moves with those of the opening.
pub struct Finished<R: Rules> {
    /// What became of it.
    pub report: Report,
    /// All its moves.
    pub plies: Vec<Ply<R::Move>>,
}

/// Two sides against each other.
///
/// Games come in pairs: both have the same opening and the same dice, and the sides change seats in between. Whatever is
/// random in a game follows from the seed of the terms and the number of the game, and every engine begins anew, so a
/// game comes out the same on any thread, before and after any other (unless the pace is a time, or an engine uses
/// threads of its own).
pub struct Contest<'a, R, C> {
    cpu: C,
    rules: &'a R,
    terms: Terms,
}

impl<'a, R: TableRules, C: Cpu> Contest<'a, R, C> {
    /// A contest in this game, on these terms.
    pub fn new(cpu: C, rules: &'a R, terms: Terms) -> Result<Contest<'a, R, C>, InputError> {
        let seats = rules.seats();
        if seats < 2 || seats % 2 == 1 {
            let players = if seats == 1 { "one player".to_owned() } else { format!("{seats} players") };
            return Err(InputError::new(format!(
                "this is a game for {players}: two sides can meet in a game for two or four"
            )));
        }
        if terms.games == 0 || terms.games % 2 == 1 {
            return Err(InputError::new(format!(
                "{} games cannot be played in pairs: expected an even number, as the sides change seats in every pair",
                terms.games
            )));
        }
        if terms.openings >= terms.max_plies {
            return Err(InputError::new(format!(
                "a game cannot begin with {} random moves and be stopped after {}: expected fewer random moves",
                terms.openings, terms.max_plies
            )));
        }
        let contest = Contest { cpu, rules, terms };
        // If there is no opening at all, that is better known now than from a thread later.
        let first = terms.chances(0);
        opening::draw(rules, &first.dice, terms.openings, first.opening, &mut Vec::new())?;
        Ok(contest)
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Plays all games but those of `before`, on as many threads as there are pairs of engines. `hear` is told of
    /// finished games, several at once if they come fast, in the order they finish; when it fails, all stop.
    pub fn run<E: From<InputError>>(
        &self,
        engines: Vec<Engines<R>>,
        before: &HashSet<u64>,
        hear: impl FnMut(&[Finished<R>]) -> Result<(), E>,
    ) -> Result<(), E> {
        let next_pair = AtomicU64::new(0);
        let abandoned = AtomicBool::new(false);
        let (sender, receiver) = sync_channel(WAITING);
        std::thread::scope(|scope| {
            for engines in engines {
                let worker = Worker {
                    contest: self,
                    engines,
                    pacer: Pacer::new(self.terms.pace),
                    before,
                    abandoned: &abandoned,
                    next_pair: &next_pair,
                    finished: sender.clone(),
                };
                scope.spawn(|| worker.work());
            }
            drop(sender);
            let heard = listen(&receiver, hear);
            abandoned.store(true, Ordering::Relaxed);
            // Whoever still waits to be heard is let go.
            drop(receiver);
            heard
        })
    }
}

/// Passes on what arrives until nothing more can, all that has come at once together.
fn listen<R: Rules, E: From<InputError>>(
    arriving: &Receiver<Result<Finished<R>, InputError>>,
    mut hear: impl FnMut(&[Finished<R>]) -> Result<(), E>,
) -> Result<(), E> {
    while let Ok(first) = arriving.recv() {
        let mut together = vec![first?];
        while let Ok(more) = arriving.try_recv() {
            together.push(more?);
        }
        hear(&together)?;
    }
    Ok(())
}

/// One thread of a contest.
struct Worker<'a, R: Rules, C> {
    contest: &'a Contest<'a, R, C>,
    engines: Engines<R>,
    pacer: Pacer,
    before: &'a HashSet<u64>,
    abandoned: &'a AtomicBool,
    next_pair: &'a AtomicU64,
    finished: SyncSender<Result<Finished<R>, InputError>>,
}

impl<R: TableRules, C: Cpu> Worker<'_, R, C> {
    /// Plays pair after pair until none is left.
    fn work(mut self) {
        let mut moves = Vec::new();
        loop {
            let pair = self.next_pair.fetch_add(1, Ordering::Relaxed);
            if pair >= self.contest.terms.games / 2 || self.abandoned.load(Ordering::Relaxed) {
                return;
            }
            if let Err(error) = self.play_pair(pair, &mut moves) {
                // If nobody listens any more, nobody needs to be told.
                let _ = self.finished.send(Err(error));
                return;
            }
        }
    }

    fn play_pair(&mut self, pair: u64, moves: &mut Vec<R::Move>) -> Result<(), InputError> {
        let games = [2 * pair, 2 * pair + 1];
        let to_play = || games.into_iter().filter(|game| !self.before.contains(game));
        if to_play().next().is_none() {
            return Ok(());
        }
        let &Contest { cpu, rules, ref terms } = self.contest;
        let chances = terms.chances(pair);
        let opening = opening::draw(rules, &chances.dice, terms.openings, chances.opening, moves)?;
        for number in to_play() {
            let mut course = opening.clone();
            for (engine, seed) in self.engines.iter_mut().zip(chances.engines[number as usize % 2]) {
                engine.new_game(seed);
            }
            let report = cpu.run(Game {
                rules,
                terms,
                number,
                dice: &chances.dice,
                course: &mut course,
                engines: &mut self.engines,
                pacer: &self.pacer,
                abandoned: self.abandoned,
                moves,
            });
            let is_void = self.abandoned.load(Ordering::Relaxed);
            if is_void || self.finished.send(Ok(Finished { report, plies: course.plies })).is_err() {
                break;
            }
        }
        Ok(())
    }
}
