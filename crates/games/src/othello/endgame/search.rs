//! The state of one search.

use search::{Score, SearchLimits};

use super::board::Board;
use super::hash_table::HashTable;
use super::parity::Parity;
use super::shallow::SHALLOW_EMPTIES;
use super::stability::EdgeStability;
use crate::othello::{Kernel, Scoring};

/// Maximum number of nodes counted between two checks of the limit: the subtree of the last four squares.
const MAX_UNCHECKED_NODES: u64 = 80;

/// The state of one search.
pub(super) struct Search<'a, K> {
    pub(super) kernel: K,
    pub(super) edges: &'a EdgeStability,
    pub(super) table: &'a mut HashTable,
    pub(super) scoring: Scoring,
    limits: SearchLimits<'a>,
    pub(super) nodes: u64,
    /// `true` if a limit was reached; all scores returned from then on are invalid.
    pub(super) is_stopped: bool,
}

impl<'a, K: Kernel> Search<'a, K> {
    pub(super) fn new(
        kernel: K,
        edges: &'a EdgeStability,
        table: &'a mut HashTable,
        scoring: Scoring,
        limits: SearchLimits<'a>,
    ) -> Self {
        Search { kernel, edges, table, scoring, limits, nodes: 0, is_stopped: false }
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
        self.is_stopped |= self.limits.is_stopped();
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
