//! Several threads at one node: once its first move is searched, the others are shared (young brothers wait).

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use search::Score;

use super::helper_pool::HelperPool;
use super::order::Child;
use super::parity::Parity;
use super::search::Search;
use super::selectivity::Selectivity;
use crate::othello::Kernel;

/// Minimum number of empty squares of a node that is split: below, sharing costs more than it saves.
pub(super) const SPLIT_EMPTIES: u32 = 12;

/// A node whose moves are searched with the window (`alpha`, `alpha + 1`).
#[derive(Clone, Copy)]
pub(super) struct SplitNode {
    pub(super) parity: Parity,
    pub(super) empties: u32,
    pub(super) alpha: Score,
    pub(super) selectivity: Selectivity,
}

/// Moves that are left, and the best result so far.
pub(super) struct SharedMoves {
    /// The next move is the last one.
    pub(super) left: Vec<Child>,
    pub(super) best: Score,
    pub(super) chosen: u8,
}

/// A node whose remaining moves are searched by two threads.
pub(super) struct Split {
    node: SplitNode,
    moves: Mutex<SharedMoves>,
    is_cut_off: AtomicBool,
    /// The split below which this one was found.
    outer: Option<Arc<Split>>,
    /// Number of nodes of the helper, or its panic; `None` until it has finished.
    helper: Mutex<Option<thread::Result<u64>>>,
}

impl Split {
    /// `true` if the result of this split or of one around it is not needed any more.
    #[inline(always)]
    pub(super) fn is_cut_off(&self) -> bool {
        self.is_cut_off.load(Ordering::Relaxed) || self.outer.as_deref().is_some_and(Split::is_cut_off)
    }

    /// `true` if this split was found below `other`.
    pub(super) fn is_below(&self, other: &Split) -> bool {
        self.outer.as_deref().is_some_and(|outer| std::ptr::eq(outer, other) || outer.is_below(other))
    }

    fn moves(&self) -> MutexGuard<'_, SharedMoves> {
        self.moves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `true` if the helper has finished its part.
    pub(super) fn is_done(&self) -> bool {
        self.helper().is_some()
    }

    fn helper(&self) -> MutexGuard<'_, Option<thread::Result<u64>>> {
        self.helper.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a, K: Kernel> Search<'a, K> {
    /// Reserves an idle thread for a node, if there is one and the node is large enough.
    #[inline(always)]
    pub(super) fn reserve_helper(&self, empties: u32) -> Option<&'a HelperPool> {
        self.helpers.filter(|helpers| empties >= SPLIT_EMPTIES && helpers.reserve())
    }

    /// Searches the remaining moves of a node together with the thread that was reserved. Returns the best score and
    /// its move.
    #[cold]
    #[inline(never)]
    pub(super) fn split(&mut self, helpers: &HelperPool, node: SplitNode, moves: SharedMoves) -> (Score, u8) {
        let split = Arc::new(Split {
            node,
            moves: Mutex::new(moves),
            is_cut_off: AtomicBool::new(false),
            outer: self.split_point.clone(),
            helper: Mutex::new(None),
        });
        helpers.offer(&split);
        let mut own = self.fork(Some(Arc::clone(&split)));
        own.search_shared(&split);
        self.nodes += own.nodes;
        if !helpers.withdraw(&split) {
            helpers.wait_for(&split, |inner| own.help(inner));
            match split.helper().take() {
                Some(Ok(nodes)) => self.nodes += nodes,
                Some(Err(panic)) => resume_unwind(panic),
                None => {}
            }
        }
        // A search that was stopped from outside has no result; one that was cut off here has.
        self.poll_stop();
        let moves = split.moves();
        (moves.best, moves.chosen)
    }

    /// Takes part in a split of another thread.
    pub(super) fn help(&self, split: &Arc<Split>) {
        let mut helper = self.fork(Some(Arc::clone(split)));
        helper.selectivity = split.node.selectivity;
        let result = catch_unwind(AssertUnwindSafe(|| helper.search_shared(split)));
        *split.helper() = Some(result.map(|()| helper.nodes));
    }

    fn search_shared(&mut self, split: &Split) {
        let SplitNode { parity, empties, alpha, .. } = split.node;
        while !split.is_cut_off() && !self.is_stopped {
            let Some(Child { board, square, .. }) = split.moves().left.pop() else { return };
            let score = -self.null_window(board, parity.without(square), empties - 1, -alpha - 1);
            if self.is_stopped {
                return;
            }
            let mut moves = split.moves();
            if score > moves.best {
                (moves.best, moves.chosen) = (score, square);
                if score > alpha {
                    split.is_cut_off.store(true, Ordering::Relaxed);
                }
            }
        }
    }
}
