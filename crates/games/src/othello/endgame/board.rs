//! The board of the endgame search, seen by the side to move.

use search::Score;

use crate::othello::{Bitboard, Kernel, Position, Scoring};

/// Larger than any final score.
pub(super) const SCORE_INF: Score = 65;

/// The squares of the four corners.
pub(super) const CORNERS: Bitboard = 0x8100_0000_0000_0081;

/// The discs of the side to move and of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Board {
    pub(super) mover: Bitboard,
    pub(super) other: Bitboard,
}

impl Board {
    pub(super) fn of(position: &Position) -> Board {
        Board { mover: position.mover, other: position.other }
    }

    #[inline(always)]
    pub(super) fn empty(self) -> Bitboard {
        !(self.mover | self.other)
    }

    #[inline(always)]
    pub(super) fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// The same discs with the other side to move.
    #[inline(always)]
    pub(super) fn pass(self) -> Board {
        Board { mover: self.other, other: self.mover }
    }

    /// The board after a disc on `square` that flips `flipped`.
    #[inline(always)]
    pub(super) fn after(self, square: u8, flipped: Bitboard) -> Board {
        Board { mover: self.other ^ flipped, other: self.mover | flipped | 1 << square }
    }

    #[inline(always)]
    pub(super) fn moves<K: Kernel>(self, kernel: K) -> Bitboard {
        kernel.moves(self.mover, self.other)
    }

    #[inline(always)]
    pub(super) fn disc_difference(self) -> Score {
        self.mover.count_ones() as Score - self.other.count_ones() as Score
    }

    /// The score if the game is over.
    #[inline(always)]
    pub(super) fn final_score(self, scoring: Scoring) -> Score {
        scoring.score(self.disc_difference(), self.empties())
    }
}

/// The squares of a set, the lowest first.
#[inline(always)]
pub(super) fn each(mut squares: Bitboard) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (squares != 0).then(|| squares.trailing_zeros() as u8);
        squares &= squares.wrapping_sub(1);
        square
    })
}
