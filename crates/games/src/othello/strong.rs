//! The strong player: alpha-beta, and near the end the exact solver.

use rules::cpu::Cpu;
use search::{AlphaBeta, Engine, Evaluation, Progress, SearchRequest, SearchResult, Unit};

use super::endgame::{Solution, Solver};
use super::shapes::Shapes;
use super::{Kernel, Move, Othello};

/// Bytes in which the solver remembers.
const MEMORY: usize = 1 << 23;
/// With more empty squares than this nobody waits for a solution.
const MOST_EMPTY: u32 = 26;
/// Positions of the first turn of alpha-beta and of the solver, where only a time limits them; each turn is twice as long
/// as the one before.
const FIRST_TURN: u64 = 100_000;

/// Alpha-beta, and the solver where it is likely to come to the end of the game within the limits.
///
/// With a limit of positions the solver goes first, if such a position mostly takes it at most half of them, and
/// alpha-beta has what is left if it did not succeed. Where only time is limited, the two take turns, longer and longer,
/// until the position is solved or the time is up: so neither has less than about a quarter of the time.
pub(super) struct Strong<C, K> {
    search: AlphaBeta<Shapes, C>,
    /// Made when it is first needed.
    solver: Option<Solver<K>>,
}

impl<C: Cpu, K: Kernel> Strong<C, K> {
    pub(super) fn new(search: AlphaBeta<Shapes, C>) -> Strong<C, K> {
        Strong { search, solver: None }
    }

    /// Solves the position, or says how many others it looked at in vain.
    fn solve(&mut self, request: &SearchRequest<'_, Othello<K>>) -> Result<SearchResult<Move>, u64> {
        let solver = self.solver.get_or_insert_with(|| Solver::new(request.rules.kernel(), MEMORY));
        let Solution { score, line, nodes } = solver.solve(request.position, &request.limits)?;
        let Some(&best) = line.first() else { return Err(nodes) };
        // The line is as deep as the game is long.
        let depth = line.len() as u32;
        let evaluation = Evaluation::Value { value: f64::from(score), unit: Unit::Discs };
        let score = f64::from(super::evaluation::finished(score));
        Ok(SearchResult { best, score, evaluation, pv: line, depth, nodes, alternatives: Vec::new() })
    }

    fn take_turns(
        &mut self,
        request: &SearchRequest<'_, Othello<K>>,
        report: &mut Progress<'_, Move>,
    ) -> Option<SearchResult<Move>> {
        let limits = request.limits;
        let (mut deepest, mut nodes, mut turn): (Option<SearchResult<Move>>, u64, u64) =
            (None, 0, FIRST_TURN);
        loop {
            let result = self.search.search(&request.with_limits(limits.nodes(turn)), &mut |result| {
                // What was reported in an earlier turn is not news.
                if deepest.as_ref().is_none_or(|deepest| result.depth > deepest.depth) {
                    report(result);
                }
            })?;
            nodes += result.nodes;
            if deepest.as_ref().is_none_or(|deepest| result.depth >= deepest.depth) {
                deepest = Some(result);
            }
            if !limits.is_stopped() {
                match self.solve(&request.with_limits(limits.nodes(4 * turn))) {
                    Ok(solved) => {
                        let solved = SearchResult { nodes: nodes + solved.nodes, ..solved };
                        report(&solved);
                        return Some(solved);
                    }
                    Err(used) => nodes += used,
                }
            }
            if limits.is_stopped() {
                return deepest.map(|deepest| SearchResult { nodes, ..deepest });
            }
            turn *= 2;
        }
    }
}

/// How many positions it mostly takes to solve one with so many empty squares.
fn usual_nodes(empties: u32) -> u64 {
    // About 600,000 with 17 empty squares, and five times as many for two more.
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
        let SearchRequest { rules, position, limits, .. } = *request;
        let empties = position.empties();
        // The solver passes only where it must.
        let is_near =
            empties <= MOST_EMPTY && empties <= limits.depth && empties > 0 && !rules.passes_freely();
        if is_near && limits.nodes == u64::MAX {
            return self.take_turns(request, report);
        }
        let mut left = limits;
        let mut used = 0;
        if is_near && usual_nodes(empties) <= limits.nodes / 2 {
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
        // A game does not depend on those before it.
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
    }
}
