//! The last one to four empty squares, without a move list.
//!
//! Every function is a null-window search above `alpha`: it returns a bound on the score, the exact score for one square.

use rules::cpu::Task;
use search::Score;

use super::board::{Board, SCORE_INF};
use super::parity::Parity;
use super::search::Search;
use crate::othello::{Bitboard, Kernel};

/// The squares around each square.
static AROUND: [Bitboard; 64] = {
    let mut around = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        let sides = (bit & !0x8080_8080_8080_8080) << 1 | (bit & !0x0101_0101_0101_0101) >> 1;
        let three = bit | sides;
        around[square] = sides | three << 8 | three >> 8;
        square += 1;
    }
    around
};

/// The discs flipped by a disc of the mover on this square; empty if that is no move.
#[inline(always)]
fn flips<K: Kernel>(kernel: K, square: u8, board: Board) -> Bitboard {
    if AROUND[square as usize & 63] & board.other == 0 {
        return 0;
    }
    kernel.flips(square, board.mover, board.other)
}

impl<K: Kernel> Search<'_, K> {
    /// One empty square: the exact score.
    #[inline(always)]
    pub(super) fn solve_1(&mut self, board: Board, square: u8) -> Score {
        self.nodes += 1;
        let own = 2 * board.mover.count_ones() as Score;
        let flipped = self.kernel.last_flips(square, board.mover) as Score;
        if flipped > 0 {
            return own + 2 * flipped - 62;
        }
        let flipped = self.kernel.last_flips(square, board.other) as Score;
        if flipped > 0 { own - 2 * flipped - 64 } else { self.scoring.score(own - 63, 1) }
    }

    #[inline(always)]
    pub(super) fn solve_2(&mut self, board: Board, squares: [u8; 2], alpha: Score) -> Score {
        self.nodes += 1;
        let best = self.best_of_2(board, squares, alpha);
        if best > -SCORE_INF {
            return best;
        }
        let best = self.best_of_2(board.pass(), squares, -alpha - 1);
        if best > -SCORE_INF { -best } else { board.final_score(self.scoring) }
    }

    /// The score of the better move, or `-SCORE_INF` if neither is legal.
    #[inline(always)]
    fn best_of_2(&mut self, board: Board, [first, second]: [u8; 2], alpha: Score) -> Score {
        let mut best = -SCORE_INF;
        let flipped = flips(self.kernel, first, board);
        if flipped != 0 {
            best = -self.solve_1(board.after(first, flipped), second);
            if best > alpha {
                return best;
            }
        }
        let flipped = flips(self.kernel, second, board);
        if flipped != 0 {
            best = best.max(-self.solve_1(board.after(second, flipped), first));
        }
        best
    }

    #[inline(always)]
    pub(super) fn solve_3(&mut self, board: Board, squares: [u8; 3], alpha: Score) -> Score {
        let kernel = self.kernel;
        kernel.run(Solve3 { search: self, board, squares, alpha })
    }

    #[inline(always)]
    fn best_of_3(&mut self, board: Board, [a, b, c]: [u8; 3], alpha: Score) -> Score {
        let mut best = -SCORE_INF;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            let flipped = flips(self.kernel, square, board);
            if flipped != 0 {
                best = best.max(-self.solve_2(board.after(square, flipped), rest, -alpha - 1));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    #[inline(always)]
    pub(super) fn solve_4(&mut self, board: Board, parity: Parity, alpha: Score) -> Score {
        let kernel = self.kernel;
        kernel.run(Solve4 { search: self, board, parity, alpha })
    }

    #[inline(always)]
    fn best_of_4(&mut self, board: Board, order: [u8; 4], parity: Parity, alpha: Score) -> Score {
        let [a, b, c, d] = order;
        let mut best = -SCORE_INF;
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            let flipped = flips(self.kernel, square, board);
            if flipped != 0 {
                let rest = odd_one_first(rest, parity.without(square));
                best = best.max(-self.solve_3(board.after(square, flipped), rest, -alpha - 1));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }
}

/// Moves the square that is alone in its quadrant, if there is one, to the front.
#[inline(always)]
fn odd_one_first([a, b, c]: [u8; 3], parity: Parity) -> [u8; 3] {
    let odd = parity.odd();
    let is_odd = |square: u8| odd >> (square & 63) & 1 == 1;
    if is_odd(a) {
        [a, b, c]
    } else if is_odd(b) {
        [b, a, c]
    } else {
        [c, a, b]
    }
}

/// The last three squares; moves are tried in the given order.
struct Solve3<'s, 'a, K> {
    search: &'s mut Search<'a, K>,
    board: Board,
    squares: [u8; 3],
    alpha: Score,
}

impl<K: Kernel> Task for Solve3<'_, '_, K> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Solve3 { search, board, squares, alpha } = self;
        search.nodes += 1;
        let best = search.best_of_3(board, squares, alpha);
        if best > -SCORE_INF {
            return best;
        }
        let best = search.best_of_3(board.pass(), squares, -alpha - 1);
        if best > -SCORE_INF { -best } else { board.final_score(search.scoring) }
    }
}

/// The last four squares; those in odd quadrants are tried first.
struct Solve4<'s, 'a, K> {
    search: &'s mut Search<'a, K>,
    board: Board,
    parity: Parity,
    alpha: Score,
}

impl<K: Kernel> Task for Solve4<'_, '_, K> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Solve4 { search, board, parity, alpha } = self;
        search.nodes += 1;
        let empty = board.empty();
        let (mut odd, mut even) = (empty & parity.odd(), empty & !parity.odd());
        let order = [(); 4].map(|()| {
            let from = if odd != 0 { &mut odd } else { &mut even };
            let square = from.trailing_zeros() as u8;
            *from &= from.wrapping_sub(1);
            square
        });
        let best = search.best_of_4(board, order, parity, alpha);
        if best > -SCORE_INF {
            return best;
        }
        let best = search.best_of_4(board.pass(), order, parity, -alpha - 1);
        if best > -SCORE_INF { -best } else { board.final_score(search.scoring) }
    }
}
