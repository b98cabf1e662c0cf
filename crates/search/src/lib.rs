//! Choosing moves, knowing no game.

pub mod alpha_beta;
mod engine;
mod evaluator;
mod name;
mod random;
mod transposition;

pub use alpha_beta::AlphaBeta;
pub use engine::{Engine, Limits, Thought};
pub use evaluator::{Evaluator, INFINITE, Score, WON, WON_SOMETIME};
pub use name::{EngineName, EngineOptions};
pub use random::RandomPlayer;
pub use transposition::{Bound, Found, Transposition};
