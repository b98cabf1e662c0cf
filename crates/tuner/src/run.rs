//! A run of a plan: generations, then the confirmation of the champion.

use std::sync::atomic::AtomicBool;

use games::tuning::{GamePoints, GameSeed};
use rules::{InputError, mix};

use crate::candidate::Candidate;
use crate::confirmation::Confirmation;
use crate::generation_summary::GenerationSummary;
use crate::journal::Recorded;
use crate::method::{Generation, Method, MethodName, PairScore, Pairing};
use crate::plan::Plan;
use crate::report::family_tree;
use crate::tunable::Tunable;
use crate::workers::{Batch, BatchGame, Workers};

/// A run so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Run {
    /// All candidates. The last ones may not have played yet.
    pub candidates: Vec<Candidate>,
    /// Complete generations.
    pub generations: Vec<Generation>,
    /// Number of games played, those of the confirmation included.
    pub games: u64,
    /// Matches of the champion against other weights; empty until the search is over.
    pub confirmations: Vec<Confirmation>,
    /// `true` if the run is complete.
    pub is_complete: bool,
}

impl Run {
    /// The best candidate after the last generation.
    pub fn champion(&self) -> Option<usize> {
        self.generations.last().map(|generation| generation.champion)
    }

    /// All generations in numbers.
    pub fn summaries(&self) -> Vec<GenerationSummary> {
        self.generations.iter().map(|generation| GenerationSummary::new(self, generation)).collect()
    }

    /// The champion and its ancestors, the oldest first; at most a few hundred.
    pub fn champion_ancestors(&self) -> Vec<usize> {
        self.champion().map_or(Vec::new(), |champion| family_tree::ancestors(self, champion))
    }

    /// Values of the champion's parameters.
    pub fn champion_values(&self) -> Option<&[f64]> {
        let candidate = self.candidates.get(self.champion()?)?;
        Some(&candidate.values)
    }
}

/// Receiver of the progress of a run. An error ends the run.
pub trait Observer {
    /// Error of the observer.
    type Error: From<InputError>;

    /// Receives results of games that were played now, in order; those of the journal are left out.
    fn on_results(&mut self, results: &[GamePoints]) -> Result<(), Self::Error>;

    /// Receives the run after every generation, those of the journal included. Returns `false` to end the search, which
    /// [`on_end`](Observer::on_end) must then record.
    fn on_generation(&mut self, run: &Run) -> Result<bool, Self::Error>;

    /// Records that the search was ended after a generation by [`on_generation`](Observer::on_generation).
    fn on_end(&mut self, generation: u32) -> Result<(), Self::Error>;
}

/// Runs a plan to its end, or until `stop` is raised. Results in `recorded` take the place of games.
pub fn run<O: Observer>(
    plan: &Plan,
    tunable: &dyn Tunable,
    threads: usize,
    recorded: Recorded,
    stop: &AtomicBool,
    observer: &mut O,
) -> Result<Run, O::Error> {
    let games = (0..threads.max(1)).map(|_| tunable.games()).collect::<Result<Vec<_>, _>>()?;
    std::thread::scope(|scope| {
        let workers = Workers::start(scope, games, stop);
        let mut runner = Runner {
            plan,
            workers,
            recorded: recorded.results,
            ended_after: recorded.ended_after,
            run: Run::default(),
            observer,
        };
        let mut method = MethodName::create(plan);
        runner.run.is_complete = runner.search(method.as_mut())? && runner.confirm()?;
        Ok(runner.run)
    })
}

struct Runner<'a, O> {
    plan: &'a Plan,
    workers: Workers,
    /// Results of the journal.
    recorded: Vec<GamePoints>,
    ended_after: Option<u32>,
    run: Run,
    observer: &'a mut O,
}

impl<O: Observer> Runner<'_, O> {
    /// Plays all generations. Returns `false` if the run was stopped.
    fn search(&mut self, method: &mut dyn Method) -> Result<bool, O::Error> {
        for number in 0..=self.plan.generations {
            loop {
                let pairings = method.wanted();
                if pairings.is_empty() {
                    break;
                }
                let Some(scores) = self.play_pairings(method.candidates(), &pairings)? else {
                    return Ok(false);
                };
                method.record(&pairings, &scores);
            }
            let generation = method.finish_generation();
            let known = self.run.candidates.len();
            self.run.candidates.extend_from_slice(&method.candidates()[known..]);
            // Only the last matrix is shown.
            if let Some(previous) = self.run.generations.last_mut() {
                previous.matrix.clear();
            }
            self.run.generations.push(generation);
            let is_wanted = self.observer.on_generation(&self.run)?;
            if self.ended_after == Some(number)
                || self.plan.max_games.is_some_and(|most| self.run.games >= most)
            {
                break;
            }
            // A journal that goes on has not ended here.
            if !is_wanted && self.recorded.len() as u64 <= self.run.games && number < self.plan.generations {
                self.observer.on_end(number)?;
                break;
            }
        }
        Ok(true)
    }

    /// Plays pairings; `None` if the run was stopped.
    fn play_pairings(
        &mut self,
        candidates: &[Candidate],
        pairings: &[Pairing],
    ) -> Result<Option<Vec<PairScore>>, O::Error> {
        let mut batch = Batch::default();
        // Index of each candidate in the batch.
        let mut places = vec![usize::MAX; candidates.len()];
        let mut place = |candidate: usize, weights: &mut Vec<Vec<f64>>| {
            if places[candidate] == usize::MAX {
                places[candidate] = weights.len();
                weights.push(self.plan.space.weights(&candidates[candidate].values));
            }
            places[candidate]
        };
        for pairing in pairings {
            let players = pairing.candidates.map(|candidate| place(candidate, &mut batch.weights));
            let numbers = pairing.first_game..pairing.first_game + pairing.games;
            let [one, other] = pairing.candidates.map(|candidate| candidate as u64);
            let seed = mix(mix(self.plan.seed) ^ mix(one << 32 | other));
            batch.games.extend(
                numbers.map(|number| BatchGame {
                    players,
                    seed: game_seed(seed, number, self.plan.paired_dice),
                }),
            );
        }
        let Some(results) = self.play(batch)? else { return Ok(None) };
        let mut results = results.into_iter();
        let score = |pairing: &Pairing| {
            let games = results.by_ref().take(pairing.games as usize);
            games.fold(PairScore::default(), |sum, points| {
                sum.plus(PairScore { points: points.map(u32::from), games: 1 })
            })
        };
        Ok(Some(pairings.iter().map(score).collect()))
    }

    /// Plays a batch, with results of the journal first; `None` if the run was stopped.
    fn play(&mut self, mut batch: Batch) -> Result<Option<Vec<GamePoints>>, O::Error> {
        let first = self.run.games as usize;
        let known = self.recorded.get(first..).unwrap_or_default();
        let mut results: Vec<GamePoints> = known.iter().take(batch.games.len()).copied().collect();
        self.run.games += results.len() as u64;
        batch.games.drain(..results.len());
        let is_played = self.workers.play(batch, |more| {
            results.extend_from_slice(more);
            self.run.games += more.len() as u64;
            self.observer.on_results(more)
        })?;
        Ok(is_played.then_some(results))
    }

    /// Plays the champion against the start and against published weights. Returns `false` if the run was stopped.
    fn confirm(&mut self) -> Result<bool, O::Error> {
        let Some(values) = self.run.champion_values().filter(|_| self.plan.confirm_games > 0) else {
            return Ok(true);
        };
        let space = &self.plan.space;
        let champion = space.weights(values);
        let start = space.weights(&space.values(|parameter| parameter.start));
        let mut opponents = vec![("start".to_owned(), start.clone())];
        for (name, weights) in &space.table.references {
            match *weights == start {
                true => opponents[0].0 = (*name).to_owned(),
                false => opponents.push(((*name).to_owned(), weights.clone())),
            }
        }
        for (name, weights) in opponents {
            let seed = mix(mix(self.plan.seed) ^ 0xc0f1_4a7e);
            let games = 0..self.plan.confirm_games as u32;
            let game = |number| BatchGame { players: [0, 1], seed: game_seed(seed, number, true) };
            let batch = Batch { weights: vec![champion.clone(), weights], games: games.map(game).collect() };
            let Some(results) = self.play(batch)? else { return Ok(false) };
            self.run.confirmations.push(Confirmation::new(name, &results));
        }
        Ok(true)
    }
}

/// Seed and seats of a game of a pairing. The players have the first seat in turn; with paired dice both games of a pair
/// have the same.
fn game_seed(pairing: u64, number: u32, is_paired: bool) -> GameSeed {
    let dice = if is_paired { number / 2 } else { number };
    GameSeed { seed: mix(pairing.wrapping_add(u64::from(dice) + 1)), is_swapped: number % 2 == 1 }
}
