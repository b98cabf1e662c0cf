//! Second, slow implementations of game rules, written from the specification alone.
//!
//! They exist to be compared with the main implementation in tests and must stay independent of it:
//! nothing in this folder may import from the crate under test, nor be "repaired" by copying from it. The one
//! exception is a chess army, a plain value without behaviour that both implementations take as input.

pub mod backgammon;
pub mod chess;
pub mod halma;
