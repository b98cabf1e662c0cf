//! The squares of a board for queens, and the lines that queens take between them.

use std::fmt;

/// The most rows a board may have: as many as there are letters for its columns.
pub const LARGEST: usize = 26;

/// A square of the board; written as a column letter and a row number, `a1` in the corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The row, the first being 0.
    pub row: u8,
    /// The column, the one called a being 0.
    pub column: u8,
}

impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = usize::from(self.row) + 1;
        if usize::from(self.column) < LARGEST {
            write!(out, "{}{row}", char::from(b'a' + self.column))
        } else {
            // No board has such a square, but an error may still have to name it.
            write!(out, "column {} of row {row}", self.column)
        }
    }
}

/// The line that two squares share when a queen on one attacks the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The same row.
    Row,
    /// The same column.
    Column,
    /// The same diagonal, in either direction.
    Diagonal,
}

impl Line {
    /// The line a queen would take between two different squares, if there is one.
    pub fn between(one: Square, other: Square) -> Option<Line> {
        let rows = one.row.abs_diff(other.row);
        let columns = one.column.abs_diff(other.column);
        match (rows, columns) {
            (0, 0) => None,
            (0, _) => Some(Line::Row),
            (_, 0) => Some(Line::Column),
            _ => (rows == columns).then_some(Line::Diagonal),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Line::Row => "row",
            Line::Column => "column",
            Line::Diagonal => "diagonal",
        })
    }
}

/// `true` if queens on these squares attack each other; a queen does not attack the square she stands on.
pub fn attacks(one: Square, other: Square) -> bool {
    Line::between(one, other).is_some()
}
