//! One thread of the search, with everything it remembers.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::SearchGame;
use rules::Seat;
use rules::cpu::Cpu;

use super::busy::Busy;
use super::node::Node;
use super::{Features, MAX_PLY};
use crate::engine::SearchResult;
use crate::evaluator::{Evaluator, INFINITE, Score, WIN};
use crate::killers::KillersAndHistory;
use crate::request::SearchLimits;
use crate::transposition::TranspositionTable;

/// Positions between two looks at whether to stop: below a millisecond even where moves are found slowly, and seldom
/// enough that it does not matter if threads fight for the flag.
const PATIENCE: u64 = 16;
/// Half the first window around the last score.
const WINDOW: Score = 48;

/// One thread of the search.
pub(super) struct Worker<'a, R: SearchGame, E: Evaluator<R>, C> {
    pub(super) cpu: C,
    pub(super) rules: &'a R,
    pub(super) evaluator: &'a E,
    pub(super) features: Features,
    pub(super) table: &'a TranspositionTable,
    pub(super) busy: Option<&'a Busy>,
    limits: SearchLimits<'a>,
    /// The depth this thread searches to, and that to which the first thread does.
    depth: u32,
    iteration: &'a AtomicU32,
    pub(super) nodes: u64,
    /// The code of the root's best move so far, which every iteration tries first; 0 before there is one.
    pub(super) first: u32,
    /// The line of a root that came out better than its window, until it is searched again.
    better: Vec<R::Move>,
    pub(super) is_stopped: bool,
    /// The moves of all positions on the way down, and how they are ordered: one stack for the whole search.
    pub(super) moves: Vec<R::Move>,
    pub(super) worth: Vec<Score>,
    /// Keys of the positions before the root and on the way down; kept only where positions can repeat.
    pub(super) keys: Vec<u64>,
    /// The line found below each ply.
    pub(super) lines: Vec<Vec<R::Move>>,
    pub(super) good: KillersAndHistory,
}

impl<'a, R: SearchGame, E: Evaluator<R>, C: Cpu> Worker<'a, R, E, C> {
    #[expect(clippy::too_many_arguments, reason = "everything a thread is given, once")]
    pub(super) fn new(
        cpu: C,
        rules: &'a R,
        evaluator: &'a E,
        features: Features,
        table: &'a TranspositionTable,
        busy: Option<&'a Busy>,
        past: &[u64],
        limits: SearchLimits<'a>,
        iteration: &'a AtomicU32,
    ) -> Self {
        Worker {
            cpu,
            rules,
            evaluator,
            features,
            table,
            busy,
            limits,
            depth: 0,
            iteration,
            nodes: 0,
            first: 0,
            better: Vec::new(),
            is_stopped: false,
            moves: Vec::with_capacity(4096),
            worth: Vec::with_capacity(4096),
            keys: past.to_vec(),
            lines: (0..=MAX_PLY).map(|_| Vec::with_capacity(MAX_PLY as usize + 1)).collect(),
            good: KillersAndHistory::new(),
        }
    }

    /// Searches deeper and deeper until a limit is reached.
    pub(super) fn deepen(
        &mut self,
        position: &R::Position,
        seat: Seat,
        report: &mut dyn FnMut(&SearchResult<R::Move>),
    ) -> Option<SearchResult<R::Move>> {
        let mut found: Option<SearchResult<R::Move>> = None;
        let state = self.evaluator.refresh(self.rules, position);
        for depth in 1..=self.limits.depth.min(MAX_PLY - 1) {
            self.depth = depth;
            self.iteration.store(depth, Ordering::Relaxed);
            let last = found.as_ref().map(|result| result.score as Score);
            let score = self.search_root(position, &state, seat, depth, last);
            // A stopped iteration began with the best move so far: what it has found since is better.
            let line = if self.lines[0].is_empty() { self.better.clone() } else { self.lines[0].clone() };
            if let Some(&best) = line.first() {
                let result = match (self.is_stopped, &found) {
                    (true, Some(found)) => SearchResult { best, line, ..found.clone() },
                    (true, None) => SearchResult { best, line, score: 0.0, depth: 0, nodes: 0 },
                    (false, _) => {
                        SearchResult { best, line, score: f64::from(score), depth, nodes: self.nodes }
                    }
                };
                if !self.is_stopped {
                    report(&result);
                }
                found = Some(result);
            }
            // A win or loss within the depth is certain: nothing shorter can be found deeper.
            if self.is_stopped || score.abs() >= WIN - depth as Score {
                break;
            }
        }
        if let Some(result) = &mut found {
            result.nodes = self.nodes;
        }
        found
    }

    /// Searches for the sake of what comes into the table: always to the depth of the first thread, or a turn deeper if
    /// that is done sooner, until it is told to stop.
    pub(super) fn assist(&mut self, position: &R::Position, seat: Seat) {
        let state = self.evaluator.refresh(self.rules, position);
        let mut last = None;
        let mut depth = 1;
        while depth < MAX_PLY && !self.limits.is_stopped() {
            self.depth = depth;
            self.is_stopped = false;
            let score = self.search_root(position, &state, seat, depth, last);
            if self.nodes >= self.limits.nodes {
                break;
            }
            if !self.is_stopped {
                last = Some(score);
                depth += 1;
            }
            depth = depth.max(self.iteration.load(Ordering::Relaxed));
        }
    }

    /// One iteration, in a window around the last score if there is one.
    fn search_root(
        &mut self,
        position: &R::Position,
        state: &E::Accumulator,
        seat: Seat,
        depth: u32,
        last: Option<Score>,
    ) -> Score {
        self.better.clear();
        let mut half = WINDOW;
        let (mut alpha, mut beta) = match last {
            Some(last) if self.features.aspiration && depth >= 4 => (last - half, last + half),
            _ => (-INFINITE, INFINITE),
        };
        loop {
            let (cpu, root) = (self.cpu, self.keys.len());
            let score = cpu.run(Node {
                worker: self,
                position,
                state,
                alpha,
                beta,
                depth,
                ply: 0,
                seat,
                may_pass: false,
            });
            self.keys.truncate(root);
            if let (Some(&best), false) = (self.lines[0].first(), self.is_stopped) {
                self.first = self.rules.move_key(best);
            }
            // Beyond a side that is open as far as it can be, nothing more is found.
            let is_held = (score > alpha || alpha == -INFINITE) && (score < beta || beta == INFINITE);
            if self.is_stopped || is_held {
                return score;
            }
            self.better.clone_from(&self.lines[0]);
            half *= 4;
            // Where a window of four or five times the first does not hold the score, no window is worth it.
            let wide = half > 16 * WINDOW;
            if score <= alpha {
                alpha = if wide { -INFINITE } else { (score - half).max(-INFINITE) };
            } else {
                beta = if wide { INFINITE } else { (score + half).min(INFINITE) };
            }
        }
    }

    /// Counts a position; says whether the search goes on. Once it does not, nothing more is counted.
    #[inline(always)]
    pub(super) fn count(&mut self) -> bool {
        self.is_stopped |= self.nodes >= self.limits.nodes
            || self.nodes.is_multiple_of(PATIENCE) && self.limits.is_stopped();
        self.nodes += u64::from(!self.is_stopped);
        !self.is_stopped
    }
}
