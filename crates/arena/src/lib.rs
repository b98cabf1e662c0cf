//! Many games at once.
//!
//! A [`Match`] plays two engines against each other in pairs of games and returns a [`GameReport`] for each game. A
//! [`Tally`] adds the reports up, and a [`Rating`] estimates the difference in strength; a
//! [`SequentialTest`] ends a match when its result is significant. A [`Journal`] stores the
//! reports as text, so that an interrupted match can be resumed, and [`record`] writes the record of a game. The caller
//! chooses game and engines once; everything here is statically typed.
//!
//! Each thread of a match takes pair after pair of games. `opening` draws the random first moves, and `game_runner` lets
//! the engines move in turn, within a [`Limits`](engine::Limits), and checks every move against the legal ones. `playthrough` is the game
//! without text: it rolls the dice and detects repetitions. Finished games return to the calling thread, which writes
//! records and journal to disk before it counts the games. The dice are those of a table, so `recording` can play a game
//! again at a table and write a record that verifies.

mod game_runner;
mod journal;
mod match_config;
mod matches;
mod opening;
mod playouts;
mod playthrough;
mod rating;
mod recording;
mod report;
mod side;
mod sprt;
mod tally;

pub use journal::{Journal, JournalContents};
pub use match_config::{MatchClock, MatchConfig};
pub use matches::{Classify, Engines, FinishedGame, MakeEvaluator, Match};
pub use opening::{BALANCE_NODES, ListedOpening, default_opening_plies};
pub use playouts::{Playouts, playouts, playouts_with_progress};
pub use playthrough::{AGREED_REPETITIONS, Ply};
pub use rating::{EloEstimate, MIN_UNITS, Rating};
pub use recording::record;
pub use report::{Failure, GameReport, GameResult, MoveTimes, Termination};
pub use side::Side;
pub use sprt::{Hypothesis, SequentialTest, Sprt};
pub use tally::Tally;
