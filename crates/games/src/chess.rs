//! Chess whose moves the player defines: an army says how each kind of piece moves, and everything else works for any
//! army. Ordinary chess is one of them.

pub mod army;
pub mod army_file;
pub mod mirror;
pub mod program;
pub mod shipped;
pub mod values;
pub mod walk;

pub use army::{Army, Castling, Kind, Manner, Path, Promotion, Step};
