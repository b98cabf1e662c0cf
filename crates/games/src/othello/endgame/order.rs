//! In which order moves are tried: what leaves the other the fewest replies first.

use search::Score;

use super::board::{Board, CORNERS, each};
use super::ordering_search::{INFINITY, OrderingSearch};
use super::parity::Parity;
use super::search::Search;
use crate::othello::{Bitboard, Kernel};

/// No position has more moves, also of those that no game leads to.
pub(super) const MAX_MOVES: usize = 64;

/// The place in the order of moves that were best before.
const HASH_MOVE_SCORES: [Score; 2] = [1 << 24, 1 << 23];

/// A move and the position after it.
#[derive(Clone, Copy, Default)]
pub(super) struct Child {
    pub(super) board: Board,
    pub(super) square: u8,
    worth: Score,
}

/// The moves of a position.
pub(super) struct Children<const MOVES: usize> {
    children: [Child; MOVES],
    count: usize,
    next: usize,
}

impl<const MOVES: usize> Children<MOVES> {
    #[inline(always)]
    pub(super) fn of<K: Kernel>(kernel: K, board: Board, moves: Bitboard) -> Self {
        let mut children = [Child::default(); MOVES];
        let mut count = 0;
        for square in each(moves) {
            let Some(child) = children.get_mut(count) else { break };
            let flipped = kernel.flips(square, board.mover, board.other);
            *child = Child { board: board.after(square, flipped), square, worth: 0 };
            count += 1;
        }
        Children { children, count, next: 0 }
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Child> {
        self.children.iter().take(self.count)
    }

    /// Says of every move what it promises.
    #[inline(always)]
    pub(super) fn score_moves<K: Kernel>(
        &mut self,
        search: &mut Search<'_, K>,
        parity: Parity,
        empties: u32,
        best: [u8; 2],
    ) {
        if self.count < 2 {
            return;
        }
        for child in self.children.iter_mut().take(self.count) {
            child.worth = if child.square == best[0] {
                HASH_MOVE_SCORES[0]
            } else if child.square == best[1] {
                HASH_MOVE_SCORES[1]
            } else {
                ordering_score(search, child, parity, empties)
            };
        }
    }

    /// The most promising of the moves that are left.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Child> {
        let left = self.children.get_mut(self.next..self.count)?;
        let (mut most, mut index) = (left.first()?.worth, 0);
        for (at, child) in left.iter().enumerate() {
            if child.worth > most {
                (most, index) = (child.worth, at);
            }
        }
        left.swap(0, index);
        self.next += 1;
        left.first().copied()
    }
}

/// How good each square mostly is.
static SQUARES: [i8; 64] = {
    const QUARTER: [[i8; 4]; 4] = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 14, 10], [12, 8, 10, 0]];
    let mut squares = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        let (x, y) = (if x < 4 { x } else { 7 - x }, if y < 4 { y } else { 7 - y });
        squares[square] = QUARTER[y][x];
        square += 1;
    }
    squares
};

/// From so many empty squares on, a look ahead tells more than the next replies; two more squares are worth a move more.
const SEARCH_FROM_EMPTIES: u32 = 12;
const MAX_SEARCH_DEPTH: u32 = 3;

/// What a move promises. The weights were found by trying which lead to the smallest trees.
#[inline(always)]
fn ordering_score<K: Kernel>(
    search: &mut Search<'_, K>,
    child: &Child,
    parity: Parity,
    empties: u32,
) -> Score {
    let kernel = search.kernel;
    let count = |squares: Bitboard| squares.count_ones() as Score;
    let (board, own) = (child.board, child.board.other);
    let replies = board.moves(kernel);
    let is_odd = (parity.odd() >> (child.square & 63) & 1) as Score;
    let last_word = match empties {
        0..12 => 14,
        12..18 => 11,
        _ => 4,
    };
    let at_once = Score::from(SQUARES[child.square as usize & 63]) + last_word * is_odd
        - 32 * count(replies)
        - 51 * count(replies & CORNERS)
        - 4 * count(neighbours(own) & board.empty())
        + 12 * stable_corners(own);
    if empties < SEARCH_FROM_EMPTIES {
        return at_once;
    }
    let depth = ((empties - SEARCH_FROM_EMPTIES) / 2).min(MAX_SEARCH_DEPTH);
    let (node_limit, nodes) = (search.node_limit(), &mut search.nodes);
    at_once
        - 3 * kernel.run(OrderingSearch {
            kernel,
            nodes,
            node_limit,
            board,
            depth,
            alpha: -INFINITY,
            beta: INFINITY,
        })
}

/// All squares beside these.
#[inline(always)]
pub(super) fn neighbours(squares: Bitboard) -> Bitboard {
    let inner = squares & 0x7e7e_7e7e_7e7e_7e7e;
    let sides = inner << 1 | inner >> 1;
    let diagonals = inner << 9 | inner >> 9 | inner << 7 | inner >> 7;
    let upright = squares << 8 | squares >> 8;
    sides | diagonals | upright
}

/// Corners, and squares beside them on an edge with the corner behind.
#[inline(always)]
pub(super) fn stable_corners(own: Bitboard) -> Score {
    let corners = own & CORNERS;
    let beside = own & 0x4281_0000_0000_8142 & (corners << 1 | corners >> 1 | corners << 8 | corners >> 8);
    (corners | beside).count_ones() as Score
}
