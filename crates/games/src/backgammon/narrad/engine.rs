//! `narrad` as an engine: expectiminimax to a fixed depth.

use std::sync::atomic::AtomicBool;

use rules::InputError;
use rules::cpu::{Cpu, Portable};
use search::{Engine, Evaluation, Progress, SearchLimits, SearchRequest, SearchResult, Unit};

use super::search::{INFINITE, SCALES};
use super::{Costs, MAX_DEPTH, PIP, Search, Weights};
use crate::backgammon::{Backgammon, Play, Position, Turn};

/// The engine of the source: eight weights, expectiminimax.
pub struct Narrad<C> {
    cpu: C,
    costs: Costs,
    depth: u32,
}

impl<C: Cpu> Narrad<C> {
    /// The engine with these weights that looks `depth` turns ahead.
    pub fn new(cpu: C, weights: &Weights, depth: u32) -> Narrad<C> {
        Narrad { cpu, costs: Costs::new(weights), depth: depth.clamp(1, MAX_DEPTH) }
    }
}

/// The play that Narrad chooses; the pass if no dice lie on the table.
pub fn choose(weights: &Weights, depth: u32, position: &Position) -> Play {
    fn search<C: Cpu>(cpu: C, weights: &Weights, depth: u32, position: &Position) -> Play {
        let (never, rules) = (AtomicBool::new(false), Backgammon::new());
        let request = SearchRequest::new(&rules, position, &[], SearchLimits::until(&never));
        let found = Narrad::new(cpu, weights, depth).search(&request, &mut |_| {});
        found.map_or(Play::PASS, |result| result.best)
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(v3) = rules::cpu::V3::detect() {
        return search(v3, weights, depth, position);
    }
    search(Portable, weights, depth, position)
}

impl<C: Cpu> Engine<Backgammon> for Narrad<C> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, Backgammon>,
        report: &mut Progress<'_, Play>,
    ) -> Option<SearchResult<Play>> {
        let limits = request.limits;
        let moves = request.moves();
        let mut turns: Vec<(i64, Turn)> = Vec::with_capacity(moves.len());
        request.position.for_each_turn(|turn| {
            if moves.contains(&turn.play) {
                turns.push((self.costs.evaluate(&turn.board).into(), *turn));
            }
        });
        // The best by evaluation first; equal ones keep their order.
        turns.sort_by_key(|&(value, _)| -value);
        let mut nodes = turns.len() as u64;
        let result = |turn: &Turn, value: i64, depth: u32, nodes: u64| {
            let pips = value as f64 / (SCALES[depth as usize] * i64::from(PIP)) as f64;
            SearchResult {
                score: pips,
                evaluation: Evaluation::Value { value: pips, unit: Unit::Pips },
                depth,
                nodes,
                ..SearchResult::unsearched(turn.play)
            }
        };
        let (value, first) = *turns.first()?;
        let mut best = result(&first, value, 1, nodes);
        report(&best);
        // A single play needs no search.
        let depth = if turns.len() == 1 { 1 } else { self.depth.min(limits.depth).max(1) };
        if depth > 1 {
            let mut search = Search::new(self.cpu, &self.costs, limits);
            let mut found = (-INFINITE, first);
            for (_, turn) in &turns {
                let value = search.score(&turn.board, depth, found.0);
                if limits.is_stopped() {
                    return Some(best);
                }
                if value > found.0 {
                    found = (value, *turn);
                }
            }
            nodes += search.nodes();
            best = result(&found.1, found.0, depth, nodes);
            report(&best);
        }
        Some(best)
    }

    fn new_game(&mut self, _seed: u64) {}

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        let quoted = InputError::quote(value);
        match (key, value.parse()) {
            ("depth", Ok(depth)) if (1..=MAX_DEPTH).contains(&depth) => self.depth = depth,
            ("depth", _) => {
                return Err(InputError::new(format!(
                    "depth cannot be {quoted}: expected a whole number from 1 to {MAX_DEPTH}"
                )));
            }
            _ => {
                let key = InputError::quote(key);
                return Err(InputError::new(format!("narrad has no option {key} to change: expected depth")));
            }
        }
        Ok(())
    }
}
