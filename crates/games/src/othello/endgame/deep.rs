//! More empty squares: what was found is remembered, and moves are tried in the order of what they ordering_score.

use rules::cpu::Task;
use search::Score;

use super::board::{Board, SCORE_INF};
use super::hash_table::{NO_SQUARE, TtEntry};
use super::order::{Children, MAX_MOVES};
use super::parity::Parity;
use super::search::Search;
use super::shallow::SHALLOW_EMPTIES;
use crate::othello::Kernel;

/// From so many empty squares on, what is known of the positions after each move is looked up before any is searched.
const LOOK_AHEAD: u32 = 10;

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

/// A position to be searched with the window from `alpha` to the next number; at most `MOVES` moves can be made in it.
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
        let place = search.table.place(board);
        let known = search.table.find(place, board).unwrap_or(TtEntry::NOTHING);
        if Score::from(known.least) > alpha {
            return known.least.into();
        }
        if Score::from(known.most) <= alpha {
            return known.most.into();
        }
        let kernel = search.kernel;
        let moves = board.moves(kernel);
        if moves == 0 {
            if board.pass().moves(kernel) == 0 {
                return board.final_score();
            }
            return -search.deep(board.pass(), parity, empties, -alpha - 1);
        }
        let nodes = search.nodes;
        let mut children = Children::<MOVES>::of(kernel, board, moves);
        if empties >= LOOK_AHEAD {
            for child in children.iter() {
                let place = search.table.place(child.board);
                if let Some(after) = search.table.find(place, child.board)
                    && -Score::from(after.most) > alpha
                {
                    return -Score::from(after.most);
                }
            }
        }
        children.score_moves(search, parity, empties, known.best);
        let (mut best, mut chosen) = (-SCORE_INF, NO_SQUARE);
        while let Some(child) = children.next() {
            let parity = parity.without(child.square);
            let score = if empties > SHALLOW_EMPTIES + 1 {
                -search.deep(child.board, parity, empties - 1, -alpha - 1)
            } else {
                -search.shallow(child.board, parity, empties - 1, -alpha - 1)
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
        }
        let nodes = search.nodes - nodes;
        search.table.store(place, board, alpha, best, chosen, nodes);
        best
    }
}
