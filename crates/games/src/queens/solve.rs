//! The booklet's two solvers, row by row with backtracking: one recursive, one without recursion.
//!
//! Both take the same steps, so both find the solutions in the same order: by the queen's column in each row.

use std::ops::ControlFlow;

use super::placement::{Square, empty_board};

/// One step of the search, as an animation would show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A queen comes to a square that no queen above attacks.
    Place(Square),
    /// She leaves it again: whatever could follow has been tried.
    Remove(Square),
    /// The queens on the board are a solution.
    Solution,
}

/// Visits every solution for `n` rows in order, found by recursion, until the visitor breaks off.
///
/// # Panics
/// If `n` is not a size that [`Placement::empty`](super::placement::Placement::empty) accepts.
pub fn recursive(n: usize, visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) {
    recurse(n, |step, columns| match step {
        Step::Solution => visit(columns),
        Step::Place(_) | Step::Remove(_) => ControlFlow::Continue(()),
    });
}

/// Shows every step of the recursive solver until the watcher breaks off.
///
/// Its state is the call stack, so it cannot pause; [`Steps`] takes the same steps and can.
///
/// # Panics
/// If `n` is not a size that [`Placement::empty`](super::placement::Placement::empty) accepts.
pub fn recursive_steps(n: usize, watch: &mut dyn FnMut(Step) -> ControlFlow<()>) {
    recurse(n, |step, _| watch(step));
}

/// Visits every solution for `n` rows in order, found without recursion, until the visitor breaks off.
///
/// # Panics
/// If `n` is not a size that [`Placement::empty`](super::placement::Placement::empty) accepts.
pub fn iterative(n: usize, visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) {
    let mut steps = Steps::new(n);
    while let Some(step) = steps.next() {
        if step == Step::Solution && visit(steps.columns()).is_break() {
            return;
        }
    }
}

/// The recursive search, told to an observer: each step, and the columns of the queens then on the board.
fn recurse(n: usize, mut observe: impl FnMut(Step, &[u8]) -> ControlFlow<()>) {
    let mut columns = vec![0; empty_board(n).size()];
    // Only the observer can break off, and it knows that it did.
    let _ = descend(&mut columns, 0, &mut observe);
}

fn descend(
    columns: &mut [u8],
    row: usize,
    observe: &mut impl FnMut(Step, &[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if row == columns.len() {
        return observe(Step::Solution, columns);
    }
    for column in 0..columns.len() as u8 {
        columns[row] = column;
        if valid(columns, row) {
            let square = square(columns, row);
            observe(Step::Place(square), &columns[..=row])?;
            descend(columns, row + 1, observe)?;
            observe(Step::Remove(square), &columns[..row])?;
        }
    }
    ControlFlow::Continue(())
}

/// The solver without recursion, a step at a time: between two steps it waits as long as an animation likes.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The queen's column in each row above `row`; the rest is left over from earlier attempts.
    columns: Vec<u8>,
    /// The first row without a queen.
    row: usize,
    /// The first column not yet tried in that row.
    untried: u8,
}

impl Steps {
    /// The search before its first step, on an empty board of `n` rows.
    ///
    /// # Panics
    /// If `n` is not a size that [`Placement::empty`](super::placement::Placement::empty) accepts.
    pub fn new(n: usize) -> Self {
        Self { columns: vec![0; empty_board(n).size()], row: 0, untried: 0 }
    }

    /// The columns of the queens on the board after the last step, from the first row on.
    pub fn columns(&self) -> &[u8] {
        &self.columns[..self.row]
    }
}

impl Iterator for Steps {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let size = self.columns.len() as u8;
        if self.row == self.columns.len() && self.untried == 0 {
            // Below the last row there is nothing to try, so the next step goes back.
            self.untried = size;
            return Some(Step::Solution);
        }
        for column in self.untried..size {
            self.columns[self.row] = column;
            if valid(&self.columns, self.row) {
                let placed = square(&self.columns, self.row);
                self.row += 1;
                self.untried = 0;
                return Some(Step::Place(placed));
            }
        }
        self.untried = size;
        self.row = self.row.checked_sub(1)?;
        let removed = square(&self.columns, self.row);
        self.untried = removed.column + 1;
        Some(Step::Remove(removed))
    }
}

/// Whether the queen in this row shares neither column nor diagonal with a queen in the rows above.
fn valid(columns: &[u8], row: usize) -> bool {
    let column = columns[row];
    (1..)
        .zip(columns[..row].iter().rev())
        .all(|(distance, &above)| column != above && column.abs_diff(above) != distance)
}

fn square(columns: &[u8], row: usize) -> Square {
    Square { row: row as u8, column: columns[row] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_solvers_take_the_same_steps() {
        for n in 1..=8 {
            let mut recursive = Vec::new();
            recursive_steps(n, &mut |step| {
                recursive.push(step);
                ControlFlow::Continue(())
            });
            assert_eq!(recursive, Steps::new(n).collect::<Vec<_>>(), "{n} rows");
        }
    }

    #[test]
    fn steps_replayed_on_a_board_give_its_queens_and_leave_it_empty() {
        let mut steps = Steps::new(6);
        let mut queens = Vec::new();
        let mut solutions = 0;
        while let Some(step) = steps.next() {
            match step {
                Step::Place(square) => queens.push(square),
                Step::Remove(square) => assert_eq!(queens.pop(), Some(square)),
                Step::Solution => solutions += 1,
            }
            let columns: Vec<_> = queens.iter().map(|square| square.column).collect();
            assert_eq!(steps.columns(), columns);
        }
        assert!(queens.is_empty());
        assert_eq!(solutions, 4);
        assert_eq!(steps.next(), None, "a finished search stays finished");
    }

    #[test]
    fn a_visitor_that_breaks_off_is_not_called_again() {
        for solver in [recursive, iterative] {
            let mut visits = 0;
            solver(8, &mut |columns| {
                assert_eq!(columns, [0, 4, 7, 5, 2, 6, 1, 3]);
                visits += 1;
                ControlFlow::Break(())
            });
            assert_eq!(visits, 1);
        }
    }
}
