//! Completions of a placement: the solutions that contain all its queens.

use std::ops::ControlFlow;

use super::bits::{self, OpenLines, members};
use super::placement::Placement;

/// A set of rows: the lowest bit is the first row.
type Rows = u32;

/// Visits every completion of a placement in order until the visitor breaks off.
///
/// The search enters no branch without a completion.
pub fn visit(placement: &Placement, visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) {
    let lines = OpenLines::beside(placement);
    let rows = placement.open_rows().fold(0, |rows, row| rows | 1 << row);
    let mut columns: Vec<u8> =
        (0..placement.size()).map(|row| placement.column(row).unwrap_or_default()).collect();
    // Only the visitor can break off, and it knows that it did.
    let _ = descend(&mut columns, rows, lines, visit);
}

/// The first completion in order, if there is one.
///
/// Nothing bounds the time, but no begun board of 26 rows has been seen to take half a second: every single
/// queen was tried, and tens of thousands of random sets of 2 to 18.
pub fn first(placement: &Placement) -> Option<Placement> {
    let mut first = None;
    visit(placement, &mut |columns| {
        first = Placement::from_columns(columns).ok();
        ControlFlow::Break(())
    });
    first
}

/// Number of completions a placement has.
///
/// Without symmetries to help, it takes a second or two when 15 rows are empty and about seven times as long
/// for each row more. To learn only whether there are more than some number, [`visit`] and break off.
pub fn count(placement: &Placement) -> u64 {
    bits::completions(placement)
}

/// Fills the rows in order; the columns of all other rows are there already.
fn descend(
    columns: &mut [u8],
    rows: Rows,
    lines: OpenLines,
    visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(first) = members(rows).next() else {
        return visit(columns);
    };
    let row = first.trailing_zeros() as usize;
    for square in members(lines.free(row)) {
        let lines = lines.with_queen(row, square);
        if completable(rows ^ first, lines) {
            columns[row] = square.trailing_zeros() as u8;
            descend(columns, rows ^ first, lines, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// `true` if these rows can be filled; any order will do, so the row with the fewest free squares comes first.
fn completable(rows: Rows, lines: OpenLines) -> bool {
    let mut reached = 0;
    let mut narrowest = None;
    let mut fewest = u32::MAX;
    for member in members(rows) {
        let row = member.trailing_zeros() as usize;
        let free = lines.free(row);
        if free == 0 {
            return false;
        }
        reached |= free;
        if free.count_ones() < fewest {
            fewest = free.count_ones();
            narrowest = Some((row, free));
        }
    }
    // There are as many open columns as rows, so each column needs a free square too.
    if reached != lines.columns {
        return false;
    }
    let Some((row, free)) = narrowest else {
        return true;
    };
    members(free).any(|square| completable(rows ^ (1 << row), lines.with_queen(row, square)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(size: usize, text: &str) -> Placement {
        Placement::from_squares_text(size, text).unwrap()
    }

    #[test]
    fn a_complete_placement_is_its_own_completion() {
        let solution = Placement::from_columns(&[0, 4, 7, 5, 2, 6, 1, 3]).unwrap();
        assert_eq!(first(&solution), Some(solution));
        assert_eq!(count(&solution), 1);
    }

    #[test]
    fn some_placements_cannot_be_completed() {
        for (size, text) in [(2, ""), (3, "b1"), (4, "a1"), (6, "a1"), (8, "a1,c2")] {
            let placement = squares(size, text);
            assert_eq!(first(&placement), None, "{text:?} on {size} rows");
            assert_eq!(count(&placement), 0, "{text:?} on {size} rows");
        }
    }

    #[test]
    fn the_largest_board_is_finished_from_nothing() {
        let solution = first(&squares(26, "")).unwrap();
        assert_eq!(
            solution.columns_text(),
            "0 2 4 1 3 8 10 12 14 20 22 24 19 21 23 25 9 6 15 11 7 5 17 13 18 16"
        );
    }

    #[test]
    fn misleading_queen_does_not_slow_the_search() {
        let begun = squares(26, "e2");
        let solution = first(&begun).unwrap();
        assert!(solution.is_complete());
        assert!(begun.queens().all(|queen| solution.has(queen)));
    }
}
