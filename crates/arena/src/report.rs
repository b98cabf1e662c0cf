//! What became of one game.

use std::fmt;
use std::time::Duration;

use search::FailureKind;

use crate::side::Side;

/// A game as A sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// B was better.
    Loss,
    /// Neither was.
    Draw,
    /// A was better.
    Win,
}

impl Verdict {
    /// What A has of the game, in halves.
    pub fn halves(self) -> usize {
        self as usize
    }
}

/// What an engine did that lost the game at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It gave no move where there was one.
    NoMove,
    /// It gave a move that is not legal.
    IllegalMove,
    /// It is another program, and ended.
    Crash,
    /// It is another program, and said nothing for too long.
    Stall,
    /// It is another program, and took more time than it had.
    Time,
    /// It is another program, and did not keep to its protocol.
    Protocol,
    /// It gave up the game.
    Resignation,
}

impl Failure {
    /// All there are.
    pub const ALL: [Failure; 7] = [
        Failure::NoMove,
        Failure::IllegalMove,
        Failure::Crash,
        Failure::Stall,
        Failure::Time,
        Failure::Protocol,
        Failure::Resignation,
    ];
}

impl From<FailureKind> for Failure {
    fn from(kind: FailureKind) -> Failure {
        match kind {
            FailureKind::Crash => Failure::Crash,
            FailureKind::Stall => Failure::Stall,
            FailureKind::Time => Failure::Time,
            FailureKind::Illegal => Failure::IllegalMove,
            FailureKind::Protocol => Failure::Protocol,
            FailureKind::Resignation => Failure::Resignation,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Failure::NoMove => "no move",
            Failure::IllegalMove => "illegal move",
            Failure::Crash => "crash",
            Failure::Stall => "stall",
            Failure::Time => "time",
            Failure::Protocol => "protocol",
            Failure::Resignation => "resignation",
        })
    }
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By this rule of the game.
    Rule(String),
    /// It was stopped because it had gone on for too long.
    Stopped,
    /// A side failed.
    Failed {
        /// Which one.
        side: Side,
        /// What it did.
        failure: Failure,
        /// The same in a sentence of one line, where there is more to say.
        sentence: String,
    },
}

/// How long a side has result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thinking {
    /// About so many moves.
    pub moves: u64,
    /// In all.
    pub total: Duration,
    /// About one of them.
    pub longest: Duration,
}

impl Thinking {
    /// One more move.
    pub fn add(&mut self, took: Duration) {
        self.merge(&Thinking { moves: 1, total: took, longest: took });
    }

    /// All moves of another game.
    pub fn merge(&mut self, other: &Thinking) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }

    /// The time a move took on the average.
    pub fn mean(&self) -> Duration {
        self.total.div_f64(self.moves.max(1) as f64)
    }
}

/// What became of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Its number in the contest, from 0.
    pub game: u64,
    /// Who was better.
    pub verdict: Verdict,
    /// The game's own count for each side.
    pub points: [i64; 2],
    /// How many moves were made, the opening included.
    pub plies: u64,
    /// How long each side has result.
    pub thinking: [Thinking; 2],
    /// Why it ended.
    pub ending: Ending,
}
