//! One search on its way: what it may use, and what it has used.

use search::{Score, SearchLimits};

use super::board::Board;
use super::few::FEW;
use super::memory::Memory;
use super::parity::Parity;
use super::stable::Edges;
use crate::othello::Kernel;

/// Below a look at the limits lie at most so many positions that are counted without one: those of the last four squares.
const UNWATCHED: u64 = 80;

/// One search on its way.
pub(super) struct Search<'a, K> {
    pub(super) kernel: K,
    pub(super) edges: &'a Edges,
    pub(super) memory: &'a mut Memory,
    limits: SearchLimits<'a>,
    pub(super) nodes: u64,
    /// Whether a limit was reached: whatever comes back then counts for nothing.
    pub(super) is_stopped: bool,
}

impl<'a, K: Kernel> Search<'a, K> {
    pub(super) fn new(kernel: K, edges: &'a Edges, memory: &'a mut Memory, limits: SearchLimits<'a>) -> Self {
        Search { kernel, edges, memory, limits, nodes: 0, is_stopped: false }
    }

    /// When so many positions are counted, it is time to stop.
    #[inline(always)]
    pub(super) fn most_nodes(&self) -> u64 {
        self.limits.nodes.saturating_sub(UNWATCHED)
    }

    /// Counts a position; says whether the search goes on.
    #[inline(always)]
    pub(super) fn count(&mut self) -> bool {
        self.is_stopped |= self.nodes >= self.most_nodes();
        self.nodes += u64::from(!self.is_stopped);
        !self.is_stopped
    }

    /// Looks whether somebody has asked to stop.
    #[inline(always)]
    pub(super) fn look_up(&mut self) {
        self.is_stopped |= self.limits.is_stopped();
    }

    /// Whether the mover gets more than `alpha`, with any number of empty squares.
    #[inline(always)]
    pub(super) fn more_than(&mut self, board: Board, parity: Parity, empties: u32, alpha: Score) -> Score {
        if empties > FEW {
            return self.many(board, parity, empties, alpha);
        }
        if empties > 4 {
            return self.few(board, parity, empties, alpha);
        }
        if empties == 4 {
            return self.last_four(board, parity, alpha);
        }
        let mut squares = super::board::each(board.empty());
        let mut next = || squares.next().unwrap_or(0);
        match empties {
            3 => self.last_three(board, [next(), next(), next()], alpha),
            2 => self.last_two(board, [next(), next()], alpha),
            1 => self.last_one(board, next()),
            _ => board.count(),
        }
    }
}
