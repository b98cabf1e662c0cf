//! Records of games on disk.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use disk::sync_parent;
use table::TableEvent;
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
        RecordFile::create_with(path, sync_parent)
    }

    /// Creates a new file and calls `sync`, which waits until its directory entry is on disk.
    fn create_with(
        path: &Path,
        sync: impl FnOnce(&Path) -> std::io::Result<()>,
    ) -> Result<RecordFile, CliError> {
        let created = OpenOptions::new().write(true).create_new(true).open(path);
        let file = created.and_then(|file| sync(path).map(|()| file)).map_err(|error| {
            let cause = match error.kind() {
                std::io::ErrorKind::AlreadyExists => "the file exists: expected a new file".to_owned(),
                _ => error.to_string(),
            };
            CliError::usage(format_args!("cannot create the record {}: {cause}", path.display()))
        })?;
        Ok(RecordFile { file, path: path.to_owned(), writer: Writer::new() })
    }

    /// Appends events and waits until they are on disk.
    pub(crate) fn append(&mut self, events: &[TableEvent]) -> Result<(), CliError> {
        let text: String = events.iter().map(|event| self.writer.write(event)).collect();
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(|error| CliError::failed(format_args!("cannot write {}: {error}", self.path.display())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_record_waits_for_its_directory_entry() {
        let path = std::env::temp_dir().join(format!("takhteh-{}.record", std::process::id()));
        let mut synced = None;
        RecordFile::create_with(&path, |path| {
            assert!(path.exists(), "the entry is synced after the file is created");
            synced = Some(path.to_owned());
            Ok(())
        })
        .unwrap();
        assert_eq!(synced.as_deref(), Some(&*path));
        std::fs::remove_file(&path).unwrap();
        let failed = RecordFile::create_with(&path, |_| Err(std::io::Error::other("disk on fire")));
        assert!(failed.is_err_and(|error| error.message().ends_with(": disk on fire")));
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn parents_of_bare_relative_and_missing_paths_are_synced() {
        sync_parent(Path::new("new.record")).unwrap();
        sync_parent(&std::env::temp_dir().join("new.record")).unwrap();
        sync_parent(Path::new("/")).unwrap();
        assert!(sync_parent(Path::new("no/such/folder/new.record")).is_err());
    }
}
