//! The booklet's two solvers, row by row with backtracking: one recursive, one without recursion.
//!
//! Both take the same steps, so both find the solutions in the same order: by the queen's column in each row. Each
//! reports its steps to an observer; where only solutions matter, the compiler removes the rest.

use std::ops::ControlFlow;

use super::placement::empty_board;
use super::steps::{Step, StepKind};

/// Visits every solution for `n` rows in order, found by recursion, until the visitor breaks off.
///
/// # Panics
/// If `n` is not a size that [`Placement::empty`](super::placement::Placement::empty) accepts.
pub fn recursive(n: usize, visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) {
    // Only the visitor can break off, and it knows that it did.
    let _ = recurse(n, &mut only_solutions(visit));
}

/// Visits every solution for `n` rows in order, found without recursion, until the visitor breaks off.
///
/// # Panics
/// If `n` is not a size that [`Placement::empty`](super::placement::Placement::empty) accepts.
pub fn iterative(n: usize, visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) {
    // Only the visitor can break off, and it knows that it did.
    let _ = iterate(n, &mut only_solutions(visit));
}

/// An observer that passes on the solutions, and no other step.
fn only_solutions(
    visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> impl FnMut(Step, &[u8]) -> ControlFlow<()> {
    move |step, columns| match step.kind {
        StepKind::Complete => visit(columns),
        StepKind::Tried | StepKind::Placed | StepKind::Removed => ControlFlow::Continue(()),
    }
}

/// The recursive search. The observer gets each step and the columns of the queens on the board.
pub(super) fn recurse(n: usize, observe: &mut impl FnMut(Step, &[u8]) -> ControlFlow<()>) -> ControlFlow<()> {
    descend(&mut vec![0; empty_board(n).size()], 0, observe)
}

fn descend(
    columns: &mut [u8],
    row: usize,
    observe: &mut impl FnMut(Step, &[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if row == columns.len() {
        return observe(step(columns, row - 1, StepKind::Complete), columns);
    }
    for column in 0..columns.len() as u8 {
        columns[row] = column;
        if valid(columns, row) {
            observe(step(columns, row, StepKind::Placed), &columns[..=row])?;
            descend(columns, row + 1, observe)?;
            observe(step(columns, row, StepKind::Removed), &columns[..row])?;
        } else {
            observe(step(columns, row, StepKind::Tried), &columns[..row])?;
        }
    }
    ControlFlow::Continue(())
}

/// The search without recursion, with the same observer.
pub(super) fn iterate(n: usize, observe: &mut impl FnMut(Step, &[u8]) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut columns = vec![0; empty_board(n).size()];
    // The first row without a queen, and the first column not yet tried in it.
    let (mut row, mut untried) = (0, 0);
    loop {
        while row < n && untried < n as u8 {
            columns[row] = untried;
            if valid(&columns, row) {
                observe(step(&columns, row, StepKind::Placed), &columns[..=row])?;
                (row, untried) = (row + 1, 0);
            } else {
                observe(step(&columns, row, StepKind::Tried), &columns[..row])?;
                untried += 1;
            }
        }
        if row == n {
            observe(step(&columns, row - 1, StepKind::Complete), &columns)?;
        }
        // Backtrack to the row above and continue after its queen; the search ends above the first row.
        let Some(above) = row.checked_sub(1) else { return ControlFlow::Continue(()) };
        observe(step(&columns, above, StepKind::Removed), &columns[..above])?;
        (row, untried) = (above, columns[above] + 1);
    }
}

/// `true` if the queen in this row shares neither column nor diagonal with a queen in the rows above.
fn valid(columns: &[u8], row: usize) -> bool {
    let column = columns[row];
    (1..)
        .zip(columns[..row].iter().rev())
        .all(|(distance, &above)| column != above && column.abs_diff(above) != distance)
}

fn step(columns: &[u8], row: usize, kind: StepKind) -> Step {
    Step { row: row as u8, column: columns[row], kind }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn an_observer_sees_the_queens_on_the_board() {
        let mut queens = Vec::new();
        let mut observe = |step: Step, columns: &[u8]| {
            match step.kind {
                StepKind::Placed => queens.push(step.column),
                StepKind::Removed => assert_eq!(queens.pop(), Some(step.column)),
                StepKind::Tried | StepKind::Complete => {}
            }
            assert_eq!(columns, queens);
            ControlFlow::Continue(())
        };
        assert!(recurse(6, &mut observe).is_continue());
        assert!(iterate(6, &mut observe).is_continue());
        assert!(queens.is_empty());
    }
}
