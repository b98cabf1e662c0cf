//! The words of a list of moves.
//!
//! An entry is a shape, its squares, and words that say more. A square is `right,forward`, as the piece sees it from where it
//! stands; `(2,1)` is the same as `2,1`.
//!
//! | shape | means |
//! | --- | --- |
//! | `leap 2,1` | a jump to that square |
//! | `ride 2,1` | that step again and again, while the squares are empty; `up to 3`: at most so often |
//! | `path 1,1 2,1 ...` | these squares in their order; `...` goes on as from the last but one to the last |
//! | `advance` | straight ahead, only to move, written one way |
//!
//! | word | means |
//! | --- | --- |
//! | `move-only`, `capture-only` | it goes there only if the square is empty, or only to capture |
//! | `1,0:move`, `1,0:capture` | the same, for one square of a path |
//! | `[1,0]` | a square of a path where it cannot stop |
//! | `one-way`, `left-right`, `four-way`, `eight-way` | how the entry is mirrored |
//! | `over-one` | exactly one piece must stand in between, as for the capture of a cannon |
//! | `just-behind` | it lands just behind the first piece it meets, as a grasshopper does |
//! | `to rank 4` | only the first square is reached beyond that rank, counted from the own side |
//!
//! Leaps and rides are mirrored eight ways, paths into the four quadrants, unless a word says otherwise.

mod read;
mod write;

pub use read::read_moves;
pub use write::write_moves;

use crate::chess::army::Step;

/// Whether a square lies near enough to be reached from somewhere on the board.
fn is_near(right: i32, forward: i32) -> bool {
    (-7..=7).contains(&right) && (-7..=7).contains(&forward)
}

/// The squares that follow when the last step is done again and again, until the board ends for every piece.
fn continued(last: Step, right: i8, forward: i8) -> impl Iterator<Item = Step> {
    let (mut x, mut y) = (i32::from(last.right), i32::from(last.forward));
    let (right, forward) = (i32::from(right), i32::from(forward));
    std::iter::from_fn(move || {
        (x, y) = (x + right, y + forward);
        let goes_on = is_near(x, y) && (right, forward) != (0, 0);
        goes_on.then_some(Step { right: x as i8, forward: y as i8, ..last })
    })
}
