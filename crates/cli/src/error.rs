//! Errors of commands and their exit codes.

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use disk::DiskError;
use peers::OpenError;
use rules::InputError;

use crate::output::error_line;
use crate::signals::INTERRUPTED;

/// Error that ends a command.
#[derive(Debug)]
pub(crate) enum CliError {
    /// The command was called wrongly: exit code 2.
    Usage(String),
    /// The work failed: exit code 1.
    Failed(String),
    /// Ctrl-C stopped the work before its end; the results so far are printed: exit code 130.
    Interrupted(String),
    /// The reader of stdout has closed the pipe: not an error, exit code 0.
    ClosedPipe,
}

impl CliError {
    /// A wrong call, with a message that says what was expected.
    pub(crate) fn usage(message: impl Display) -> CliError {
        CliError::Usage(message.to_string())
    }

    /// Work that failed.
    pub(crate) fn failed(message: impl Display) -> CliError {
        CliError::Failed(message.to_string())
    }

    /// The message; empty for a closed pipe.
    pub(crate) fn message(&self) -> &str {
        match self {
            CliError::Usage(message) | CliError::Failed(message) | CliError::Interrupted(message) => message,
            CliError::ClosedPipe => "",
        }
    }

    /// Prints the message on stderr, as an object if `json`, and returns the exit code.
    pub(crate) fn exit(self, json: bool) -> ExitCode {
        let (message, code) = match self {
            CliError::Usage(message) => (message, 2),
            CliError::Failed(message) => (message, 1),
            CliError::Interrupted(message) => (message, INTERRUPTED),
            CliError::ClosedPipe => return ExitCode::SUCCESS,
        };
        // If stderr is closed too, the exit code is all that is left.
        let line = if json { error_line(&message, code) } else { format!("takhteh: {message}") };
        let _ = writeln!(std::io::stderr(), "{line}");
        ExitCode::from(code)
    }
}

/// Invalid input: a name, a position, a setting.
impl From<InputError> for CliError {
    fn from(error: InputError) -> CliError {
        CliError::usage(error)
    }
}

/// An engine that cannot be used.
impl From<OpenError> for CliError {
    fn from(error: OpenError) -> CliError {
        match error {
            OpenError::Input(error) => error.into(),
            OpenError::Failed(failure) => CliError::failed(failure),
        }
    }
}

/// A file that cannot be used, or written.
impl From<DiskError> for CliError {
    fn from(error: DiskError) -> CliError {
        match error {
            DiskError::Unusable(message) => CliError::Usage(message),
            DiskError::Failed(message) => CliError::Failed(message),
        }
    }
}

/// Failure to write to stdout.
impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> CliError {
        match error.kind() {
            ErrorKind::BrokenPipe => CliError::ClosedPipe,
            _ => CliError::failed(format_args!("cannot write the output: {error}")),
        }
    }
}
