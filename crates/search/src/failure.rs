//! What can go wrong with an engine that is another program.

use std::fmt;

/// How an engine has failed to give a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// It ended.
    Crash,
    /// It said nothing for too long.
    Stall,
    /// It took more time for a move than it was given.
    Time,
    /// It gave a move that is not legal.
    Illegal,
    /// It said what its protocol does not know, or refused what it had to do.
    Protocol,
    /// It gave up the game.
    Resignation,
}

/// What has gone wrong with an engine, for people to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineFailure {
    /// How it has failed.
    pub kind: FailureKind,
    /// What happened, in a sentence of one line.
    pub sentence: String,
}

impl fmt::Display for EngineFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

/// A position or move that the engine cannot read violates its protocol.
impl From<rules::InputError> for EngineFailure {
    fn from(error: rules::InputError) -> EngineFailure {
        EngineFailure { kind: FailureKind::Protocol, sentence: error.to_string() }
    }
}
