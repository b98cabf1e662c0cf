//! More empty squares: what was found is remembered, and moves are tried in the order of what they promise.

use rules::cpu::Task;
use search::Score;

use super::board::{BEYOND, Board};
use super::few::FEW;
use super::memory::{Known, NO_SQUARE};
use super::order::{Children, MOST_MOVES};
use super::parity::Parity;
use super::search::Search;
use crate::othello::Kernel;

/// From so many empty squares on, what is known of the positions after each move is looked up before any is searched.
const LOOK_AHEAD: u32 = 10;

impl<K: Kernel> Search<'_, K> {
    #[inline(always)]
    pub(super) fn many(&mut self, board: Board, parity: Parity, empties: u32, alpha: Score) -> Score {
        let kernel = self.kernel;
        if empties < 16 {
            kernel.run(Many::<K, 16> { search: self, board, parity, empties, alpha })
        } else {
            kernel.run(Many::<K, MOST_MOVES> { search: self, board, parity, empties, alpha })
        }
    }
}

/// A position to be searched with the window from `alpha` to the next number; at most `MOVES` moves can be made in it.
struct Many<'s, 'a, K, const MOVES: usize> {
    search: &'s mut Search<'a, K>,
    board: Board,
    parity: Parity,
    empties: u32,
    alpha: Score,
}

impl<K: Kernel, const MOVES: usize> Task for Many<'_, '_, K, MOVES> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Many { search, board, parity, empties, alpha } = self;
        search.look_up();
        if !search.count() {
            return alpha;
        }
        if let Some(most) = search.most_by_stable(board, empties, alpha) {
            return most;
        }
        let place = search.memory.place(board);
        let known = search.memory.find(place, board).unwrap_or(Known::NOTHING);
        if Score::from(known.least) > alpha {
            return known.least.into();
        }
        if Score::from(known.most) <= alpha {
            return known.most.into();
        }
        let kernel = search.kernel;
        let moves = board.moves(kernel);
        if moves == 0 {
            if board.passed().moves(kernel) == 0 {
                return board.count();
            }
            return -search.many(board.passed(), parity, empties, -alpha - 1);
        }
        let nodes = search.nodes;
        let mut children = Children::<MOVES>::of(kernel, board, moves);
        if empties >= LOOK_AHEAD {
            for child in children.iter() {
                let place = search.memory.place(child.board);
                if let Some(after) = search.memory.find(place, child.board)
                    && -Score::from(after.most) > alpha
                {
                    return -Score::from(after.most);
                }
            }
        }
        children.judge(search, parity, empties, known.best);
        let (mut best, mut chosen) = (-BEYOND, NO_SQUARE);
        while let Some(child) = children.next() {
            let parity = parity.without(child.square);
            let score = if empties > FEW + 1 {
                -search.many(child.board, parity, empties - 1, -alpha - 1)
            } else {
                -search.few(child.board, parity, empties - 1, -alpha - 1)
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
        search.memory.keep(place, board, alpha, best, chosen, nodes);
        best
    }
}
