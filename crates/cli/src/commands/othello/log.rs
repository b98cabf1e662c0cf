//! Every byte of a line with its time.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use crate::error::CliError;
use crate::log_file::LogFile;

/// A log of a line: `>` was sent, `<` was heard, `#` happened. A line of it holds bytes that came together.
#[derive(Default)]
pub(super) struct Log {
    file: Option<LogFile>,
}

impl Log {
    /// A file that is written behind what is in it, or none. The first line says of which line it is.
    pub(super) fn open(path: Option<&Path>, line: &str) -> Result<Log, CliError> {
        let mut log = Log { file: path.map(LogFile::open).transpose()? };
        log.happened(Duration::ZERO, &format!("this is {line}"))?;
        Ok(log)
    }

    /// Bytes that went (`>`) or came (`<`), with the name of the line if there are two.
    pub(super) fn bytes(&mut self, at: Duration, sign: &str, bytes: &[u8]) -> Result<(), CliError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let hex = bytes.iter().fold(String::new(), |mut hex, byte| {
            // Writing to a text cannot fail.
            let _ = write!(hex, "{byte:02x} ");
            hex
        });
        self.line(at, sign, &format!("{hex} {}", bytes.escape_ascii()))
    }

    /// Something that happened.
    pub(super) fn happened(&mut self, at: Duration, what: &str) -> Result<(), CliError> {
        self.line(at, "#", what)
    }

    fn line(&mut self, at: Duration, sign: &str, rest: &str) -> Result<(), CliError> {
        match &mut self.file {
            Some(file) => file.write(&format!("{:12.6} {sign} {rest}\n", at.as_secs_f64())),
            None => Ok(()),
        }
    }
}
