//! Five to seven empty squares: the moves into odd quarters first, nothing remembered.

use rules::cpu::Task;
use search::Score;

use super::board::{BEYOND, Board, each};
use super::parity::Parity;
use super::search::Search;
use super::stable;
use crate::othello::Kernel;

/// The most empty squares of this part of the search.
pub(super) const FEW: u32 = 7;

/// With so many squares empty (the index) it pays to look for stable discs only if alpha is as large as this.
const WORTH_A_LOOK: [Score; 32] = [
    64, 64, 64, 64, 64, 6, 6, 8, 10, 12, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44,
    46, 48, 50, 52, 54,
];

impl<K: Kernel> Search<'_, K> {
    /// Whether stable discs of the other's show that the mover cannot get more than `alpha`: then the most he can.
    #[inline(always)]
    pub(super) fn most_by_stable(&mut self, board: Board, empties: u32, alpha: Score) -> Option<Score> {
        if WORTH_A_LOOK.get(empties as usize).is_none_or(|&least| alpha < least) {
            return None;
        }
        let most = 64 - 2 * stable::discs(self.edges, board.other, board.mover).count_ones() as Score;
        (most <= alpha).then_some(most)
    }

    #[inline(always)]
    pub(super) fn few(&mut self, board: Board, parity: Parity, empties: u32, alpha: Score) -> Score {
        let kernel = self.kernel;
        kernel.run(Few { search: self, board, parity, empties, alpha })
    }
}

/// A position with few empty squares, to be searched with the window from `alpha` to the next number.
struct Few<'s, 'a, K> {
    search: &'s mut Search<'a, K>,
    board: Board,
    parity: Parity,
    empties: u32,
    alpha: Score,
}

impl<K: Kernel> Task for Few<'_, '_, K> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Few { search, board, parity, empties, alpha } = self;
        if !search.count() {
            return alpha;
        }
        if let Some(most) = search.most_by_stable(board, empties, alpha) {
            return most;
        }
        let kernel = search.kernel;
        let moves = board.moves(kernel);
        if moves == 0 {
            if board.passed().moves(kernel) == 0 {
                return board.count();
            }
            return -search.few(board.passed(), parity, empties, -alpha - 1);
        }
        let mut best = -BEYOND;
        for part in [moves & parity.odd(), moves & !parity.odd()] {
            for square in each(part) {
                let after = board.after(square, kernel.flips(square, board.mover, board.other));
                let parity = parity.without(square);
                let score = if empties == 5 {
                    -search.last_four(after, parity, -alpha - 1)
                } else {
                    -search.few(after, parity, empties - 1, -alpha - 1)
                };
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }
}
