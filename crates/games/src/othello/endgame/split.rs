//! Several threads at one node: once its first move is searched, the others are shared (young brothers wait).

use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};
use std::sync::{Mutex, PoisonError};

use search::Score;

use super::order::{Child, Children};
use super::parity::Parity;
use super::search::Search;
use crate::othello::Kernel;

/// Minimum number of empty squares of a node that is split: below, a thread costs more than it saves.
pub(super) const SPLIT_EMPTIES: u32 = 14;

/// Threads that could help. A thread that waits for its helpers counts as idle, so that they can split again.
pub(super) struct IdleThreads(AtomicIsize);

impl IdleThreads {
    pub(super) fn new(threads: usize) -> IdleThreads {
        IdleThreads(AtomicIsize::new(threads as isize - 1))
    }

    /// Takes an idle thread, if there is one.
    fn take(&self) -> bool {
        let taken = |idle: isize| (idle > 0).then(|| idle - 1);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).is_ok()
    }

    /// Changes the number of idle threads. It may become negative for the moment in which a thread resumes.
    fn add(&self, threads: isize) {
        self.0.fetch_add(threads, Ordering::Relaxed);
    }
}

/// A split that searches below it must end with, and the splits around it.
pub(super) struct SplitPoint<'a> {
    is_cut_off: AtomicBool,
    outer: Option<&'a SplitPoint<'a>>,
}

impl SplitPoint<'_> {
    /// `true` if the result of this split or of one around it is not needed any more.
    #[inline(always)]
    pub(super) fn is_cut_off(&self) -> bool {
        self.is_cut_off.load(Ordering::Relaxed) || self.outer.is_some_and(SplitPoint::is_cut_off)
    }
}

/// A node whose moves are searched with the window (`alpha`, `alpha + 1`).
#[derive(Clone, Copy)]
pub(super) struct SplitNode {
    pub(super) parity: Parity,
    pub(super) empties: u32,
    pub(super) alpha: Score,
}

/// Moves that are left, and the best result so far.
pub(super) struct SharedMoves<'c, const MOVES: usize> {
    pub(super) children: &'c mut Children<MOVES>,
    pub(super) best: Score,
    pub(super) chosen: u8,
}

impl<'a, K: Kernel> Search<'a, K> {
    /// Searches the remaining moves together with an idle thread. Returns `false`, and does nothing, if all are busy.
    pub(super) fn split<const MOVES: usize>(
        &mut self,
        node: SplitNode,
        moves: &mut SharedMoves<'_, MOVES>,
    ) -> bool {
        let Some(idle) = self.idle_threads else { return false };
        if node.empties < SPLIT_EMPTIES || !moves.children.has_more() || !idle.take() {
            return false;
        }
        let point = SplitPoint { is_cut_off: AtomicBool::new(false), outer: self.split_point };
        let shared = Mutex::new(moves);
        let mut own = self.at_split(&point);
        let mut helper = self.at_split(&point);
        std::thread::scope(|scope| {
            let helper = scope.spawn(|| {
                helper.search_shared(node, &shared, &point);
                idle.add(1);
                helper.nodes
            });
            own.search_shared(node, &shared, &point);
            idle.add(1);
            let nodes = helper.join();
            idle.add(-1);
            match nodes {
                Ok(nodes) => self.nodes += own.nodes + nodes,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        });
        // A search that was stopped from outside has no result; one that was cut off here has.
        self.poll_stop();
        true
    }

    fn search_shared<const MOVES: usize>(
        &mut self,
        node: SplitNode,
        shared: &Mutex<&mut SharedMoves<'_, MOVES>>,
        point: &SplitPoint<'_>,
    ) {
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        let SplitNode { parity, empties, alpha } = node;
        while !point.is_cut_off() && !self.is_stopped {
            let Some(Child { board, square, .. }) = lock().children.next() else { return };
            let score = -self.null_window(board, parity.without(square), empties - 1, -alpha - 1);
            if self.is_stopped {
                return;
            }
            let mut moves = lock();
            if score > moves.best {
                (moves.best, moves.chosen) = (score, square);
                if score > alpha {
                    point.is_cut_off.store(true, Ordering::Relaxed);
                }
            }
        }
    }
}
