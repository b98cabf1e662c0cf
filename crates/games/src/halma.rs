//! Halma for two and four.
//!
//! [`Configuration`] holds the settings, [`Layout`] the board they make, [`Halma`] the rules of the game on it.

mod bits;
mod configuration;
mod configuration_text;
mod endings;
mod engines;
mod evaluation;
mod generator;
mod layout;
mod mirrored_race;
mod moves;
mod notation;
mod picture;
mod position;
mod quarter;
mod race;
mod race_lead;
mod rules;
mod solo;
mod strong;
mod tables;
mod weights;

pub use bits::{Bits, Squares};
pub use configuration::{Colour, Configuration};
pub use evaluation::RaceEvaluator;
pub use generator::Lines;
pub use layout::Layout;
pub use moves::Move;
pub use position::Position;
pub use rules::Halma;
pub use solo::SoloRace;
pub use weights::RaceWeights;

/// The largest board: the squares of a line are the bits of a word.
pub const LARGEST: usize = 32;
/// Words of a set of squares of the largest board.
pub const WIDEST: usize = CELLS.div_ceil(64);
/// Room for the squares of the largest board.
const CELLS: usize = LARGEST * LARGEST;
