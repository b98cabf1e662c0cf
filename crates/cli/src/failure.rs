//! Why a command did not do what was asked.

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use rules::InputError;

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The call was wrong: exit code 2.
    Call(String),
    /// The work failed: exit code 1.
    Work(String),
    /// Nobody reads on: not an error.
    ClosedPipe,
}

impl Failure {
    /// A wrong call, told in a sentence.
    pub(crate) fn call(sentence: impl Display) -> Failure {
        Failure::Call(sentence.to_string())
    }

    /// Work that failed, told in a sentence.
    pub(crate) fn work(sentence: impl Display) -> Failure {
        Failure::Work(sentence.to_string())
    }

    /// Tells the sentence on stderr; returns the exit code.
    pub(crate) fn exit(self) -> ExitCode {
        let (sentence, code) = match self {
            Failure::Call(sentence) => (sentence, 2),
            Failure::Work(sentence) => (sentence, 1),
            Failure::ClosedPipe => return ExitCode::SUCCESS,
        };
        // If stderr is gone too, the exit code still tells.
        let _ = writeln!(std::io::stderr(), "takhteh: {sentence}");
        ExitCode::from(code)
    }
}

/// A error in what the caller gave us: a name, a position, a setting.
impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure::call(error)
    }
}

/// A failure to write our own output.
impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::work(format_args!("the output could not be written: {error}")),
        }
    }
}
