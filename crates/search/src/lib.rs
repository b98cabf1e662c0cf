//! Choosing moves, knowing no game.

pub mod alpha_beta;
mod best_reply;
mod breakdown;
mod budget;
mod engine;
mod evaluator;
pub mod expectimax;
mod good_moves;
mod history;
mod max_n;
mod monte_carlo;
mod name;
mod question;
mod random;
mod transposition;
mod walk;

pub use alpha_beta::AlphaBeta;
pub use best_reply::BestReply;
pub use breakdown::{Breakdown, BreakdownKind};
pub use engine::{Engine, Progress, Thought};
pub use evaluator::{Evaluator, Even, INFINITE, Score, WON, WON_SOMETIME};
pub use expectimax::Expectimax;
pub use max_n::MaxN;
pub use monte_carlo::MonteCarlo;
pub use name::{EngineName, EngineOptions, ProgramName};
pub use question::{Limits, Question};
pub use random::RandomPlayer;
pub use transposition::{Bound, Found, Transposition};
