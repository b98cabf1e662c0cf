//! n queens: solvers, counting, completing, and the puzzle to play by hand.

pub mod bits;
pub mod complete;
pub mod placement;
mod puzzle;
pub mod solve;
pub mod symmetry;

pub use placement::{LARGEST, Placement, Square};
pub use puzzle::Queens;
