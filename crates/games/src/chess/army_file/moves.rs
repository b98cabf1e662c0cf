//! Lists of moves.
//!
//! An entry is a shape, its squares and keywords. A square is `right,forward` relative to the piece; `(2,1)` is the same as
//! `2,1`.
//!
//! | shape | meaning |
//! | --- | --- |
//! | `leap 2,1` | a leap to that square |
//! | `ride 2,1` | that step repeated while the squares are empty; `up to 3`: at most 3 times |
//! | `path 1,1 2,1 ...` | these squares in order; `...` continues with the last step |
//! | `advance` | straight ahead without capturing, one-way |
//!
//! | keyword | meaning |
//! | --- | --- |
//! | `move-only`, `capture-only` | only if the target is empty, or only to capture |
//! | `1,0:move`, `1,0:capture` | the same for one square of a path |
//! | `[1,0]` | a square of a path where the piece cannot stop |
//! | `one-way`, `left-right`, `four-way`, `eight-way` | mirror images of the entry |
//! | `over-one` | exactly one piece in between, as for the cannon's capture |
//! | `just-behind` | lands just beyond the first piece, as the grasshopper does |
//! | `to rank 4` | beyond that rank, counted from the own side, only the first square is reached |
//!
//! By default leaps and rides are mirrored eight ways and paths four ways.

mod read;
mod write;

pub use read::read_moves;
pub use write::write_moves;

use crate::chess::army::Step;

/// `true` if the distance fits on the board.
fn is_near(right: i32, forward: i32) -> bool {
    (-7..=7).contains(&right) && (-7..=7).contains(&forward)
}

/// Squares that follow when the last step is repeated as far as the board can reach.
fn continued(last: Step, right: i8, forward: i8) -> impl Iterator<Item = Step> {
    let (mut x, mut y) = (i32::from(last.right), i32::from(last.forward));
    let (right, forward) = (i32::from(right), i32::from(forward));
    std::iter::from_fn(move || {
        (x, y) = (x + right, y + forward);
        let goes_on = is_near(x, y) && (right, forward) != (0, 0);
        goes_on.then_some(Step { right: x as i8, forward: y as i8, ..last })
    })
}
