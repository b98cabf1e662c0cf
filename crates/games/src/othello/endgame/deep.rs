//! Eight or more empty squares: null-window search with a hash table and move ordering.

use rules::cpu::Task;
use search::Score;

use super::board::{Board, SCORE_INF};
use super::hash_table::{NO_SQUARE, NullWindowResult, TtEntry};
use super::order::{Children, MAX_MOVES};
use super::parity::Parity;
use super::search::Search;
use super::shallow::SHALLOW_EMPTIES;
use super::split::{SharedMoves, SplitNode};
use crate::othello::Kernel;

/// Minimum number of empty squares for enhanced transposition cutoffs: all children are probed before any is searched.
const ETC_EMPTIES: u32 = 10;

impl<K: Kernel> Search<'_, K> {
    #[inline(always)]
    pub(super) fn deep(&mut self, board: Board, parity: Parity, empties: u32, alpha: Score) -> Score {
        let kernel = self.kernel;
        if empties < 16 {
            kernel.run(Deep::<K, 16> { search: self, board, parity, empties, alpha })
        } else {
            kernel.run(Deep::<K, MAX_MOVES> { search: self, board, parity, empties, alpha })
        }
    }
}

/// A null-window search of (`alpha`, `alpha + 1`) in a position with at most `MOVES` moves.
struct Deep<'s, 'a, K, const MOVES: usize> {
    search: &'s mut Search<'a, K>,
    board: Board,
    parity: Parity,
    empties: u32,
    alpha: Score,
}

impl<K: Kernel, const MOVES: usize> Task for Deep<'_, '_, K, MOVES> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Deep { search, board, parity, empties, alpha } = self;
        search.poll_stop();
        if !search.count_node() {
            return alpha;
        }
        if let Some(most) = search.stability_cutoff(board, empties, alpha) {
            return most;
        }
        let bucket = search.table.bucket(board);
        let entry = search.table.find(bucket, board, search.selectivity).unwrap_or(TtEntry::UNKNOWN);
        if Score::from(entry.lower) > alpha {
            return entry.lower.into();
        }
        if Score::from(entry.upper) <= alpha {
            return entry.upper.into();
        }
        let kernel = search.kernel;
        let moves = board.moves(kernel);
        if moves == 0 {
            if board.pass().moves(kernel) == 0 {
                return board.final_score(search.scoring);
            }
            return -search.deep(board.pass(), parity, empties, -alpha - 1);
        }
        if let Some(bound) = search.predicted(board, empties, alpha) {
            return bound;
        }
        let nodes = search.nodes;
        let mut children = Children::<MOVES>::of(kernel, board, moves);
        if empties >= ETC_EMPTIES {
            for child in children.iter() {
                let bucket = search.table.bucket(child.board);
                if let Some(after) = search.table.find(bucket, child.board, search.selectivity)
                    && -Score::from(after.upper) > alpha
                {
                    return -Score::from(after.upper);
                }
            }
        }
        children.score_moves(search, board, parity, empties, entry.best_moves);
        let (mut best, mut chosen) = (-SCORE_INF, NO_SQUARE);
        while let Some(child) = children.next() {
            let parity_after = parity.without(child.square);
            let score = if empties > SHALLOW_EMPTIES + 1 {
                -search.deep(child.board, parity_after, empties - 1, -alpha - 1)
            } else {
                -search.shallow(child.board, parity_after, empties - 1, -alpha - 1)
            };
            if search.is_stopped {
                return alpha;
            }
            if score > best {
                (best, chosen) = (score, child.square);
                if score > alpha {
                    break;
                }
            }
            if children.has_more()
                && let Some(helpers) = search.reserve_helper(empties)
            {
                let node = SplitNode { parity, empties, alpha, selectivity: search.selectivity };
                let moves = SharedMoves { left: children.take_left(), best, chosen };
                (best, chosen) = search.split(helpers, node, moves);
                if search.is_stopped {
                    return alpha;
                }
                break;
            }
        }
        let nodes = search.nodes - nodes;
        let selectivity = search.selectivity;
        let result = NullWindowResult { alpha, score: best, best: chosen, nodes, selectivity };
        search.table.store(bucket, board, result);
        best
    }
}
