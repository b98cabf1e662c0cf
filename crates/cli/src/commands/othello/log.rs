//! Every byte of a line with its time.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use crate::failure::Failure;

/// A log of a line: `>` was sent, `<` was heard, `#` happened. A line of it holds bytes that came together.
pub(super) struct Log {
    file: Option<File>,
    path: String,
}

impl Log {
    /// A new file, or none.
    pub(super) fn create(path: Option<&Path>) -> Result<Log, Failure> {
        let name = path.map_or_else(String::new, |path| path.display().to_string());
        let file = path
            .map(File::create)
            .transpose()
            .map_err(|error| Failure::call(format_args!("{name} cannot become the log: {error}")))?;
        Ok(Log { file, path: name })
    }

    /// Bytes that went (`>`) or came (`<`), with the name of the line if there are two.
    pub(super) fn bytes(&mut self, at: Duration, sign: &str, bytes: &[u8]) -> Result<(), Failure> {
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
    pub(super) fn happened(&mut self, at: Duration, what: &str) -> Result<(), Failure> {
        self.line(at, "#", what)
    }

    fn line(&mut self, at: Duration, sign: &str, rest: &str) -> Result<(), Failure> {
        let Some(file) = &mut self.file else { return Ok(()) };
        writeln!(file, "{:12.6} {sign} {rest}", at.as_secs_f64())
            .map_err(|error| Failure::work(format_args!("{} could not be written: {error}", self.path)))
    }
}
