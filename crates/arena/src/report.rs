//! Result of one game.

use std::fmt;
use std::time::Duration;

use crate::side::Side;

/// Result of a game from the point of view of side A.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GameResult {
    /// B won.
    Loss,
    /// A draw.
    Draw,
    /// A won.
    Win,
}

impl GameResult {
    /// Score of A in half points: 0, 1 or 2.
    pub fn half_points(self) -> usize {
        self as usize
    }
}

/// Failure of an engine that loses the game at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The engine returned no move although there is one.
    NoMove,
    /// The engine played an illegal move.
    Illegal,
    /// The engine's process ended or closed its output.
    Crash,
    /// The engine sent nothing for too long.
    Silence,
    /// The engine exceeded the time for a move.
    Late,
    /// The engine sent something its protocol does not allow.
    Garbage,
    /// The engine resigned.
    Resignation,
}

impl Failure {
    /// All failures.
    pub const ALL: [Failure; 7] = [
        Failure::NoMove,
        Failure::Illegal,
        Failure::Crash,
        Failure::Silence,
        Failure::Late,
        Failure::Garbage,
        Failure::Resignation,
    ];

    /// Name of the failure, as journals and summaries print it.
    pub const fn name(self) -> &'static str {
        match self {
            Failure::NoMove => "no move",
            Failure::Illegal => "illegal",
            Failure::Crash => "crash",
            Failure::Silence => "silence",
            Failure::Late => "late",
            Failure::Garbage => "garbage",
            Failure::Resignation => "resignation",
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reason why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Termination {
    /// A rule of the game.
    Rule(String),
    /// The game reached [`MatchConfig::max_plies`](crate::MatchConfig::max_plies).
    MaxPlies,
    /// An engine failed.
    Failed {
        /// Side of the engine.
        side: Side,
        /// Kind of failure.
        failure: Failure,
        /// Details on one line; may be empty.
        message: String,
    },
}

/// Time that a side spent on its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveTimes {
    /// Number of moves.
    pub moves: u64,
    /// Total time.
    pub total: Duration,
    /// Time of the slowest move.
    pub longest: Duration,
}

impl MoveTimes {
    /// Adds a move.
    pub fn add(&mut self, took: Duration) {
        self.merge(&MoveTimes { moves: 1, total: took, longest: took });
    }

    /// Adds the moves of another game.
    pub fn merge(&mut self, other: &MoveTimes) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }

    /// Average time of a move.
    pub fn mean(&self) -> Duration {
        self.total.div_f64(self.moves.max(1) as f64)
    }
}

/// Report of one finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameReport {
    /// Number of the game in the match, from 0.
    pub game: u64,
    /// Result for A.
    pub result: GameResult,
    /// Points of each side by the game's own count.
    pub points: [i64; 2],
    /// Moves played, the opening included.
    pub plies: u64,
    /// Time used by each side.
    pub move_times: [MoveTimes; 2],
    /// Reason why the game ended.
    pub termination: Termination,
}
