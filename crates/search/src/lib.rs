//! Game-independent search.
//!
//! An [`Engine`] answers a [`SearchRequest`] with a [`SearchResult`]. [`AlphaBeta`] searches two-player games,
//! [`Expectimax`] games with dice, [`MaxN`], [`BestReply`] and [`OpponentModel`] games for more than two, [`MonteCarlo`] any
//! game. A game takes part by implementing [`SearchGame`] and an [`Evaluator`]. [`laws`] checks every implementation over random play.

mod accumulators;
pub mod alpha_beta;
mod best_reply;
mod budget;
mod context;
mod engine;
mod evaluation;
mod evaluator;
pub mod expectimax;
mod killers;
pub mod laws;
mod max_n;
mod monte_carlo;
mod name;
mod opponent_model;
mod prefetch;
mod random;
mod repetition;
mod request;
mod search_game;
mod transposition;

pub use alpha_beta::AlphaBeta;
pub use best_reply::BestReply;
pub use engine::{Alternative, Engine, EngineError, Progress, SearchResult};
pub use evaluation::{Evaluation, Unit};
pub use evaluator::{Evaluator, Even, INFINITE, ProbCut, Score, WIN, WIN_IN_MAX_PLY};
pub use expectimax::Expectimax;
pub use max_n::MaxN;
pub use monte_carlo::MonteCarlo;
pub use name::{EngineName, EngineOptions, ProgramName};
pub use opponent_model::OpponentModel;
pub use random::RandomPlayer;
pub use request::{Confidence, SearchLimits, SearchRequest, SoftStop};
pub use search_game::{MoveStage, SearchGame};
pub use transposition::{Bound, TranspositionTable, TtEntry};
