//! Failures of external programs.

use std::error::Error;
use std::fmt;

/// Kind of failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// The program ended.
    Crash,
    /// The program sent nothing for too long.
    Stall,
    /// The program exceeded the time for a move.
    Time,
    /// The program played an illegal move.
    Illegal,
    /// The program violated its protocol or rejected a required command.
    Protocol,
    /// The program resigned.
    Resignation,
}

/// Failure of an external program. Behind `Engine::failure` it is a boxed error that callers can downcast.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineFailure {
    /// Kind.
    pub kind: FailureKind,
    /// Description, one line.
    pub sentence: String,
}

impl fmt::Display for EngineFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl Error for EngineFailure {}

/// A position or move that a program cannot be sent violates its protocol.
impl From<rules::InputError> for EngineFailure {
    fn from(error: rules::InputError) -> EngineFailure {
        EngineFailure { kind: FailureKind::Protocol, sentence: error.to_string() }
    }
}
