//! Halma for two and four.
//!
//! Plain code, arrays and loops: it is the measure for every faster generator. [`Configuration`] is what the
//! configuration file says, [`Layout`] the board it makes, [`Halma`] the game on it.

mod configuration;
mod engines;
mod evaluation;
mod layout;
mod moves;
mod notation;
mod rules;

pub use configuration::{Colour, Configuration};
pub use evaluation::Distances;
pub use layout::Layout;
pub use moves::Move;
pub use rules::{Halma, Position};

/// The largest board, bounded by the letters there are for its columns.
pub const LARGEST: usize = 26;
/// Room for the squares of the largest board.
const CELLS: usize = LARGEST * LARGEST;
