//! Sets of squares that terms of the evaluation share.

use search::Score;

use super::super::reach::Bitboard;

/// The a-file; other files are shifts of it.
pub(super) const FILE: Bitboard = 0x0101_0101_0101_0101;
/// The first row; others are shifts of it.
pub(super) const ROW: Bitboard = 0xff;

/// Squares of a file and those beside it.
#[inline(always)]
pub(super) fn files_around(column: u8) -> Bitboard {
    let file = FILE << column;
    file | beside(file)
}

/// Squares behind `squares` on their files, for a side.
#[inline(always)]
pub(super) fn behind(side: usize, squares: Bitboard) -> Bitboard {
    let mut filled = squares;
    if side == 0 {
        filled |= filled << 8;
        filled |= filled << 16;
        (filled | filled << 32) << 8
    } else {
        filled |= filled >> 8;
        filled |= filled >> 16;
        (filled | filled >> 32) >> 8
    }
}

/// Squares ahead of `squares` on their files, for a side.
#[inline(always)]
pub(super) fn ahead(side: usize, squares: Bitboard) -> Bitboard {
    behind(side ^ 1, squares)
}

/// The same squares a rank ahead, for a side.
#[inline(always)]
pub(super) fn advanced(side: usize, squares: Bitboard) -> Bitboard {
    if side == 0 { squares >> 8 } else { squares << 8 }
}

/// The same squares on the files beside them.
#[inline(always)]
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    (squares & !(FILE << 7)) << 1 | (squares & !FILE) >> 1
}

/// All squares of the files on which `squares` lie.
#[inline(always)]
pub(super) fn whole_files(squares: Bitboard) -> Bitboard {
    squares | behind(0, squares) | behind(1, squares)
}

/// The ranks of the enemy's half but for the two last, for a side.
#[inline(always)]
pub(super) fn enemy_half(side: usize) -> Bitboard {
    if side == 0 { 0xffff << 16 } else { 0xffff << 32 }
}

/// Moves of a royal piece between two squares, as in orthodox chess.
#[inline(always)]
pub(super) fn distance(one: u8, other: u8) -> Score {
    let columns = (one % 8).abs_diff(other % 8);
    let rows = (one / 8).abs_diff(other / 8);
    columns.max(rows).into()
}
