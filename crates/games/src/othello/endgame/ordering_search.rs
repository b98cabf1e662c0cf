//! A shallow search with the pattern evaluation that orders moves. Its value is never returned as a score.

use rules::cpu::Task;
use search::Score;

use super::board::{Board, CORNERS, each};
use crate::othello::patterns::{Indices, PatternEvaluator};
use crate::othello::{Bitboard, Kernel};

/// The squares that usually give a corner away.
const RISKY: Bitboard = 0x42c3_0000_0000_c342;
/// Larger than any value.
pub(super) const INFINITY: Score = 1 << 20;

/// A search of `depth` plies.
pub(super) struct OrderingSearch<'n, K> {
    pub(super) kernel: K,
    pub(super) evaluator: &'n PatternEvaluator,
    /// Node counter, incremented by this search.
    pub(super) nodes: &'n mut u64,
    /// The search returns 0 once this many nodes are counted.
    pub(super) node_limit: u64,
    pub(super) board: Board,
    pub(super) indices: Indices,
    pub(super) depth: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl<K: Kernel> Task for OrderingSearch<'_, K> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let OrderingSearch { kernel, evaluator, nodes, node_limit, board, indices, depth, alpha, beta } =
            self;
        if *nodes >= node_limit {
            return 0;
        }
        *nodes += 1;
        let moves = board.moves(kernel);
        if depth == 0 {
            return evaluator.score(kernel, &indices, board.mover, board.other, moves);
        }
        if moves == 0 {
            if board.pass().moves(kernel) == 0 {
                return evaluator.score(kernel, &indices, board.mover, board.other, moves);
            }
            let (board, indices, alpha, beta) = (board.pass(), indices.pass(), -beta, -alpha);
            return -kernel.run(OrderingSearch {
                kernel,
                evaluator,
                nodes,
                node_limit,
                board,
                indices,
                depth,
                alpha,
                beta,
            });
        }
        let mut best = -INFINITY;
        for part in [moves & CORNERS, moves & !CORNERS & !RISKY, moves & RISKY] {
            for square in each(part) {
                let flipped = kernel.flips(square, board.mover, board.other);
                let score = -kernel.run(OrderingSearch {
                    kernel,
                    evaluator,
                    nodes,
                    node_limit,
                    board: board.after(square, flipped),
                    indices: indices.after(square, flipped),
                    depth: depth - 1,
                    alpha: -beta,
                    beta: -alpha.max(best),
                });
                best = best.max(score);
                if best >= beta {
                    return best;
                }
            }
        }
        best
    }
}
