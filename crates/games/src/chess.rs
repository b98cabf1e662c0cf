//! Chess with user-defined pieces: an army defines how each kind of piece moves, and everything else works for any army.
//! Ordinary chess is one of them.

pub mod army;
mod army_cache;
pub mod army_file;
pub mod builtin;
mod castling;
mod check_info;
pub mod classic;
mod compiled_army;
mod describe_moves;
mod en_passant;
mod engines;
mod evaluation;
mod fen;
mod generate;
mod insufficient_material;
pub mod mirror;
mod move_batches;
mod move_sink;
mod notation;
mod pawn_shifts;
mod picture;
pub mod piece_guide;
mod play;
mod position;
pub mod program;
pub mod reach;
pub mod reference_attacks;
pub mod relations;
mod rules;
mod san;
mod search;
mod see;
mod tables;
pub mod values;
mod zobrist;

pub use army::{Army, Castling, HopRule, Kind, Path, Promotion, Step};
pub use classic::Classic;
pub use classic::exchange::PieceValues;
pub use fen::{read_square, square_name};
pub use position::{Move, Position};
pub use rules::Chess;
