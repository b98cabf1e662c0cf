//! Solutions by bit masks: listed in order, or counted on several threads.
//!
//! Counting uses all eight symmetries of the board at once. It places the *border* first: the queens of the
//! first and last row and of the first and last column. Turning or mirroring a border does the same to
//! everything that completes it, so the borders of one symmetry class have equally many completions, and one
//! of them is searched for all. These are also the portions of work that the threads take.

use std::iter;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::placement::{LARGEST, Placement, Square, empty_board};

/// A set of columns, or of squares in one row: the lowest bit is column a.
pub(super) type Columns = u32;

/// The lines of a board that no queen stands on, a bit for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenLines {
    /// The columns.
    pub(super) columns: Columns,
    /// The diagonals, by column + row.
    rising: u64,
    /// The other diagonals, by column - row, raised so that none is negative.
    falling: u64,
}

impl OpenLines {
    /// The lines that the queens of a placement leave open.
    pub(super) fn beside(placement: &Placement) -> Self {
        let empty = Self { columns: (1 << placement.size()) - 1, rising: u64::MAX, falling: u64::MAX };
        placement
            .queens()
            .fold(empty, |lines, queen| lines.with_queen(usize::from(queen.row), 1 << queen.column))
    }

    /// The squares of a row that no queen attacks.
    pub(super) fn free(self, row: usize) -> Columns {
        // One shift brings the diagonals of all the row's squares under their columns.
        let rising = (self.rising >> row) as Columns;
        let falling = (self.falling >> (LARGEST - 1 - row)) as Columns;
        self.columns & rising & falling
    }

    /// The lines that stay open when a queen comes to a free square of a row.
    pub(super) fn with_queen(self, row: usize, square: Columns) -> Self {
        // The square is free, so its lines are open and exclusive or closes them.
        Self {
            columns: self.columns ^ square,
            rising: self.rising ^ (u64::from(square) << row),
            falling: self.falling ^ (u64::from(square) << (LARGEST - 1 - row)),
        }
    }
}

/// The members of a set, lowest first, each as a set of its own.
pub(super) fn members(mut set: u32) -> impl Iterator<Item = u32> {
    iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Visits every solution for `n` rows in order until the visitor breaks off.
///
/// # Panics
/// If `n` is not a size that [`Placement::empty`] accepts.
pub fn visit(n: usize, visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) {
    let lines = OpenLines::beside(&empty_board(n));
    // Only the visitor can break off, and it knows that it did.
    let _ = descend(&mut vec![0; n], 0, lines, visit);
}

fn descend(
    columns: &mut [u8],
    row: usize,
    lines: OpenLines,
    visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if row == columns.len() {
        return visit(columns);
    }
    for square in members(lines.free(row)) {
        columns[row] = square.trailing_zeros() as u8;
        descend(columns, row + 1, lines.with_queen(row, square), visit)?;
    }
    ControlFlow::Continue(())
}

/// Counts the solutions for `n` rows on this many threads, the caller's among them.
///
/// Each row more takes about seven times as long: a second or two for 16 rows, a minute or two for 18.
///
/// # Panics
/// If `n` is not a size that [`Placement::empty`] accepts.
pub fn count(n: usize, threads: usize) -> u64 {
    count_with_progress(n, threads, &|_| {})
}

/// [`count`] that reports the finished fraction of the work, from 0 to 1, in no particular order.
///
/// # Panics
/// If `n` is not a size that [`Placement::empty`] accepts.
pub fn count_with_progress(n: usize, threads: usize, on_progress: &(dyn Fn(f64) + Sync)) -> u64 {
    let borders = borders(n);
    let taken = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let total = AtomicU64::new(0);
    let work = || {
        let mut found = 0;
        while let Some(border) = borders.get(taken.fetch_add(1, Ordering::Relaxed)) {
            found += border.orbit_size() as u64 * completions(border);
            on_progress((done.fetch_add(1, Ordering::Relaxed) + 1) as f64 / borders.len() as f64);
        }
        total.fetch_add(found, Ordering::Relaxed);
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(borders.len()) {
            scope.spawn(work);
        }
        work();
    });
    total.into_inner()
}

/// The canonical border of each symmetry class.
fn borders(n: usize) -> Vec<Placement> {
    let board = empty_board(n);
    let last = n as u8 - 1;
    let mut borders = Vec::new();
    for nearest in 0..=last / 2 {
        // A queen nearer to a corner on another edge would, turned or mirrored into the first row, make an
        // earlier image; the canonical border is the first.
        let others = nearest..=last - nearest;
        let top = with_border_queen(board, 0, nearest);
        for left_row in others.clone() {
            let left = top.and_then(|border| with_border_queen(border, left_row, 0));
            for right_row in others.clone() {
                let right = left.and_then(|border| with_border_queen(border, right_row, last));
                for column in others.clone() {
                    let border = right.and_then(|border| with_border_queen(border, last, column));
                    borders.extend(border.filter(|border| *border == border.canonical()));
                }
            }
        }
    }
    borders
}

/// The border with a queen on this square, if she can stand there.
fn with_border_queen(mut border: Placement, row: u8, column: u8) -> Option<Placement> {
    let square = Square { row, column };
    // A corner belongs to two edges, and its queen has come with the first of them.
    (border.has(square) || border.place(square).is_ok()).then_some(border)
}

/// Number of solutions have all the queens of a placement.
pub(super) fn completions(placement: &Placement) -> u64 {
    let lines = OpenLines::beside(placement);
    let size = placement.size();
    let mut rows: Vec<usize> = placement.open_rows().collect();
    // From the middle outwards: there a queen attacks most, and the search stays narrower.
    rows.sort_by_key(|row| (2 * row + 1).abs_diff(size));
    match rows[..] {
        [] => 1,
        [row] => u64::from(lines.free(row) != 0),
        [row, next, ref rest @ ..] => {
            let (here, ahead) = (lines.free(row), lines.free(next));
            fill([row, next], rest, lines, here, ahead)
        }
    }
}

/// Counts the ways to fill two rows, whose free squares are known, and the rest of the rows.
fn fill([row, next]: [usize; 2], rest: &[usize], lines: OpenLines, here: Columns, ahead: Columns) -> u64 {
    let mut count = 0;
    if let [third, ref rest @ ..] = *rest {
        let far_ahead = lines.free(third);
        for queen in members(here) {
            // Most branches end within two rows; testing them here saves a call.
            let ahead = ahead & !attacked(queen, row.abs_diff(next));
            let far_ahead = far_ahead & !attacked(queen, row.abs_diff(third));
            if ahead != 0 && far_ahead != 0 {
                let lines = lines.with_queen(row, queen);
                count += fill([next, third], rest, lines, ahead, far_ahead);
            }
        }
    } else {
        for queen in members(here) {
            // One column is left for the last row: there is one way to fill it or none.
            count += u64::from(ahead & !attacked(queen, row.abs_diff(next)) != 0);
        }
    }
    count
}

/// The squares that a queen attacks in a row at this distance from hers.
fn attacked(queen: Columns, distance: usize) -> Columns {
    queen | queen << distance | queen >> distance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_with_their_images_are_all_borders() {
        for n in 1..=7 {
            let mut expected = Vec::new();
            visit(n, &mut |columns| {
                let mut solution = Placement::from_columns(columns).unwrap();
                let last = n as u8 - 1;
                for queen in solution.queens().collect::<Vec<_>>() {
                    let inner = 1..last;
                    if inner.contains(&queen.row) && inner.contains(&queen.column) {
                        solution.remove(queen);
                    }
                }
                expected.push(solution);
                ControlFlow::Continue(())
            });
            expected.sort_unstable();
            expected.dedup();
            let mut images: Vec<_> = borders(n).iter().flat_map(Placement::symmetry_class).collect();
            let all = images.len();
            images.sort_unstable();
            images.dedup();
            assert_eq!(images.len(), all, "no border belongs to two classes");
            // Some borders have no completion, but no solution lacks its border.
            images.retain(|border| completions(border) != 0);
            assert_eq!(images, expected, "{n} rows");
        }
    }

    #[test]
    fn free_squares_are_those_no_queen_attacks() {
        let placement = Placement::from_squares_text(26, "a1,z3,m14,c25").unwrap();
        let lines = OpenLines::beside(&placement);
        for row in (0..26).filter(|&row| placement.column(usize::from(row)).is_none()) {
            for column in 0..26 {
                let free = lines.free(usize::from(row)) & 1 << column != 0;
                let mut with_queen = placement;
                let placed = with_queen.place(Square { row, column });
                assert_eq!(free, placed.is_ok(), "{}", Square { row, column });
            }
        }
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        for threads in [0, 1, 2, 3, 100] {
            assert_eq!(count(1, threads), 1);
            assert_eq!(count(2, threads), 0);
            assert_eq!(count(10, threads), 724, "{threads} threads");
        }
    }
}
