//! Othello.
//!
//! A position is two sets of discs; a [`Kernel`] finds the legal squares and the flipped discs. Black is the first
//! seat; White moves first only with `first = white`.

pub mod endgame;
mod engines;
mod evaluation;
pub mod formats;
mod kernel;
mod last_disc;
mod notation;
pub mod patterns;
mod rules;
mod scoring;
mod strong;
#[cfg(target_arch = "x86_64")]
mod v3;

pub use evaluation::{MobilityEvaluator, discs};
pub use kernel::Kernel;
pub use rules::{Move, Othello, Position};
pub use scoring::Scoring;

/// A set of squares, bit `8 * row + column`, a1 the lowest.
pub type Bitboard = u64;
