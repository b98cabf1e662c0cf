//! Queens on a board, none attacking another: the value, its two notations and its symmetries.

use std::fmt;

use super::symmetry::Symmetry;

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

/// What two squares share when a queen on one can reach the other.
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

/// Whether queens on these squares attack each other; a queen does not attack the square she stands on.
pub fn attacks(one: Square, other: Square) -> bool {
    Line::between(one, other).is_some()
}

/// Why queens cannot stand as asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacementError {
    /// There is no board of this size.
    Size(usize),
    /// An entry of the text is not in the notation.
    Unreadable {
        /// Which one it is, the first being 1.
        entry: usize,
        /// What it says.
        found: String,
        /// What it should have been.
        expected: &'static str,
    },
    /// The board has no such square.
    OffBoard {
        /// The square as it was asked for.
        square: String,
        /// The last square that the board has.
        corner: Square,
    },
    /// The square has a queen already.
    Occupied(Square),
    /// A queen that stands would attack the one to come.
    Attacked {
        /// Where the one stands.
        standing: Square,
        /// Where the other was to go.
        coming: Square,
        /// What the two squares share.
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

    /// Reads [`columns_text`](Self::columns_text): `0 4 7 5 2 6 1 3`, with `-` for a row without a queen.
    pub fn from_columns_text(text: &str) -> Result<Self, PlacementError> {
        let mut placement = Self::empty(text.split_whitespace().count())?;
        for (row, entry) in (0..).zip(text.split_whitespace()) {
            if entry == "-" {
                continue;
            }
            if !is_number(entry) {
                return Err(PlacementError::Unreadable {
                    entry: usize::from(row) + 1,
                    found: entry.to_owned(),
                    expected: "a column counted from 0, or - for a row without a queen",
                });
            }
            // A number too long for `u8` is off every board, and is named as it was written.
            let column = entry.parse().map_err(|_| PlacementError::OffBoard {
                square: format!("column {entry} of row {}", row + 1),
                corner: placement.corner(),
            })?;
            placement.place(Square { row, column })?;
        }
        Ok(placement)
    }

    /// Reads [`squares_text`](Self::squares_text), in any order: `h3, a1, e2`; no text is no queen.
    pub fn from_squares_text(size: usize, text: &str) -> Result<Self, PlacementError> {
        let mut placement = Self::empty(size)?;
        if text.trim().is_empty() {
            return Ok(placement);
        }
        for (entry, found) in (1..).zip(text.split(',').map(str::trim)) {
            let square = placement.read_square(entry, found)?;
            placement.place(square)?;
        }
        Ok(placement)
    }

    fn read_square(&self, entry: usize, found: &str) -> Result<Square, PlacementError> {
        let mut characters = found.chars();
        let letter =
            characters.next().map(|letter| letter.to_ascii_lowercase()).filter(char::is_ascii_lowercase);
        let number = characters.as_str();
        let (Some(letter), true) = (letter, is_number(number)) else {
            return Err(PlacementError::Unreadable {
                entry,
                found: found.to_owned(),
                expected: "a column letter and a row number, as in c2",
            });
        };
        // Row 0 and rows beyond `u8` are off every board, but no `Square` could say so.
        let row = number.parse().ok().and_then(|row: u8| row.checked_sub(1));
        row.map(|row| Square { row, column: letter as u8 - b'a' })
            .ok_or_else(|| PlacementError::OffBoard { square: found.to_owned(), corner: self.corner() })
    }

    /// The queen's column in each row: `0 4 7 5 2 6 1 3`, with `-` for a row without a queen.
    pub fn columns_text(&self) -> String {
        let columns = self.columns[..self.size()].iter();
        let entries: Vec<_> = columns
            .map(|column| column.map_or_else(|| "-".to_owned(), |column| column.to_string()))
            .collect();
        entries.join(" ")
    }

    /// The queens' squares, row by row: `a1,e2,h3,f4,c5,g6,b7,d8`.
    pub fn squares_text(&self) -> String {
        let squares: Vec<_> = self.queens().map(|square| square.to_string()).collect();
        squares.join(",")
    }

    /// How many rows, and as many columns, the board has.
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

    /// Whether every row has its queen: a solution.
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

    /// Takes the queen off this square; says whether there was one.
    pub fn remove(&mut self, square: Square) -> bool {
        let had = self.has(square);
        if had {
            self.columns[usize::from(square.row)] = None;
        }
        had
    }

    /// Whether a queen stands on this square.
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

    /// How many different placements turning and mirroring make of this one: 1, 2, 4 or 8.
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

/// The empty board for a search, whose caller was to ask [`Placement::empty`] whether there is one.
#[expect(clippy::panic, reason = "a search without a board is the program's fault, not a player's")]
pub(super) fn empty_board(n: usize) -> Placement {
    Placement::empty(n).unwrap_or_else(|error| panic!("{error}"))
}

/// Whether a text is all digits.
fn is_number(text: &str) -> bool {
    // `str::parse` alone would take a sign as well.
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "0 4 7 5 2 6 1 3";

    fn square(text: &str) -> Square {
        let queens = Placement::from_squares_text(LARGEST, text).unwrap();
        queens.queens().next().unwrap()
    }

    fn refusal(size: usize, text: &str) -> String {
        Placement::from_squares_text(size, text).unwrap_err().to_string()
    }

    #[test]
    fn both_notations_give_back_what_they_were_given() {
        let first = Placement::from_columns(&[0, 4, 7, 5, 2, 6, 1, 3]).unwrap();
        assert_eq!(first.columns_text(), FIRST);
        assert_eq!(first.squares_text(), "a1,e2,h3,f4,c5,g6,b7,d8");
        assert_eq!(Placement::from_columns_text(FIRST), Ok(first));
        assert_eq!(Placement::from_squares_text(8, &first.squares_text()), Ok(first));
        assert!(first.is_complete());
    }

    #[test]
    fn partial_placements_are_read_in_any_order() {
        let begun = Placement::from_squares_text(4, " C4 , b1 ").unwrap();
        assert_eq!(begun.squares_text(), "b1,c4");
        assert_eq!(begun.columns_text(), "1 - - 2");
        assert_eq!(Placement::from_columns_text("1 - - 2"), Ok(begun));
        assert!(!begun.is_complete());
        assert_eq!(Placement::from_squares_text(4, "  "), Placement::empty(4), "no queen yet");
    }

    #[test]
    fn refusals_say_what_is_wrong_where_and_what_was_expected() {
        for (size, text, sentence) in [
            (0, "", "no board has size 0; expected a size from 1 to 26"),
            (27, "a1", "no board has size 27; expected a size from 1 to 26"),
            (8, "a1,3c", "entry 2 is \"3c\"; expected a column letter and a row number, as in c2"),
            (8, "a1,", "entry 2 is \"\"; expected a column letter and a row number, as in c2"),
            (8, "é1", "entry 1 is \"é1\"; expected a column letter and a row number, as in c2"),
            (8, "c+2", "entry 1 is \"c+2\"; expected a column letter and a row number, as in c2"),
            (8, "i1", "i1 is off the board; expected a square from a1 to h8"),
            (8, "a9", "a9 is off the board; expected a square from a1 to h8"),
            (8, "a0", "a0 is off the board; expected a square from a1 to h8"),
            (
                8,
                "a99999999999999999999",
                "a99999999999999999999 is off the board; expected a square from a1 to h8",
            ),
            (8, "c2,c2", "c2 is given twice; expected each square only once"),
            (
                8,
                "c2,h2",
                "the queens on c2 and h2 share a row; expected queens that do not attack each other",
            ),
            (
                8,
                "c2,c8",
                "the queens on c2 and c8 share a column; expected queens that do not attack each other",
            ),
            (
                8,
                "d1,h8,a4",
                "the queens on d1 and a4 share a diagonal; expected queens that do not attack each other",
            ),
        ] {
            assert_eq!(refusal(size, text), sentence);
        }
    }

    #[test]
    fn columns_that_are_not_columns_are_refused() {
        for (text, sentence) in [
            ("", "no board has size 0; expected a size from 1 to 26"),
            ("1 x", "entry 2 is \"x\"; expected a column counted from 0, or - for a row without a queen"),
            ("1 3 0 4", "e4 is off the board; expected a square from a1 to d4"),
            ("1 200", "column 200 of row 2 is off the board; expected a square from a1 to b2"),
            ("1 2000", "column 2000 of row 2 is off the board; expected a square from a1 to b2"),
        ] {
            let error = Placement::from_columns_text(text).unwrap_err();
            assert_eq!(error.to_string(), sentence);
        }
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
