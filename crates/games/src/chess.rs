//! Chess with user-defined pieces: an army defines how each kind of piece moves, and everything else works for any army.
//! Ordinary chess is one of them.
//!
//! From an army file to a search:
//!
//! 1. `army_file` reads an [`Army`]: kinds of pieces, each a list of [`Path`]s. Lists of moves (`army_file/moves`) and number
//!    programs (`program`) give the same paths; `army_file/check` checks the constraints on every army.
//! 2. `reach` follows a path from each square: its targets, their mode (move, capture, both), and the condition for each
//!    (squares that must be empty, exactly one occupied, a hurdle).
//! 3. `tables` turns the paths into attack tables, `pawn_shifts` finds kinds that are generated set-wise, and `army_cache`
//!    shares the result, a `CompiledArmy`, between games.
//! 4. `check_info` is check detection: for a position it finds once the check mask, the pins and the safe targets of the
//!    royal piece. `CompiledArmy::in_check`, also there, answers only whether the side to move is in check.
//! 5. `generate` generates legal moves within these masks into a `move_sink`, all at once or in stages (noisy, quiet). `play`
//!    makes a move and updates the keys of `zobrist`.
//! 6. `search` is the contract with the searches, with exchanges from `see` and piece values from `values`.
//!
//! How a piece moves follows from its paths, never from its name or letter. Equal armies have one canonical text and one
//! hash. A position knows kinds only by their index. The en passant square is stored only if the legal moves would differ
//! without it, so that equal positions compare equal. `reference_attacks` follows paths square by square, for piece values
//! and tests. `tests/second/chess` is an independent implementation that uses only the [`Army`].

pub mod army;
mod army_cache;
pub mod army_file;
pub mod builtin;
mod castling;
mod check_info;
pub mod classic;
mod compiled_army;
mod cpu_tasks;
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
mod weights;
mod zobrist;

pub use army::{Army, Castling, HopRule, Kind, Path, Promotion, Step};
pub use army_cache::bytes_in_use as army_bytes_in_use;
pub use classic::Classic;
pub use classic::exchange::PieceValues;
pub use evaluation::ArmyEvaluator;
pub use fen::{read_square, square_name};
pub use position::{Move, Position};
pub use rules::Chess;
pub use weights::{Coefficients, EvaluationWeights};
