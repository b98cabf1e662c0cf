//! The contract every game implements.
//!
//! [`Rules`] defines a game: the seat to move, the legal moves, the effect of a move and the end of the game. The other
//! traits extend it, each for one kind of caller: [`Notation`] for text, [`TableRules`] for a game in progress between
//! players (resignations, draw offers, clocks), [`Perft`] for counting the game tree. The crate `view` adds pictures and
//! clicks, the crate `search` adds what engines need. [`laws`] checks that the parts of the contract agree.
//!
//! This crate knows no game, reads no clock, no file and no entropy source, and depends on nothing but `std`.

pub mod cpu;
pub mod laws;
mod notation;
mod outcome;
mod perft;
mod random;
mod rules;
mod seat;
mod settings;
pub mod square;
mod table_rules;

pub use notation::{InputError, Notation, read_position};
pub use outcome::Outcome;
pub use perft::{Perft, divide, perft};
pub use random::{Random, check_sum, mix};
pub use rules::{DrawClaim, Repetition, Rules, Status};
pub use seat::{MAX_SEATS, Seat};
pub use settings::{Setting, Settings};
pub use table_rules::{RetireReason, TableRules};
