//! What a board game is.
//!
//! A game signs one contract, [`Rules`]: whose turn it is, which moves are legal, what a move does and how the game
//! ends. [`Notation`] adds text, [`Playable`] a picture and clicks, [`Searchable`] what counting and searching need.
//! [`Game`] and [`Board`] are the same contract with text in and text out, for those who learn only at run time which
//! game they have. [`laws`] checks that a game keeps its word.
//!
//! This crate knows no game, reads no clock, no file and no source of entropy, and depends on nothing but `std`.

mod arrangement;
pub mod cpu;
pub mod diagram;
mod game;
mod guide;
pub mod laws;
mod notation;
mod outcome;
mod perft;
mod playable;
mod random;
mod rules;
mod searchable;
mod seat;
mod settings;

pub use arrangement::Arrangement;
pub use diagram::Diagram;
pub use game::{Board, Game, Played, game, read_position};
pub use guide::{Guide, Lesson, Way};
pub use notation::{Fault, Notation};
pub use outcome::Outcome;
pub use perft::{divide, perft};
pub use playable::{Place, Playable, Touch};
pub use random::{Random, mix};
pub use rules::{Claim, Leaving, Repetition, Rules, Stage};
pub use searchable::Searchable;
pub use seat::{MAX_SEATS, Seat};
pub use settings::{Setting, Settings};
