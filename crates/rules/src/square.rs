//! Names of squares: letters for the column, a number for the row.

/// Letters of a column: `a` to `z`, then `aa`, `ab` and so on.
pub fn column_name(column: usize) -> String {
    debug_assert!(column < 27 * 26);
    let letter = |number: usize| (b'a' + (number % 26) as u8) as char;
    let first = (column / 26).checked_sub(1).map(letter);
    first.into_iter().chain([letter(column)]).collect()
}

/// Name of a square on a board whose first row is at the top: `a1` is the upper left corner.
pub fn square_name(column: usize, row: usize) -> String {
    format!("{}{}", column_name(column), row + 1)
}

/// Column and row of a named square; `None` if the name is malformed or the square is off the board.
pub fn read_square(name: &str, columns: usize, rows: usize) -> Option<(usize, usize)> {
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let number = |letter: u8| (letter.to_ascii_lowercase() - b'a') as usize;
    let column = match name.as_bytes()[..letters] {
        [letter] => number(letter),
        [first, second] => 26 * (number(first) + 1) + number(second),
        _ => return None,
    };
    let digits = &name[letters..];
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
        for (column, row) in [(0, 0), (7, 7), (25, 25), (3, 11), (26, 0), (31, 31)] {
            assert_eq!(read_square(&square_name(column, row), 32, 32), Some((column, row)));
        }
        assert_eq!([25, 26, 31].map(column_name), ["z", "aa", "af"]);
        for bad in ["", "a", "a0", "a01", "i1", "a9", "1a", "a+1", "é1", "a1 ", "aa", "aa1", "aaa1"] {
            assert_eq!(read_square(bad, 8, 8), None, "{bad}");
        }
        assert_eq!(read_square("H8", 8, 8), Some((7, 7)));
    }
}
