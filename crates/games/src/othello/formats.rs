//! Files in which others keep Othello.

pub mod obf;
