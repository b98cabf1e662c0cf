//! Move ordering: moves that leave the opponent the fewest replies come first.

use search::Score;

use super::board::{Board, CORNERS, each};
use super::ordering_search::{INFINITY, OrderingSearch};
use super::parity::Parity;
use super::search::Search;
use crate::othello::discs;
use crate::othello::patterns::Indices;
use crate::othello::{Bitboard, Kernel};

/// Upper bound on the moves of a position, unreachable ones included.
pub(super) const MAX_MOVES: usize = 64;

/// Ordering scores of the two hash moves.
const HASH_MOVE_SCORES: [Score; 2] = [1 << 24, 1 << 23];

/// A move and the position after it.
#[derive(Clone, Copy, Default)]
pub(super) struct Child {
    pub(super) board: Board,
    pub(super) square: u8,
    score: Score,
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
            *child = Child { board: board.after(square, flipped), square, score: 0 };
            count += 1;
        }
        Children { children, count, next: 0 }
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Child> {
        self.children.iter().take(self.count)
    }

    /// Computes the ordering score of every move.
    #[inline(always)]
    pub(super) fn score_moves<K: Kernel>(
        &mut self,
        search: &mut Search<'_, K>,
        board: Board,
        parity: Parity,
        empties: u32,
        best: [u8; 2],
    ) {
        if self.count < 2 {
            return;
        }
        let is_searched = empties >= SEARCH_FROM_EMPTIES;
        let depth = (empties.saturating_sub(SEARCH_FROM_EMPTIES) / 2).min(MAX_SEARCH_DEPTH);
        let indices = is_searched.then(|| Indices::of(board.mover, board.other));
        for child in self.children.iter_mut().take(self.count) {
            child.score = if child.square == best[0] {
                HASH_MOVE_SCORES[0]
            } else if child.square == best[1] {
                HASH_MOVE_SCORES[1]
            } else if let Some(indices) = &indices {
                let flipped = child.board.other & board.other;
                let indices = indices.after(child.square, flipped);
                STATIC_WEIGHT * ordering_score(search, child, parity, empties)
                    - search.shallow_value(child.board, indices, depth, -INFINITY, INFINITY)
            } else {
                ordering_score(search, child, parity, empties)
            };
        }
    }

    /// The remaining move with the highest ordering score.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Child> {
        let left = self.children.get_mut(self.next..self.count)?;
        let (mut most, mut index) = (left.first()?.score, 0);
        for (at, child) in left.iter().enumerate() {
            if child.score > most {
                (most, index) = (child.score, at);
            }
        }
        left.swap(0, index);
        self.next += 1;
        left.first().copied()
    }

    /// Removes the remaining moves and returns them, the one with the highest ordering score last.
    #[cold]
    #[inline(never)]
    pub(super) fn take_left(&mut self) -> Vec<Child> {
        let mut left: Vec<Child> = std::iter::from_fn(|| self.next()).collect();
        left.reverse();
        left
    }

    /// `true` if there is a remaining move.
    #[inline(always)]
    pub(super) fn has_more(&self) -> bool {
        self.next < self.count
    }
}

/// Static value of each square.
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

/// Minimum number of empty squares for an ordering search; its depth grows by a ply for two more squares.
const SEARCH_FROM_EMPTIES: u32 = 12;
const MAX_SEARCH_DEPTH: u32 = 3;

/// Ordering score of a move. The weights minimise the size of the search tree.
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
    let parity_bonus = match empties {
        0..12 => 14,
        12..18 => 11,
        _ => 4,
    };
    Score::from(SQUARES[child.square as usize & 63]) + parity_bonus * is_odd
        - 32 * count(replies)
        - 51 * count(replies & CORNERS)
        - 4 * count(neighbours(own) & board.empty())
        + 12 * stable_corners(own)
}

/// Factor on the static ordering score where it is added to the value of a shallow search.
const STATIC_WEIGHT: Score = 3;

impl<K: Kernel> Search<'_, K> {
    /// Estimated score of a position, in discs.
    pub(super) fn estimate(&mut self, board: Board) -> Score {
        let depth = (board.empties() / 4).min(6);
        let indices = Indices::of(board.mover, board.other);
        discs(self.shallow_value(board, indices, depth, -INFINITY, INFINITY).into()) as Score
    }

    /// Value of a position for its mover by a search of `depth` plies.
    #[inline(always)]
    pub(super) fn shallow_value(
        &mut self,
        board: Board,
        indices: Indices,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let (kernel, evaluator, node_limit) = (self.kernel, self.evaluator, self.node_limit());
        let nodes = &mut self.nodes;
        kernel.run(OrderingSearch {
            kernel,
            evaluator,
            nodes,
            node_limit,
            board,
            indices,
            depth,
            alpha,
            beta,
        })
    }
}

/// All squares adjacent to these.
#[inline(always)]
pub(super) fn neighbours(squares: Bitboard) -> Bitboard {
    let inner = squares & 0x7e7e_7e7e_7e7e_7e7e;
    let sides = inner << 1 | inner >> 1;
    let diagonals = inner << 9 | inner >> 9 | inner << 7 | inner >> 7;
    let upright = squares << 8 | squares >> 8;
    sides | diagonals | upright
}

/// Number of own corners and of own edge discs beside an own corner.
#[inline(always)]
pub(super) fn stable_corners(own: Bitboard) -> Score {
    let corners = own & CORNERS;
    let beside = own & 0x4281_0000_0000_8142 & (corners << 1 | corners >> 1 | corners << 8 | corners >> 8);
    (corners | beside).count_ones() as Score
}
