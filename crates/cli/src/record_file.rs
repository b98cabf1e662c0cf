//! Records of games on disk.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use table::Event;
use table::record::Writer;

use crate::error::CliError;

/// Record of one game. Events are on disk before they are shown to anyone.
pub(crate) struct RecordFile {
    file: File,
    path: PathBuf,
    writer: Writer,
}

impl RecordFile {
    /// Creates a new file. An existing file is never overwritten.
    pub(crate) fn create(path: &Path) -> Result<RecordFile, CliError> {
        let created = OpenOptions::new().write(true).create_new(true).open(path);
        let file = created.and_then(|file| sync_parent(path).map(|()| file)).map_err(|error| {
            let cause = match error.kind() {
                std::io::ErrorKind::AlreadyExists => "the file exists: expected a new file".to_owned(),
                _ => error.to_string(),
            };
            CliError::usage(format_args!("cannot create the record {}: {cause}", path.display()))
        })?;
        Ok(RecordFile { file, path: path.to_owned(), writer: Writer::new() })
    }

    /// Appends events and waits until they are on disk.
    pub(crate) fn append(&mut self, events: &[Event]) -> Result<(), CliError> {
        let text: String = events.iter().map(|event| self.writer.write(event)).collect();
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(|error| CliError::failed(format_args!("cannot write {}: {error}", self.path.display())))
    }
}

/// Waits until the directory entry of a new file or folder is on disk. Without it a power failure can lose a file whose
/// content was synced.
pub(crate) fn sync_parent(path: &Path) -> std::io::Result<()> {
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    File::open(parent)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_of_bare_relative_and_missing_paths_are_synced() {
        sync_parent(Path::new("new.record")).unwrap();
        sync_parent(&std::env::temp_dir().join("new.record")).unwrap();
        sync_parent(Path::new("/")).unwrap();
        assert!(sync_parent(Path::new("no/such/folder/new.record")).is_err());
    }
}
