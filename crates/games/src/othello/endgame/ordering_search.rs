//! A shallow heuristic search that orders moves. Its value is never returned as a score.

use rules::cpu::Task;
use search::Score;

use super::board::{Board, CORNERS, each};
use super::order::{neighbours, stable_corners};
use crate::othello::{Bitboard, Kernel};

/// The squares that usually give a corner away.
const RISKY: Bitboard = 0x42c3_0000_0000_c342;
/// Value of a disc when the game ends within the search.
const DISC: Score = 100;
/// Larger than any value.
pub(super) const INFINITY: Score = 10_000;

/// A search of `depth` plies.
pub(super) struct OrderingSearch<'n, K> {
    pub(super) kernel: K,
    /// Node counter, incremented by this search.
    pub(super) nodes: &'n mut u64,
    /// The search returns 0 once this many nodes are counted.
    pub(super) node_limit: u64,
    pub(super) board: Board,
    pub(super) depth: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl<K: Kernel> Task for OrderingSearch<'_, K> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let OrderingSearch { kernel, nodes, node_limit, board, depth, alpha, beta } = self;
        if *nodes >= node_limit {
            return 0;
        }
        *nodes += 1;
        let moves = board.moves(kernel);
        if depth == 0 {
            return value(kernel, board, moves);
        }
        if moves == 0 {
            if board.pass().moves(kernel) == 0 {
                return DISC * board.disc_difference();
            }
            let board = board.pass();
            return -kernel.run(OrderingSearch {
                kernel,
                nodes,
                node_limit,
                board,
                depth,
                alpha: -beta,
                beta: -alpha,
            });
        }
        let mut best = -INFINITY;
        for part in [moves & CORNERS, moves & !CORNERS & !RISKY, moves & RISKY] {
            for square in each(part) {
                let board = board.after(square, kernel.flips(square, board.mover, board.other));
                let (alpha, beta) = (-beta, -alpha.max(best));
                let depth = depth - 1;
                let score =
                    -kernel.run(OrderingSearch { kernel, nodes, node_limit, board, depth, alpha, beta });
                best = best.max(score);
                if best >= -alpha {
                    return best;
                }
            }
        }
        best
    }
}

/// Static evaluation for the mover, whose legal moves are `own`.
#[inline(always)]
fn value<K: Kernel>(kernel: K, board: Board, own: Bitboard) -> Score {
    let count = |squares: Bitboard| squares.count_ones() as Score;
    let opponent = board.pass().moves(kernel);
    if own | opponent == 0 {
        return DISC * board.disc_difference();
    }
    let empty = board.empty();
    let open_to = |discs: Bitboard| count(neighbours(discs) & empty);
    13 * (count(own) - count(opponent))
        + 5 * (count(own & CORNERS) - count(opponent & CORNERS))
        + 2 * (open_to(board.other) - open_to(board.mover))
        + 14 * (stable_corners(board.mover) - stable_corners(board.other))
}
