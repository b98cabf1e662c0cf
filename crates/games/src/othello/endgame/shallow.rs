//! Five to seven empty squares: moves into odd quadrants first, no hash table.

use rules::cpu::Task;
use search::Score;

use super::board::{Board, SCORE_INF, each};
use super::parity::Parity;
use super::search::Search;
use super::stability;
use crate::othello::Kernel;

/// Maximum number of empty squares of the shallow search.
pub(super) const SHALLOW_EMPTIES: u32 = 7;

/// Minimum alpha, by number of empty squares, from which the stability cutoff is tried.
const STABILITY_MIN_ALPHA: [Score; 32] = [
    64, 64, 64, 64, 64, 6, 6, 8, 10, 12, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44,
    46, 48, 50, 52, 54,
];

impl<K: Kernel> Search<'_, K> {
    /// Upper bound on the mover's score from the opponent's stable discs, if it does not exceed `alpha`.
    #[inline(always)]
    pub(super) fn stability_cutoff(&mut self, board: Board, empties: u32, alpha: Score) -> Option<Score> {
        if STABILITY_MIN_ALPHA.get(empties as usize).is_none_or(|&least| alpha < least) {
            return None;
        }
        let most =
            64 - 2 * stability::stable_discs(self.edges, board.other, board.mover).count_ones() as Score;
        (most <= alpha).then_some(most)
    }

    #[inline(always)]
    pub(super) fn shallow(&mut self, board: Board, parity: Parity, empties: u32, alpha: Score) -> Score {
        let kernel = self.kernel;
        kernel.run(Shallow { search: self, board, parity, empties, alpha })
    }
}

/// A null-window search of (`alpha`, `alpha + 1`) with few empty squares.
struct Shallow<'s, 'a, K> {
    search: &'s mut Search<'a, K>,
    board: Board,
    parity: Parity,
    empties: u32,
    alpha: Score,
}

impl<K: Kernel> Task for Shallow<'_, '_, K> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Shallow { search, board, parity, empties, alpha } = self;
        if !search.count_node() {
            return alpha;
        }
        if let Some(most) = search.stability_cutoff(board, empties, alpha) {
            return most;
        }
        let kernel = search.kernel;
        let moves = board.moves(kernel);
        if moves == 0 {
            if board.pass().moves(kernel) == 0 {
                return board.final_score(search.scoring);
            }
            return -search.shallow(board.pass(), parity, empties, -alpha - 1);
        }
        let mut best = -SCORE_INF;
        for part in [moves & parity.odd(), moves & !parity.odd()] {
            for square in each(part) {
                let after = board.after(square, kernel.flips(square, board.mover, board.other));
                let parity = parity.without(square);
                let score = if empties == 5 {
                    -search.solve_4(after, parity, -alpha - 1)
                } else {
                    -search.shallow(after, parity, empties - 1, -alpha - 1)
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
