//! The two notations of a placement: by columns and by squares.

use super::{Placement, PlacementError, Square};

impl Placement {
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
}

/// `true` if a text is all digits.
fn is_number(text: &str) -> bool {
    // `str::parse` alone would take a sign as well.
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "0 4 7 5 2 6 1 3";

    fn refusal(size: usize, text: &str) -> String {
        Placement::from_squares_text(size, text).unwrap_err().to_string()
    }

    #[test]
    fn both_notations_survive_writing_and_reading() {
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
    fn errors_name_cause_place_and_expectation() {
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
}
