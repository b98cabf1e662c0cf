//! The eight ways of turning and mirroring a board.

use super::placement::Square;

/// A way of turning or mirroring the board that puts it back on itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Everything stays.
    Identity,
    /// A turn to the right, seen with the first row on top, which becomes the last column.
    QuarterTurn,
    /// Upside down.
    HalfTurn,
    /// A turn to the left, seen with the first row on top, which becomes the first column.
    ThreeQuarterTurn,
    /// The columns in the opposite order.
    LeftForRight,
    /// The rows in the opposite order.
    TopForBottom,
    /// Mirrored in the diagonal through a1: rows become columns.
    RowsForColumns,
    /// Mirrored in the other diagonal.
    OtherDiagonal,
}

impl Symmetry {
    /// The eight symmetries of a square board.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::QuarterTurn,
        Symmetry::HalfTurn,
        Symmetry::ThreeQuarterTurn,
        Symmetry::LeftForRight,
        Symmetry::TopForBottom,
        Symmetry::RowsForColumns,
        Symmetry::OtherDiagonal,
    ];

    /// The image of a square on the board whose last square is `corner`.
    pub(super) fn image(self, square: Square, corner: Square) -> Square {
        let Square { row, column } = square;
        let (row_from_end, column_from_end) = (corner.row - row, corner.column - column);
        let (row, column) = match self {
            Symmetry::Identity => (row, column),
            Symmetry::QuarterTurn => (column, row_from_end),
            Symmetry::HalfTurn => (row_from_end, column_from_end),
            Symmetry::ThreeQuarterTurn => (column_from_end, row),
            Symmetry::LeftForRight => (row, column_from_end),
            Symmetry::TopForBottom => (row_from_end, column),
            Symmetry::RowsForColumns => (column, row),
            Symmetry::OtherDiagonal => (column_from_end, row_from_end),
        };
        Square { row, column }
    }
}
