//! The networks that score positions as probabilities.
//!
//! A network has one hidden layer and five outputs, the chances of the side on roll: to win, to win a gammon, to win a
//! backgammon, to lose a gammon, to lose a backgammon. There is one network for positions with contact and one for races.

mod file;
mod inputs;
mod layers;
mod networks;

pub use inputs::{BaseInputs, CONTACT_INPUTS, Inputs, RACE_INPUTS};
pub use layers::{Hidden, Network, OUTPUTS};
pub(super) use networks::finished;
pub use networks::{Networks, Scratch};
