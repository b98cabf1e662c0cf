//! The record of a game on disk.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use table::Event;
use table::record::Writer;

use crate::error::CliError;

/// A record that is on disk before anybody is told of a move.
pub(crate) struct RecordFile {
    file: File,
    path: PathBuf,
    writer: Writer,
}

impl RecordFile {
    /// A new file.
    pub(crate) fn create(path: &Path) -> Result<RecordFile, CliError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| {
            let why = match error.kind() {
                std::io::ErrorKind::AlreadyExists => {
                    "it exists already, and nothing is overwritten".to_owned()
                }
                _ => error.to_string(),
            };
            CliError::usage(format_args!("{} cannot become the record: {why}", path.display()))
        })?;
        Ok(RecordFile { file, path: path.to_owned(), writer: Writer::new() })
    }

    /// Writes events and waits for the disk.
    pub(crate) fn keep(&mut self, events: &[Event]) -> Result<(), CliError> {
        let text: String = events.iter().map(|event| self.writer.write(event)).collect();
        self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data()).map_err(|error| {
            CliError::failed(format_args!("{} could not be written: {error}", self.path.display()))
        })
    }
}
