//! Chess whose moves the player defines: an army says how each kind of piece moves, and everything else works for any
//! army. Ordinary chess is one of them.

pub mod army;
mod dead;
pub mod extract;
mod fen;
mod generate;
mod march;
mod position;
pub mod reach;
mod rules;
mod tables;
#[cfg(target_arch = "x86_64")]
mod v3;

pub use army::{Army, Castling, Kind, Manner, Path, Promotion, Step};
pub use fen::{read_square, square_name};
pub use position::{Move, Position};
pub use rules::Chess;
