//! Tuning of an engine's weights by games.
//!
//! A [`Plan`] says which weights of which engine are tuned, within which ranges, by which method and with how many games.
//! A [`Method`] is a deterministic state machine: it returns the [`Pairing`]s it wants to see played, receives their
//! results, and ends a generation with a [`Generation`]. [`run`] plays the games on several threads, and a final match of
//! the champion against the weights it started from.
//!
//! The dice of a game follow from the seed of the plan, the two candidates and the number of the game, and results are
//! gathered in order: the number of threads leaves no trace. A [`Journal`] stores the results, and nothing else, as text. An
//! interrupted run is resumed by running the method again with the results of the journal in place of games.
//!
//! The caller owns files, clock and signals. [`ranking_log`] and [`report`] turn a [`Run`] into text and HTML.

pub mod builtin_plans;
mod candidate;
mod cma_es;
mod confirmation;
mod eigen;
mod engine_games;
mod generation_summary;
mod genetic;
mod journal;
mod method;
mod plan;
mod ranking_log;
pub mod report;
mod round_robin;
mod run;
mod space;
mod spsa;
mod tunable;
mod workers;

pub use candidate::{Candidate, Origin};
pub use confirmation::Confirmation;
pub use engine_games::GameLimits;
pub use generation_summary::{GenerationSummary, Spread};
pub use journal::{Journal, Recorded};
pub use method::{Generation, Method, MethodName, PairScore, Pairing, Ranked};
pub use plan::{Plan, PlanFile};
pub use ranking_log::ranking_log;
pub use run::{Observer, Run, run};
pub use space::{Parameter, Space};
pub use tunable::{Tunable, open};
