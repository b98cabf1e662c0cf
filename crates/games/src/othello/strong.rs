//! The strong engine: alpha-beta with patterns, and the exact solver near the end of the game.

use rules::InputError;
use rules::cpu::Cpu;
use search::{AlphaBeta, Engine, Evaluation, Progress, SearchRequest, SearchResult, Unit};

use super::endgame::{Solution, Solver};
use super::patterns::PatternEvaluator;
use super::{Kernel, Move, Othello};

/// Size of the transposition table in bytes.
const SEARCH_HASH: usize = 1 << 24;
/// Size of the solver's hash table in bytes.
const SOLVER_HASH: usize = 1 << 24;
/// Maximum number of empty squares for which the solver is started.
const MAX_EMPTIES: u32 = 26;
/// Alpha-beta nodes of the first round of a search that is limited by time; every round doubles them.
const FIRST_ROUND: u64 = 100_000;

/// Alpha-beta, and the solver where it is likely to finish within the limits.
///
/// With a node limit the solver runs first if it is expected to need at most half of the nodes; if it fails, alpha-beta
/// gets the rest. With a time limit the two alternate in rounds of doubling length until the position is solved or the
/// time is up, so that each gets at least about a quarter of the time.
pub(super) struct Strong<C, K> {
    search: AlphaBeta<PatternEvaluator, C>,
    /// Allocated at its first use.
    solver: Option<Solver<K>>,
    threads: usize,
}

impl<C: Cpu, K: Kernel> Strong<C, K> {
    /// An engine on `threads` threads.
    pub(super) fn new(cpu: C, threads: usize) -> Strong<C, K> {
        let search = AlphaBeta::new(cpu, PatternEvaluator::new(), SEARCH_HASH).with_threads(threads);
        Strong { search, solver: None, threads }
    }

    /// Solves the position. Returns the number of nodes searched if it was interrupted.
    fn solve(&mut self, request: &SearchRequest<'_, Othello<K>>) -> Result<SearchResult<Move>, u64> {
        let (kernel, threads) = (request.rules.kernel(), self.threads);
        let solver =
            self.solver.get_or_insert_with(|| Solver::new(kernel, SOLVER_HASH).with_threads(threads));
        let Solution { score, line, nodes } = solver.solve(request.position, &request.limits)?;
        let Some(&best) = line.first() else { return Err(nodes) };
        // The principal variation extends to the end of the game.
        let depth = line.len() as u32;
        let evaluation = Evaluation::Value { value: f64::from(score), unit: Unit::Discs };
        let score = f64::from(super::evaluation::finished(score));
        Ok(SearchResult { best, score, evaluation, pv: line, depth, nodes, alternatives: Vec::new() })
    }

    fn alternate(
        &mut self,
        request: &SearchRequest<'_, Othello<K>>,
        report: &mut Progress<'_, Move>,
    ) -> Option<SearchResult<Move>> {
        let limits = request.limits;
        let (mut deepest, mut nodes, mut round): (Option<SearchResult<Move>>, u64, u64) =
            (None, 0, FIRST_ROUND);
        loop {
            let result = self.search.search(&request.with_limits(limits.nodes(round)), &mut |result| {
                // Each depth is reported once, although every round starts again.
                if deepest.as_ref().is_none_or(|deepest| result.depth > deepest.depth) {
                    report(result);
                }
            })?;
            nodes += result.nodes;
            if deepest.as_ref().is_none_or(|deepest| result.depth >= deepest.depth) {
                deepest = Some(result);
            }
            if !limits.is_soft_stopped() {
                match self.solve(&request.with_limits(limits.nodes(4 * round))) {
                    Ok(solved) => {
                        let solved = SearchResult { nodes: nodes + solved.nodes, ..solved };
                        report(&solved);
                        return Some(solved);
                    }
                    Err(used) => nodes += used,
                }
            }
            if limits.is_soft_stopped() {
                return deepest.map(|deepest| SearchResult { nodes, ..deepest });
            }
            round *= 2;
        }
    }
}

/// Typical number of nodes to solve a position with `empties` empty squares.
fn expected_nodes(empties: u32) -> u64 {
    // About 600,000 with 17 empty squares, and five times as many for two more; up to four times as many are rare.
    let (pairs, single) = (empties / 2, empties % 2);
    let nodes = 5u64.saturating_pow(pairs) * if single == 1 { 9 } else { 4 };
    nodes / 6 + 100
}

impl<C: Cpu, K: Kernel> Engine<Othello<K>> for Strong<C, K> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, Othello<K>>,
        report: &mut Progress<'_, Move>,
    ) -> Option<SearchResult<Move>> {
        let SearchRequest { rules, position, limits, root_moves, .. } = *request;
        let empties = position.empties();
        // The solver finds one variation among all moves, and supports forced passes only.
        let is_supported = root_moves.is_none() && limits.multi_pv == 1 && !rules.passes_freely();
        let is_endgame = is_supported && empties <= MAX_EMPTIES && empties <= limits.depth && empties > 0;
        if is_endgame && limits.nodes == u64::MAX {
            return self.alternate(request, report);
        }
        let mut left = limits;
        let mut used = 0;
        if is_endgame && expected_nodes(empties) <= limits.nodes / 2 {
            match self.solve(&request.with_limits(limits.nodes(limits.nodes / 4 * 3))) {
                Ok(solved) => {
                    report(&solved);
                    return Some(solved);
                }
                Err(nodes) => used = nodes,
            }
            left = limits.nodes(limits.nodes - used);
        }
        let result = self.search.search(&request.with_limits(left), report)?;
        Some(SearchResult { nodes: result.nodes + used, ..result })
    }

    fn new_game(&mut self, seed: u64) {
        Engine::<Othello<K>>::new_game(&mut self.search, seed);
        // Results must not depend on earlier games.
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        Engine::<Othello<K>>::set_option(&mut self.search, key, value)?;
        if let ("threads", Ok(threads)) = (key, value.parse()) {
            // The next use creates a solver with as many threads.
            (self.threads, self.solver) = (threads, None);
        }
        Ok(())
    }
}
