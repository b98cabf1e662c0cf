//! A file that something is written down in, behind what is there already.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// A log that grows from call to call.
pub(crate) struct LogFile {
    file: File,
    path: PathBuf,
}

impl LogFile {
    /// Opens a file, or makes one.
    pub(crate) fn open(path: &Path) -> Result<LogFile, Failure> {
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(|error| {
            Failure::call(format_args!("{} cannot become the log: {error}", path.display()))
        })?;
        Ok(LogFile { file, path: path.to_owned() })
    }

    /// Writes whole lines.
    pub(crate) fn write(&mut self, lines: &str) -> Result<(), Failure> {
        self.file.write_all(lines.as_bytes()).map_err(|error| {
            Failure::work(format_args!("{} could not be written: {error}", self.path.display()))
        })
    }
}
