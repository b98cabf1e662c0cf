//! Chess whose moves the player defines: an army says how each kind of piece moves, and everything else works for any
//! army. Ordinary chess is one of them.

pub mod army;
pub mod army_file;
mod bundles;
mod castling;
pub mod classic;
mod dangers;
mod dead;
mod engines;
mod evaluation;
pub mod exchange;
mod fen;
mod generate;
mod hearer;
pub mod lesson;
mod march;
pub mod mirror;
mod notation;
mod orders;
mod passing;
mod picture;
mod play;
mod position;
pub mod program;
pub mod reach;
pub mod relations;
mod rules;
mod san;
mod shared;
pub mod shipped;
mod tables;
mod telling;
pub mod values;
pub mod walk;

pub use army::{Army, Castling, Kind, Manner, Path, Promotion, Step};
pub use classic::Classic;
pub use exchange::Worth;
pub use fen::{read_square, square_name};
pub use position::{Move, Position};
pub use rules::Chess;
