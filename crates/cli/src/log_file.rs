//! A file that something is written down in, behind what is there already.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::CliError;

/// A log that grows from call to call.
pub(crate) struct LogFile {
    file: File,
    path: PathBuf,
}

impl LogFile {
    /// Opens a file, or makes one.
    pub(crate) fn open(path: &Path) -> Result<LogFile, CliError> {
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(|error| {
            CliError::usage(format_args!("{} cannot become the log: {error}", path.display()))
        })?;
        Ok(LogFile { file, path: path.to_owned() })
    }

    /// Writes whole lines.
    pub(crate) fn write(&mut self, lines: &str) -> Result<(), CliError> {
        self.file.write_all(lines.as_bytes()).map_err(|error| {
            CliError::failed(format_args!("{} could not be written: {error}", self.path.display()))
        })
    }
}
