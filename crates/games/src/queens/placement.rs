//! Queens on a board, none attacking another: the value, its two notations (in `text`) and its symmetries.

mod text;

use std::fmt;

use super::symmetry::Symmetry;

pub use super::square::{LARGEST, Line, Square, attacks};

/// The reason why a placement is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacementError {
    /// There is no board of this size.
    Size(usize),
    /// An entry of the text is not in the notation.
    Unreadable {
        /// The number of the entry, the first being 1.
        entry: usize,
        /// Its text.
        found: String,
        /// The expected form.
        expected: &'static str,
    },
    /// The board has no such square.
    OffBoard {
        /// The requested square.
        square: String,
        /// The last square that the board has.
        corner: Square,
    },
    /// The square has a queen already.
    Occupied(Square),
    /// A queen that stands would attack the one to come.
    Attacked {
        /// The square of the placed queen.
        standing: Square,
        /// The requested square.
        coming: Square,
        /// The line that the squares share.
        line: Line,
    },
}

impl fmt::Display for PlacementError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(size) => write!(out, "no board has size {size}; expected a size from 1 to {LARGEST}"),
            Self::Unreadable { entry, found, expected } => {
                write!(out, "entry {entry} is {found:?}; expected {expected}")
            }
            Self::OffBoard { square, corner } => {
                write!(out, "{square} is off the board; expected a square from a1 to {corner}")
            }
            Self::Occupied(square) => {
                write!(out, "{square} is given twice; expected each square only once")
            }
            Self::Attacked { standing, coming, line } => {
                write!(out, "the queens on {standing} and {coming} share a {line}; ")?;
                write!(out, "expected queens that do not attack each other")
            }
        }
    }
}

impl std::error::Error for PlacementError {}

/// Queens on a board of some size, none attacking another: the queen's column in each row that has one.
///
/// Placements are ordered as their columns are, row by row; an empty row comes before any queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    size: u8,
    columns: [Option<u8>; LARGEST],
}

impl Placement {
    /// The board of this size before the first queen.
    pub fn empty(size: usize) -> Result<Self, PlacementError> {
        match u8::try_from(size) {
            Ok(rows) if (1..=LARGEST).contains(&size) => Ok(Self { size: rows, columns: [None; LARGEST] }),
            _ => Err(PlacementError::Size(size)),
        }
    }

    /// One queen in every row, given by her column.
    pub fn from_columns(columns: &[u8]) -> Result<Self, PlacementError> {
        let mut placement = Self::empty(columns.len())?;
        for (row, &column) in (0..).zip(columns) {
            placement.place(Square { row, column })?;
        }
        Ok(placement)
    }

    /// Number of rows, which is also the number of columns.
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The column of the queen in this row, if the row has one.
    pub fn column(&self, row: usize) -> Option<u8> {
        self.columns.get(row).copied().flatten()
    }

    /// The squares with a queen, row by row.
    pub fn queens(&self) -> impl Iterator<Item = Square> + '_ {
        (0..).zip(&self.columns).filter_map(|(row, column)| column.map(|column| Square { row, column }))
    }

    /// The rows without a queen, from the first on.
    pub fn open_rows(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.size()).filter(|&row| self.columns[row].is_none())
    }

    /// `true` if every row has its queen: a solution.
    pub fn is_complete(&self) -> bool {
        self.open_rows().next().is_none()
    }

    /// Adds a queen; the placement stays as it was when she cannot stand there.
    pub fn place(&mut self, square: Square) -> Result<(), PlacementError> {
        if square.row >= self.size || square.column >= self.size {
            return Err(PlacementError::OffBoard { square: square.to_string(), corner: self.corner() });
        }
        if self.has(square) {
            return Err(PlacementError::Occupied(square));
        }
        for standing in self.queens() {
            if let Some(line) = Line::between(standing, square) {
                return Err(PlacementError::Attacked { standing, coming: square, line });
            }
        }
        self.columns[usize::from(square.row)] = Some(square.column);
        Ok(())
    }

    /// Removes the queen from this square; `true` if there was one.
    pub fn remove(&mut self, square: Square) -> bool {
        let had = self.has(square);
        if had {
            self.columns[usize::from(square.row)] = None;
        }
        had
    }

    /// `true` if a queen stands on this square.
    pub fn has(&self, square: Square) -> bool {
        self.column(usize::from(square.row)) == Some(square.column)
    }

    /// The placement as it looks after turning or mirroring the board.
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let mut columns = [None; LARGEST];
        for queen in self.queens() {
            // Queens share no column either, so no two of them land in one row.
            let Square { row, column } = symmetry.image(queen, self.corner());
            columns[usize::from(row)] = Some(column);
        }
        Self { columns, ..*self }
    }

    /// The one placement that stands for all that turning and mirroring make of this one: the first in order.
    pub fn canonical(&self) -> Self {
        Symmetry::ALL.iter().fold(*self, |first, &symmetry| first.min(self.image(symmetry)))
    }

    /// Everything that turning and mirroring make of this placement, each once and in order.
    pub fn symmetry_class(&self) -> Vec<Self> {
        let mut images = Symmetry::ALL.map(|symmetry| self.image(symmetry)).to_vec();
        images.sort_unstable();
        images.dedup();
        images
    }

    /// Number of different placements turning and mirroring make of this one: 1, 2, 4 or 8.
    pub fn orbit_size(&self) -> usize {
        // Each image is reached by as many symmetries as leave the placement alone.
        let unchanged = Symmetry::ALL.iter().filter(|&&symmetry| self.image(symmetry) == *self);
        Symmetry::ALL.len() / unchanged.count()
    }

    fn corner(&self) -> Square {
        let last = self.size - 1;
        Square { row: last, column: last }
    }
}

/// The empty board for a search. Callers have checked the size with [`Placement::empty`].
#[expect(clippy::panic, reason = "a search without a board is the program's error, not a player's")]
pub(super) fn empty_board(n: usize) -> Placement {
    Placement::empty(n).unwrap_or_else(|error| panic!("{error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "0 4 7 5 2 6 1 3";

    fn square(text: &str) -> Square {
        let queens = Placement::from_squares_text(LARGEST, text).unwrap();
        queens.queens().next().unwrap()
    }

    #[test]
    fn queens_attack_along_rows_columns_and_diagonals() {
        for (one, other, attacked) in [
            ("c2", "c9", true),
            ("c2", "h2", true),
            ("c2", "e4", true),
            ("c2", "b3", true),
            ("c2", "d4", false),
            ("c2", "c2", false),
        ] {
            assert_eq!(attacks(square(one), square(other)), attacked);
            assert_eq!(attacks(square(other), square(one)), attacked);
        }
    }

    #[test]
    fn a_refused_queen_changes_nothing_and_a_removed_one_is_gone() {
        let mut placement = Placement::from_squares_text(8, "c2").unwrap();
        let before = placement;
        assert!(placement.place(square("d3")).is_err());
        assert!(!placement.remove(square("d3")));
        assert_eq!(placement, before);
        assert!(placement.remove(square("c2")));
        assert_eq!(Ok(placement), Placement::empty(8));
    }

    #[test]
    fn symmetries_are_eight_and_closed() {
        let placement = Placement::from_squares_text(5, "b1,d2").unwrap();
        let class = placement.symmetry_class();
        assert_eq!(class.len(), 8);
        for &symmetry in &Symmetry::ALL {
            let image = placement.image(symmetry);
            assert_eq!(image.symmetry_class(), class, "{symmetry:?}");
            assert_eq!(image.canonical(), class[0], "{symmetry:?}");
        }
        let turned = placement.image(Symmetry::QuarterTurn);
        assert_eq!(turned.image(Symmetry::QuarterTurn), placement.image(Symmetry::HalfTurn));
        assert_eq!(turned.image(Symmetry::ThreeQuarterTurn), placement);
    }

    #[test]
    fn a_placement_that_turns_into_itself_has_a_small_orbit() {
        for (text, size) in [("0", 1), ("1 3 0 2", 2), ("2 4 1 7 0 6 3 5", 4), (FIRST, 8)] {
            let placement = Placement::from_columns_text(text).unwrap();
            assert_eq!(placement.orbit_size(), size, "{text}");
            assert_eq!(placement.symmetry_class().len(), size, "{text}");
        }
    }
}
