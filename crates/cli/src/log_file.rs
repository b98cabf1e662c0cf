//! Log files that are appended to.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::CliError;

/// Log file, opened for appending.
pub(crate) struct LogFile {
    file: File,
    path: PathBuf,
}

impl LogFile {
    /// Opens the file, creating it if it does not exist.
    pub(crate) fn open(path: &Path) -> Result<LogFile, CliError> {
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(|error| {
            CliError::usage(format_args!("cannot open the log {}: {error}", path.display()))
        })?;
        Ok(LogFile { file, path: path.to_owned() })
    }

    /// Appends lines.
    pub(crate) fn write(&mut self, lines: &str) -> Result<(), CliError> {
        self.file
            .write_all(lines.as_bytes())
            .map_err(|error| CliError::failed(format_args!("cannot write {}: {error}", self.path.display())))
    }
}
