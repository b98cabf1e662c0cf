//! Iterative deepening at the root.

use std::sync::atomic::Ordering;

use rules::cpu::Cpu;

use super::node::Node;
use super::{Context, MAX_PLY};
use crate::SearchGame;
use crate::engine::{Alternative, SearchResult};
use crate::evaluator::{Evaluator, INFINITE, Score, is_forced};
use crate::request::Confidence;

/// Half-width of the first aspiration window of an evaluator without margins.
const WINDOW: Score = 48;
/// The same in hundredths of a pawn.
const PAWN_WINDOW: Score = 18;

/// Iterations with one best move after which a search is sure of it.
const STEADY_ITERATIONS: u32 = 5;
/// Loss of score, in hundredths of a pawn, that makes a search unsure; without margins it is an aspiration window.
const LOSS: Score = 30;

/// Plies below its depth up to which a search with margins may have pruned a forced end.
const FORCED_MARGIN: u32 = 10;

/// Score and principal variation of one root move.
#[derive(Clone)]
struct Line<M> {
    score: Score,
    pv: Vec<M>,
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Context<'_, R, E, C> {
    /// Searches deeper and deeper until a limit is reached, for `multi_pv` principal variations. `fallback` is played if
    /// no move could be searched.
    pub(super) fn deepen_root(
        &mut self,
        position: &R::Position,
        fallback: R::Move,
        multi_pv: usize,
        report: &mut dyn FnMut(&SearchResult<R::Move>),
    ) -> SearchResult<R::Move> {
        let mut result = self.unsearched(fallback);
        let mut last: Vec<Line<R::Move>> = Vec::new();
        let margin = if E::PAWN.is_some() { FORCED_MARGIN } else { 0 };
        let mut steady = 0;
        let is_only_move = self.is_only_move(position);
        for depth in 1..=self.budget.depth().min(MAX_PLY - 1) {
            self.state.iteration.store(depth, Ordering::Relaxed);
            let mut lines: Vec<Line<R::Move>> = Vec::new();
            self.state.excluded.clear();
            for index in 0..multi_pv {
                let before = last.get(index);
                self.root_best = before.and_then(|line| line.pv.first().copied());
                let score = self.search_root(position, depth, before.map(|line| line.score));
                // A stopped iteration started with the best move so far: any later find is better.
                let found = if self.pv[0].is_empty() { &self.state.failed_high } else { &self.pv[0] };
                let Some(&best) = found.first() else { break };
                if index == 0 {
                    result.best = best;
                    result.pv.clone_from(found);
                }
                if self.is_stopped() {
                    break;
                }
                lines.push(Line { score, pv: found.clone() });
                self.state.excluded.push(best);
            }
            result.nodes = self.budget.nodes();
            if self.is_stopped() || lines.is_empty() {
                break;
            }
            // A later variation may turn out better than an earlier one.
            lines.sort_by_key(|line| -line.score);
            result.depth = depth;
            self.fill(&mut result, &lines);
            report(&result);
            let is_decided = lines.iter().all(|line| is_forced(line.score.into(), depth, margin));
            let confidence = match is_only_move {
                true => Confidence::Certain,
                false => self.confidence(&last, &lines, &mut steady),
            };
            last = lines;
            if is_decided || !self.budget.complete_depth(depth, confidence) {
                break;
            }
        }
        result
    }

    /// `true` if the root has a single move to search.
    fn is_only_move(&mut self, position: &R::Position) -> bool {
        self.rules.legal_moves(position, &mut self.moves);
        let count = self.moves.iter().filter(|&&mv| self.is_root_move(mv)).count();
        self.moves.clear();
        count == 1
    }

    /// Confidence in the best of the new lines. `steady` counts the iterations that agreed on it.
    fn confidence(&self, last: &[Line<R::Move>], lines: &[Line<R::Move>], steady: &mut u32) -> Confidence {
        let (Some(before), Some(now)) = (last.first(), lines.first()) else { return Confidence::Usual };
        let is_same = before.pv.first() == now.pv.first();
        *steady = if is_same { *steady + 1 } else { 0 };
        let loss = E::PAWN.map_or(WINDOW, |pawn| pawn * LOSS / 100);
        if !is_same || before.score - now.score > loss {
            Confidence::Low
        } else if *steady >= STEADY_ITERATIONS {
            Confidence::High
        } else {
            Confidence::Usual
        }
    }

    fn fill(&self, result: &mut SearchResult<R::Move>, lines: &[Line<R::Move>]) {
        if let [first, others @ ..] = lines {
            result.best = first.pv[0];
            result.score = first.score.into();
            result.evaluation = self.evaluator.evaluation(result.score);
            result.pv.clone_from(&first.pv);
            let alternative = |line: &Line<R::Move>| Alternative {
                evaluation: self.evaluator.evaluation(line.score.into()),
                pv: line.pv.clone(),
            };
            result.alternatives = others.iter().map(alternative).collect();
        }
    }

    /// Fills the table for the main thread: always at its depth, or one deeper once that is done, until stopped.
    pub(super) fn assist(&mut self, position: &R::Position) {
        let mut last = None;
        let mut depth = 1;
        while depth < MAX_PLY && !self.budget.is_stop_requested() && !self.budget.is_exhausted() {
            self.budget.resume();
            let score = self.search_root(position, depth, last);
            if !self.is_stopped() {
                last = Some(score);
                self.root_best = self.pv[0].first().copied();
                self.budget.complete_depth(depth, Confidence::Usual);
                depth += 1;
            }
            depth = depth.max(self.state.iteration.load(Ordering::Relaxed));
        }
    }

    /// One iteration, in a window around the last score if there is one.
    fn search_root(&mut self, position: &R::Position, depth: u32, last: Option<Score>) -> Score {
        self.state.failed_high.clear();
        let first = E::PAWN.map_or(WINDOW, |pawn| pawn * PAWN_WINDOW / 100);
        let mut half = first;
        let (mut alpha, mut beta) = match last {
            Some(last) if self.state.features.aspiration && depth >= 4 => (last - half, last + half),
            _ => (-INFINITE, INFINITE),
        };
        loop {
            self.rewind();
            let (cpu, seat) = (self.cpu, self.seat);
            let score = cpu.run(Node {
                context: self,
                position,
                alpha,
                beta,
                depth,
                ply: 0,
                seat,
                allow_null: false,
                is_cut: false,
                excluded: 0,
            });
            if let (Some(&best), false) = (self.pv[0].first(), self.is_stopped()) {
                self.root_best = Some(best);
            }
            // Nothing lies beyond a side that is fully open.
            let is_inside = (score > alpha || alpha == -INFINITE) && (score < beta || beta == INFINITE);
            if self.is_stopped() || is_inside {
                return score;
            }
            self.state.failed_high.clone_from(&self.pv[0]);
            half *= if E::PAWN.is_some() { 2 } else { 4 };
            // Far beyond the first window, only an open one is worth its cost.
            let is_wide = half > 16 * first;
            if score <= alpha {
                alpha = if is_wide { -INFINITE } else { (score - half).max(-INFINITE) };
            } else {
                beta = if is_wide { INFINITE } else { (score + half).min(INFINITE) };
            }
        }
    }
}
