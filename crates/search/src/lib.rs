//! Choosing moves, knowing no game.

pub mod alpha_beta;
mod best_reply;
mod budget;
mod engine;
mod evaluator;
pub mod expectimax;
mod failure;
mod killers;
pub mod laws;
mod max_n;
mod monte_carlo;
mod name;
mod random;
mod repetition;
mod request;
mod search_game;
mod transposition;
mod walk;

pub use alpha_beta::AlphaBeta;
pub use best_reply::BestReply;
pub use engine::{Engine, Progress, SearchResult};
pub use evaluator::{Evaluator, Even, INFINITE, Score, WIN, WIN_IN_MAX_PLY};
pub use expectimax::Expectimax;
pub use failure::{EngineFailure, FailureKind};
pub use max_n::MaxN;
pub use monte_carlo::MonteCarlo;
pub use name::{EngineName, EngineOptions, ProgramName};
pub use random::RandomPlayer;
pub use request::{SearchLimits, SearchRequest};
pub use search_game::{MoveStage, SearchGame};
pub use transposition::{Bound, Found, TranspositionTable};
