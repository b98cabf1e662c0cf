//! Errors of opening an engine.

use std::fmt;

use rules::InputError;

use crate::failure::EngineFailure;

/// Reason why an engine cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenError {
    /// The name, an option or the game is wrong, or there is no such program.
    Input(InputError),
    /// The program was started and failed before its first game.
    Failed(EngineFailure),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Input(error) => error.fmt(f),
            OpenError::Failed(failure) => failure.fmt(f),
        }
    }
}

impl From<InputError> for OpenError {
    fn from(error: InputError) -> OpenError {
        OpenError::Input(error)
    }
}
