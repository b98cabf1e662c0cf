//! Choosing moves, knowing no game.

mod random;

pub use random::RandomPlayer;
