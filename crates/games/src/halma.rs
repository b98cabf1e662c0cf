//! Halma for two and four.
//!
//! [`Configuration`] holds the settings, [`Layout`] the board they make, [`Halma`] the rules of the game on it.

mod configuration;
mod configuration_text;
mod engines;
mod evaluation;
mod layout;
mod moves;
mod notation;
mod race_lead;
mod rules;

pub use configuration::{Colour, Configuration};
pub use evaluation::{DistanceEvaluator, DistanceWeights};
pub use layout::Layout;
pub use moves::Move;
pub use rules::{Halma, Position};

/// The largest board, bounded by the letters there are for its columns.
pub const LARGEST: usize = 26;
/// Room for the squares of the largest board.
const CELLS: usize = LARGEST * LARGEST;
