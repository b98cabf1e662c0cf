//! The judge protocol of backgammon: two programs play a single game under a referee that rolls the dice.
//!
//! Points are 0 to 23 in the direction of X, the player who starts; 24 is the bar and 25 the home of both. A player
//! receives one line for each of its turns. The first line of the starter is its roll, `d1 d2`; every other line has the
//! opponent's roll, the opponent's moves as pairs `from to` (none if it could not move), and the own roll, which is missing
//! if the opponent has won. The player answers with one line `from to` for each die, in any order, and with nothing if it
//! cannot move. After the last checker both players send `finish OWN OTHER`, their points, and exit. A gammon counts 2,
//! and so does a backgammon.
//!
//! [`JudgePlayer`] and [`Referee`] are state machines without stream, clock or process.

mod client;
mod player;
mod referee;
mod wire;

pub(crate) use client::JudgeClient;
pub use player::{JudgePlayer, PlayerEffect};
pub use referee::{Fault, Referee};
pub use wire::{WIRE_BAR, WIRE_HOME, read_step, write_step};
