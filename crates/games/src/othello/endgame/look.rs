//! A look a few moves ahead, to see which moves are worth trying first. What it says is never taken for an answer.

use rules::cpu::Task;
use search::Score;

use super::board::{Board, CORNERS, each};
use super::order::{stable_corners, surroundings};
use crate::othello::{Kernel, Squares};

/// The squares that mostly give a corner away.
const RISKY: Squares = 0x42c3_0000_0000_c342;
/// What a disc counts when a game is over before the look ends.
const DISC: Score = 100;
/// No value is as large.
pub(super) const WIDE: Score = 10_000;

/// A look at a position so many moves deep.
pub(super) struct Look<'n, K> {
    pub(super) kernel: K,
    /// Positions looked at are added here.
    pub(super) nodes: &'n mut u64,
    /// There may not be more of them than this: beyond it nothing is seen.
    pub(super) most_nodes: u64,
    pub(super) board: Board,
    pub(super) depth: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl<K: Kernel> Task for Look<'_, K> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Look { kernel, nodes, most_nodes, board, depth, alpha, beta } = self;
        if *nodes >= most_nodes {
            return 0;
        }
        *nodes += 1;
        let moves = board.moves(kernel);
        if depth == 0 {
            return value(kernel, board, moves);
        }
        if moves == 0 {
            if board.passed().moves(kernel) == 0 {
                return DISC * board.count();
            }
            let board = board.passed();
            return -kernel.run(Look { kernel, nodes, most_nodes, board, depth, alpha: -beta, beta: -alpha });
        }
        let mut best = -WIDE;
        for part in [moves & CORNERS, moves & !CORNERS & !RISKY, moves & RISKY] {
            for square in each(part) {
                let board = board.after(square, kernel.flips(square, board.mover, board.other));
                let (alpha, beta) = (-beta, -alpha.max(best));
                let depth = depth - 1;
                let score = -kernel.run(Look { kernel, nodes, most_nodes, board, depth, alpha, beta });
                best = best.max(score);
                if best >= -alpha {
                    return best;
                }
            }
        }
        best
    }
}

/// What a position seems to be worth to the mover, who has these moves.
#[inline(always)]
fn value<K: Kernel>(kernel: K, board: Board, own: Squares) -> Score {
    let count = |squares: Squares| squares.count_ones() as Score;
    let his = board.passed().moves(kernel);
    if own | his == 0 {
        return DISC * board.count();
    }
    let empty = board.empty();
    let open_to = |discs: Squares| count(surroundings(discs) & empty);
    13 * (count(own) - count(his))
        + 5 * (count(own & CORNERS) - count(his & CORNERS))
        + 2 * (open_to(board.other) - open_to(board.mover))
        + 14 * (stable_corners(board.mover) - stable_corners(board.other))
}
