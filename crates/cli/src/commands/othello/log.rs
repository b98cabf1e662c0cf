//! Log of all bytes of a line with their times.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use crate::error::CliError;
use crate::log_file::LogFile;

/// Log of a line: `>` was sent, `<` was received, `#` is an event. Bytes that came together share a line.
#[derive(Default)]
pub(super) struct Log {
    file: Option<LogFile>,
}

impl Log {
    /// Opens a file for appending, if there is one, and writes a header with the name of the line.
    pub(super) fn open(path: Option<&Path>, line: &str) -> Result<Log, CliError> {
        let mut log = Log { file: path.map(LogFile::open).transpose()? };
        log.event(Duration::ZERO, &format!("this is {line}"))?;
        Ok(log)
    }

    /// Logs bytes; `sign` is `>` or `<`, followed by the device if there are two.
    pub(super) fn bytes(&mut self, at: Duration, sign: &str, bytes: &[u8]) -> Result<(), CliError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let hex = bytes.iter().fold(String::new(), |mut hex, byte| {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x} ");
            hex
        });
        self.line(at, sign, &format!("{hex} {}", bytes.escape_ascii()))
    }

    /// Logs an event.
    pub(super) fn event(&mut self, at: Duration, what: &str) -> Result<(), CliError> {
        self.line(at, "#", what)
    }

    fn line(&mut self, at: Duration, sign: &str, rest: &str) -> Result<(), CliError> {
        match &mut self.file {
            Some(file) => file.write(&format!("{:12.6} {sign} {rest}\n", at.as_secs_f64())),
            None => Ok(()),
        }
    }
}
