//! All solutions of a board, sorted into symmetry classes.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::bits;
use super::placement::Placement;

/// A solution and the class it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The queen's column in each row, from 0.
    pub columns: Vec<u8>,
    /// The class of what turning and mirroring make of it; classes are numbered from 0 as their first solutions come.
    pub class: usize,
}

/// Every solution for `n` rows in order; there are many beyond 12 rows.
///
/// # Panics
/// If `n` is not a size that [`Placement::empty`] accepts.
pub fn solutions(n: usize) -> Vec<Solution> {
    let mut classes = BTreeMap::new();
    let mut solutions = Vec::new();
    bits::visit(n, &mut |columns| {
        if let Ok(placement) = Placement::from_columns(columns) {
            let next = classes.len();
            let class = *classes.entry(placement.canonical()).or_insert(next);
            solutions.push(Solution { columns: columns.to_vec(), class });
        }
        ControlFlow::Continue(())
    });
    solutions
}
