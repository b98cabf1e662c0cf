//! The steps of the two solvers of [`solve`], for an animation.

use std::ops::ControlFlow;

use super::solve;

/// One step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The row, the first being 0.
    pub row: u8,
    /// The column, the one called a being 0.
    pub column: u8,
    /// The kind of step.
    pub kind: StepKind,
}

/// The kinds of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// The square is tried, and a queen above attacks it.
    Tried,
    /// A queen is placed on a square that no queen above attacks.
    Placed,
    /// The queen is removed: all continuations have been tried.
    Removed,
    /// With the queen that came last, the queens on the board are a solution.
    Complete,
}

/// Shows every step of the recursive solver until the watcher breaks off.
///
/// # Panics
/// If `n` is not a size that [`Placement::empty`](super::placement::Placement::empty) accepts.
pub fn recursive(n: usize, watch: &mut dyn FnMut(Step) -> ControlFlow<()>) {
    // Only the watcher can break off, and it knows that it did.
    let _ = solve::recurse(n, &mut |step, _| watch(step));
}

/// Shows every step of the solver without recursion until the watcher breaks off.
///
/// # Panics
/// If `n` is not a size that [`Placement::empty`](super::placement::Placement::empty) accepts.
pub fn iterative(n: usize, watch: &mut dyn FnMut(Step) -> ControlFlow<()>) {
    // Only the watcher can break off, and it knows that it did.
    let _ = solve::iterate(n, &mut |step, _| watch(step));
}
