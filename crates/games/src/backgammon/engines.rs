//! Engines of backgammon.

use rules::cpu::{Cpu, Portable};
use rules::{InputError, Seat};
use search::{Engine, EngineOptions, Progress, SearchRequest, SearchResult};

use super::action::Action;
use super::match_position::Phase;
use super::match_rules::BackgammonMatch;
use super::narrad::{MAX_DEPTH, Narrad, NarradGames, Weights, weight_table};
use super::network::Networks;
use super::play::Play;
use super::position::Position;
use super::pubeval::Pubeval;
use super::single::Backgammon;
use super::strong::Strong;
use crate::engines::CatalogGame;
use crate::tuning::{WeightGames, WeightTable};

/// Names of the engines.
const ENGINES: &[&str] = &["strong", "narrad", "pubeval"];

impl CatalogGame for Backgammon {
    const ENGINES: &'static [&'static str] = ENGINES;

    fn engine(&self, name: &str, options: &mut EngineOptions) -> Result<Box<dyn Engine<Self>>, InputError> {
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = rules::cpu::V3::detect() {
            return single_engine(v3, name, options);
        }
        single_engine(Portable, name, options)
    }

    fn weights(&self, engine: &str) -> Option<WeightTable> {
        (engine == "narrad").then(weight_table)
    }

    fn weight_games(
        &self,
        _engine: &str,
        options: &mut EngineOptions,
    ) -> Result<Option<Box<dyn WeightGames>>, InputError> {
        let depth = narrad_depth(options)?;
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = rules::cpu::V3::detect() {
            return Ok(Some(Box::new(NarradGames::new(v3, *self, depth))));
        }
        Ok(Some(Box::new(NarradGames::new(Portable, *self, depth))))
    }
}

impl CatalogGame for BackgammonMatch {
    const ENGINES: &'static [&'static str] = ENGINES;

    fn engine(&self, name: &str, options: &mut EngineOptions) -> Result<Box<dyn Engine<Self>>, InputError> {
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = rules::cpu::V3::detect() {
            return match_engine(v3, name, options);
        }
        match_engine(Portable, name, options)
    }
}

fn single_engine<C: Cpu>(
    cpu: C,
    name: &str,
    options: &mut EngineOptions,
) -> Result<Box<dyn Engine<Backgammon>>, InputError> {
    Ok(match name {
        "narrad" => Box::new(narrad(cpu, options)?),
        "pubeval" => Box::new(Pubeval),
        _ => Box::new(Strong::new(cpu, Networks::builtin(), options)?),
    })
}

fn match_engine<C: Cpu>(
    cpu: C,
    name: &str,
    options: &mut EngineOptions,
) -> Result<Box<dyn Engine<BackgammonMatch>>, InputError> {
    Ok(match name {
        "narrad" => Box::new(CubeByRace { checker_engine: narrad(cpu, options)? }),
        "pubeval" => Box::new(CubeByRace { checker_engine: Pubeval }),
        _ => Box::new(Strong::new(cpu, Networks::builtin(), options)?),
    })
}

/// Reads `depth` and `params`.
fn narrad<C: Cpu>(cpu: C, options: &mut EngineOptions) -> Result<Narrad<C>, InputError> {
    let depth = narrad_depth(options)?;
    let weights = options.word("params").map_or(Ok(Weights::EVOLVED), |text| Weights::read_option(&text))?;
    Ok(Narrad::new(cpu, &weights, depth))
}

fn narrad_depth(options: &mut EngineOptions) -> Result<u32, InputError> {
    Ok(options.number("depth", 2, 1..=MAX_DEPTH.into())? as u32)
}

/// An engine whose scores are no chances, in a match: checker play as in a single game, cube decisions by the race.
struct CubeByRace<E> {
    checker_engine: E,
}

impl<E: Engine<Backgammon>> Engine<BackgammonMatch> for CubeByRace<E> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, BackgammonMatch>,
        report: &mut Progress<'_, Action>,
    ) -> Option<SearchResult<Action>> {
        let SearchRequest { rules, position, past, limits, root_moves, .. } = *request;
        let is_allowed = |action: Action| root_moves.is_none_or(|allowed| allowed.contains(&action));
        let lead = lead(position.board());
        match position.phase() {
            Phase::Deciding => {
                let doubles = lead >= DOUBLE_FROM && is_allowed(Action::Double) || !is_allowed(Action::Roll);
                Some(SearchResult::unsearched(if doubles { Action::Double } else { Action::Roll }))
            }
            // On the board it is still the turn of the seat that doubled.
            Phase::Answering => {
                let takes = lead <= TAKE_UP_TO && is_allowed(Action::Take) || !is_allowed(Action::Drop);
                Some(SearchResult::unsearched(if takes { Action::Take } else { Action::Drop }))
            }
            Phase::Playing => {
                let as_action = |result: &SearchResult<Play>| SearchResult {
                    best: Action::Play(result.best),
                    score: result.score,
                    evaluation: result.evaluation,
                    pv: result.pv.iter().map(|&play| Action::Play(play)).collect(),
                    depth: result.depth,
                    nodes: result.nodes,
                    alternatives: Vec::new(),
                };
                let mut forward = |result: &SearchResult<Play>| report(&as_action(result));
                let as_play = |action: &Action| match action {
                    Action::Play(play) => Some(*play),
                    _ => None,
                };
                let plays: Vec<Play> = root_moves.unwrap_or_default().iter().filter_map(as_play).collect();
                let request = SearchRequest::new(rules.game(), position.board(), past, limits);
                let result = self.checker_engine.search(&request.with_root_moves(&plays), &mut forward)?;
                Some(as_action(&result))
            }
            Phase::Opening | Phase::Rolling | Phase::Over => None,
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.checker_engine.new_game(seed);
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        self.checker_engine.set_option(key, value)
    }
}

/// Lead from which the engine doubles, relative to its own pips: the 8-9-12 rule for races.
const DOUBLE_FROM: f64 = 0.08;
/// Largest lead of the opponent with which the engine takes.
const TAKE_UP_TO: f64 = 0.12;

/// Lead of the seat on turn relative to its own pips, with made points and blots included.
fn lead(board: &Position) -> f64 {
    let turn = board.turn();
    let cost = Weights::GUESS.balance(board);
    let ahead = if turn == Seat::FIRST { -cost } else { cost };
    ahead / f64::from(board.pips(turn).max(1))
}
