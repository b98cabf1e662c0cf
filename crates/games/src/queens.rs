//! n queens: solvers, counting, completing, and the puzzle to play by hand.

pub mod bits;
pub mod complete;
mod conflicts;
pub mod placement;
mod puzzle;
mod solutions;
pub mod solve;
mod square;
pub mod steps;
pub mod symmetry;

pub use conflicts::conflicts;
pub use placement::{LARGEST, Placement, Square};
pub use puzzle::Queens;
pub use solutions::{Solution, solutions};
