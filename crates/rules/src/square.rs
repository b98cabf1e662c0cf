//! Names of squares: a letter for the column, a number for the row.

/// Letter of a column; column 0 is `a`.
pub fn column_letter(column: usize) -> char {
    debug_assert!(column < 26);
    (b'a' + column as u8) as char
}

/// Name of a square on a board whose first row is at the top: `a1` is the upper left corner.
pub fn square_name(column: usize, row: usize) -> String {
    format!("{}{}", column_letter(column), row + 1)
}

/// Column and row of a named square; `None` if the name is malformed or the square is off the board.
pub fn read_square(name: &str, columns: usize, rows: usize) -> Option<(usize, usize)> {
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
    let column = (letter.to_ascii_lowercase() as u8 - b'a') as usize;
    let digits = &name[1..];
    if digits.starts_with(['0', '+']) {
        return None;
    }
    let row = digits.parse::<usize>().ok()?.checked_sub(1)?;
    (column < columns && row < rows).then_some((column, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_names() {
        for (column, row) in [(0, 0), (7, 7), (25, 25), (3, 11)] {
            assert_eq!(read_square(&square_name(column, row), 26, 26), Some((column, row)));
        }
        for bad in ["", "a", "a0", "a01", "i1", "a9", "1a", "a+1", "é1", "a1 ", "aa"] {
            assert_eq!(read_square(bad, 8, 8), None, "{bad}");
        }
        assert_eq!(read_square("H8", 8, 8), Some((7, 7)));
    }
}
