//! Files in which others keep Othello.

pub mod ggf;
pub mod obf;
mod played;
pub mod transcript;
pub mod wthor;

pub use played::PlayedGame;
