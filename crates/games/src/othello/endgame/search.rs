//! The state of one search.

use std::sync::Arc;

use search::{Score, SearchLimits};

use super::board::Board;
use super::hash_table::HashTable;
use super::helper_pool::HelperPool;
use super::parity::Parity;
use super::selectivity::Selectivity;
use super::shallow::SHALLOW_EMPTIES;
use super::split::Split;
use super::stability::EdgeStability;
use crate::othello::patterns::PatternEvaluator;
use crate::othello::{Kernel, Scoring};

/// Maximum number of nodes counted between two checks of the limit: the subtree of the last four squares.
const MAX_UNCHECKED_NODES: u64 = 80;

/// The state of one thread of a search.
pub(super) struct Search<'a, K> {
    pub(super) kernel: K,
    pub(super) edges: &'a EdgeStability,
    /// Orders moves and predicts scores; exact scores never depend on it.
    pub(super) evaluator: &'a PatternEvaluator,
    pub(super) table: &'a HashTable,
    pub(super) scoring: Scoring,
    pub(super) selectivity: Selectivity,
    /// Present if several threads search together.
    pub(super) helpers: Option<&'a HelperPool>,
    /// The innermost split that this thread works for.
    pub(super) split_point: Option<Arc<Split>>,
    limits: SearchLimits<'a>,
    pub(super) nodes: u64,
    /// `true` if a limit was reached or the result is not needed any more; all scores returned from then on are invalid.
    pub(super) is_stopped: bool,
}

impl<'a, K: Kernel> Search<'a, K> {
    pub(super) fn new(
        kernel: K,
        edges: &'a EdgeStability,
        evaluator: &'a PatternEvaluator,
        table: &'a HashTable,
        scoring: Scoring,
        limits: SearchLimits<'a>,
    ) -> Self {
        Search {
            kernel,
            edges,
            evaluator,
            table,
            scoring,
            selectivity: Selectivity::EXACT,
            helpers: None,
            split_point: None,
            limits,
            nodes: 0,
            is_stopped: false,
        }
    }

    /// The same search for another thread or below a split, with nodes of its own.
    pub(super) fn fork(&self, split_point: Option<Arc<Split>>) -> Search<'a, K> {
        Search { split_point, nodes: 0, is_stopped: false, ..*self }
    }

    /// Number of nodes at which the search stops.
    #[inline(always)]
    pub(super) fn node_limit(&self) -> u64 {
        self.limits.nodes.saturating_sub(MAX_UNCHECKED_NODES)
    }

    /// Counts a node; `false` if the search has to stop.
    #[inline(always)]
    pub(super) fn count_node(&mut self) -> bool {
        self.is_stopped |= self.nodes >= self.node_limit();
        self.nodes += u64::from(!self.is_stopped);
        !self.is_stopped
    }

    /// Polls the stop flag.
    #[inline(always)]
    pub(super) fn poll_stop(&mut self) {
        self.is_stopped |=
            self.limits.is_stopped() || self.split_point.as_deref().is_some_and(Split::is_cut_off);
    }

    /// Null-window search: a bound on the score that decides if it exceeds `alpha`.
    #[inline(always)]
    pub(super) fn null_window(&mut self, board: Board, parity: Parity, empties: u32, alpha: Score) -> Score {
        if empties > SHALLOW_EMPTIES {
            return self.deep(board, parity, empties, alpha);
        }
        if empties > 4 {
            return self.shallow(board, parity, empties, alpha);
        }
        if empties == 4 {
            return self.solve_4(board, parity, alpha);
        }
        let mut squares = super::board::each(board.empty());
        let mut next = || squares.next().unwrap_or(0);
        match empties {
            3 => self.solve_3(board, [next(), next(), next()], alpha),
            2 => self.solve_2(board, [next(), next()], alpha),
            1 => self.solve_1(board, next()),
            _ => board.final_score(self.scoring),
        }
    }
}
