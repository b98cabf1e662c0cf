//! `strong`: plays by the networks' chances, some turns ahead.

mod cube;
mod noise;
mod rollouts;

use std::sync::Arc;

use engine::Level;
use rules::cpu::Cpu;
use rules::{InputError, Seat};
use search::{
    Alternative, Engine, EngineOptions, Evaluation, Progress, SearchLimits, SearchRequest, SearchResult, Unit,
};

use super::network::Networks;
use super::probabilities::Probabilities;
use super::{Action, Backgammon, BackgammonMatch, Board, Lookahead, MatchEquity, Phase, Play, Position};
pub use cube::CubeDecision;
use noise::Noise;

/// Candidates that are looked at more closely, by depth: the most, and the largest loss of equity beside the best.
const FILTERS: [(usize, f32); 4] = [(usize::MAX, f32::INFINITY), (12, 0.24), (5, 0.12), (3, 0.06)];
/// Greatest depth: a turn is played, and three more are looked ahead.
const MAX_DEPTH: u32 = 4;

/// Strength of each level: the depth, and the spread of the errors in points.
const LEVELS: [(u32, f32); 8] =
    [(1, 0.45), (1, 0.28), (1, 0.17), (1, 0.09), (1, 0.0), (2, 0.005), (2, 0.0), (3, 0.0)];

/// The engine, of single games and of matches.
pub struct Strong<C> {
    cpu: C,
    networks: Arc<Networks>,
    level: Level,
    /// Number of trials with which the best candidates are rolled out at the end; 0 for none.
    rollouts: u64,
    seed: u64,
    /// The table of the last match.
    equity: Option<(u16, Arc<MatchEquity>)>,
}

/// Value of each of the five chances, and of nothing.
#[derive(Clone, Copy, Debug)]
struct Stakes {
    values: [f32; 5],
}

impl Stakes {
    /// Points of a single game.
    fn money(triple: bool) -> Stakes {
        let third = if triple { 1.0 } else { 0.0 };
        Stakes { values: [2.0, 1.0, third, -1.0, -third] }
    }

    /// Equity, in points of a single game or their equivalent at the score.
    fn equity(&self, chances: Probabilities) -> f32 {
        let parts = chances.to_array().into_iter().zip(self.values);
        parts.map(|(chance, value)| chance * value).sum::<f32>() - self.values[0] / 2.0
    }
}

/// A play that is considered.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    play: Play,
    board: Board,
    chances: Probabilities,
    equity: f32,
}

impl<C: Cpu> Strong<C> {
    /// The engine with these networks; takes the options `level` and `rollouts`.
    pub fn new(
        cpu: C,
        networks: Arc<Networks>,
        options: &mut EngineOptions,
    ) -> Result<Strong<C>, InputError> {
        let rollouts = options.number("rollouts", 0, 0..=rollouts::MOST)?;
        Ok(Strong { cpu, networks, level: Level::take(options)?, rollouts, seed: 0, equity: None })
    }

    /// Depth and errors within these limits: those of the level, unless the caller has set limits and no level.
    fn strength(&self, limits: &SearchLimits<'_>) -> (u32, f32) {
        let (depth, noise) = match limits.is_set && !self.level.is_explicit() {
            true => (MAX_DEPTH, 0.0),
            false => LEVELS[self.level.number() as usize - 1],
        };
        (depth.min(limits.depth).max(1), noise)
    }

    /// Searches the best of some plays, deeper and deeper.
    fn search_plays(
        &self,
        position: &Position,
        plays: &[Play],
        stakes: Stakes,
        limits: &SearchLimits<'_>,
        report: &mut dyn FnMut(&[Candidate], u32, u64),
    ) -> Option<(Vec<Candidate>, u32, u64)> {
        let (max_depth, spread) = self.strength(limits);
        let mut noise = Noise::new(self.seed, position.board(), spread);
        let mut lookahead = Lookahead::new(self.cpu, &self.networks).stopped_by(limits.stop);
        let mut candidates: Vec<Candidate> = Vec::with_capacity(plays.len());
        position.for_each_turn(|turn| {
            if plays.contains(&turn.play) {
                let chances = lookahead.chances(&turn.board.flipped(), 0).flipped();
                let equity = stakes.equity(chances) + noise.next();
                candidates.push(Candidate { play: turn.play, board: turn.board, chances, equity });
            }
        });
        sort(&mut candidates);
        candidates.first()?;
        report(&candidates, 1, lookahead.evaluations());
        let mut reached = 1;
        for depth in 2..=max_depth {
            let (most, margin) = FILTERS[depth as usize - 1];
            let best = candidates[0].equity;
            let count = candidates.iter().take(most).filter(|found| found.equity >= best - margin).count();
            // A single candidate needs no closer look, unless its value is asked for.
            if (count == 1 && depth > 2) || limits.is_soft_stopped() {
                break;
            }
            let mut deeper = candidates.clone();
            for candidate in &mut deeper[..count] {
                candidate.chances = lookahead.chances(&candidate.board.flipped(), depth - 1).flipped();
                if limits.is_stopped() || lookahead.evaluations() >= limits.nodes {
                    return Some((candidates, reached, lookahead.evaluations()));
                }
                candidate.equity = stakes.equity(candidate.chances) + noise.next();
            }
            sort(&mut deeper[..count]);
            candidates = deeper;
            reached = depth;
            report(&candidates, depth, lookahead.evaluations());
        }
        let nodes = lookahead.evaluations();
        self.roll_out(&mut candidates, stakes, limits, &mut |candidates| report(candidates, reached, nodes));
        Some((candidates, reached, nodes))
    }

    /// What comes after the next turn, or the next two, from a position before a roll (see [`Lookahead::leaves`]).
    fn leaves(&self, board: &Board, limits: &SearchLimits<'_>) -> (Vec<Probabilities>, u64) {
        let (depth, spread) = self.strength(limits);
        let turns = depth.min(2);
        let mut lookahead = Lookahead::new(self.cpu, &self.networks);
        let mut leaves = lookahead.leaves(board, turns);
        // Errors of a play are in points, of which a game has two between a loss and a win.
        let error = Noise::new(self.seed, *board, spread).next() / 2.0;
        let error = if turns == 2 { error } else { -error };
        for chances in &mut leaves {
            chances.win = (chances.win + error).clamp(0.0, 1.0);
        }
        (leaves, lookahead.evaluations())
    }

    /// The table of matches to this length.
    fn match_equity(&mut self, length: u16) -> Arc<MatchEquity> {
        match &self.equity {
            Some((known, equity)) if *known == length => Arc::clone(equity),
            _ => {
                let equity = Arc::new(MatchEquity::new(length));
                self.equity = Some((length, Arc::clone(&equity)));
                equity
            }
        }
    }
}

/// The best first; equal ones keep their order.
fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by(|one, two| two.equity.total_cmp(&one.equity));
}

/// Candidates as a result, with as many variations as the limits want.
fn as_result<M: Copy>(
    candidates: &[Candidate],
    depth: u32,
    nodes: u64,
    limits: &SearchLimits<'_>,
    as_move: impl Fn(Play) -> M,
) -> Option<SearchResult<M>> {
    let value = |candidate: &Candidate| Evaluation::Value {
        value: candidate.chances.equity().into(),
        unit: Unit::Points,
    };
    let best = candidates.first()?;
    let others = candidates.iter().skip(1).take(limits.multi_pv.saturating_sub(1));
    Some(SearchResult {
        best: as_move(best.play),
        score: best.equity.into(),
        evaluation: value(best),
        pv: vec![as_move(best.play)],
        depth,
        nodes,
        alternatives: others
            .map(|other| Alternative { evaluation: value(other), pv: vec![as_move(other.play)] })
            .collect(),
    })
}

impl<C: Cpu> Engine<Backgammon> for Strong<C> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, Backgammon>,
        report: &mut Progress<'_, Play>,
    ) -> Option<SearchResult<Play>> {
        let stakes = Stakes::money(request.rules.triple());
        let limits = &request.limits;
        let mut forward = |candidates: &[Candidate], depth, nodes| {
            if let Some(result) = as_result(candidates, depth, nodes, limits, |play| play) {
                report(&result);
            }
        };
        let (candidates, depth, nodes) =
            self.search_plays(request.position, &request.moves(), stakes, limits, &mut forward)?;
        as_result(&candidates, depth, nodes, limits, |play| play)
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        self.level.set_option(key, value)
    }
}

impl<C: Cpu> Engine<BackgammonMatch> for Strong<C> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, BackgammonMatch>,
        report: &mut Progress<'_, Action>,
    ) -> Option<SearchResult<Action>> {
        let SearchRequest { rules, position, limits, .. } = *request;
        let equity = self.match_equity(rules.length());
        match position.phase() {
            Phase::Deciding | Phase::Answering => self.decide_cube(request, &equity),
            Phase::Playing => {
                let turn = position.board().turn();
                let away = cube::away(rules, position, turn);
                let mut stakes = Stakes { values: equity.stakes(away, position.cube().into()) };
                if !rules.game().triple() {
                    (stakes.values[2], stakes.values[4]) = (0.0, 0.0);
                }
                let plays: Vec<Play> = request.moves().iter().filter_map(|&action| as_play(action)).collect();
                let mut forward = |candidates: &[Candidate], depth, nodes| {
                    if let Some(result) = as_result(candidates, depth, nodes, &limits, Action::Play) {
                        report(&result);
                    }
                };
                let (candidates, depth, nodes) =
                    self.search_plays(position.board(), &plays, stakes, &limits, &mut forward)?;
                as_result(&candidates, depth, nodes, &limits, Action::Play)
            }
            Phase::Opening | Phase::Rolling | Phase::Over => None,
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        self.level.set_option(key, value)
    }
}

fn as_play(action: Action) -> Option<Play> {
    match action {
        Action::Play(play) => Some(play),
        _ => None,
    }
}

/// The seat that has to decide about the cube.
fn decider(phase: Phase, turn: Seat) -> Seat {
    if phase == Phase::Answering { turn.other() } else { turn }
}
