//! Journals on disk: logs of finished work, from which interrupted work is resumed.

use std::fmt::Display;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rules::InputError;

use crate::error::DiskError;
use crate::read_bounded::read_bounded;
use crate::replace_file::sync_parent;

/// Maximum length of a journal in bytes.
const MAX_JOURNAL: u64 = 2 << 30;

/// A journal on disk, locked while work is appended to it.
pub struct JournalFile {
    file: File,
    path: PathBuf,
}

impl JournalFile {
    /// Opens the journal, creating it if it does not exist; returns its text, too. `work` is a noun for errors.
    pub fn open(path: &Path, work: &str) -> Result<(JournalFile, String), DiskError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(|error| refuse(path, error))?;
        // A device such as /dev/zero never ends.
        if !file.metadata().map_err(|error| refuse(path, error))?.is_file() {
            return Err(refuse(path, "it is not a file"));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(refuse(path, format_args!("another {work} is writing to it")));
            }
            Err(TryLockError::Error(error)) => return Err(refuse(path, error)),
        }
        let text = read_text(&mut file, path)?;
        Ok((JournalFile { file, path: path.to_owned() }, text))
    }

    /// Cuts off what follows the complete lines. A journal without any gets its first line.
    pub fn resume(&mut self, valid_len: usize, heading: &str) -> Result<(), DiskError> {
        let truncated = self.file.set_len(valid_len as u64).and_then(|()| self.file.seek(SeekFrom::End(0)));
        truncated.map_err(|error| self.cannot_write(&error))?;
        if valid_len == 0 {
            self.append(heading)?;
            sync_parent(&self.path).map_err(|error| self.cannot_write(&error))?;
        }
        Ok(())
    }

    /// Appends lines and waits until they are on disk.
    pub fn append(&mut self, lines: &str) -> Result<(), DiskError> {
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| self.cannot_write(&error))
    }

    fn cannot_write(&self, error: &std::io::Error) -> DiskError {
        DiskError::Failed(format!("cannot write {}: {error}", self.path.display()))
    }
}

/// Error about a file that cannot be used as the journal.
pub fn refuse(path: &Path, cause: impl Display) -> DiskError {
    DiskError::Unusable(format!("cannot use {} as the journal: {cause}", path.display()))
}

/// The text of a journal that others may be writing to.
pub(crate) fn read_journal(path: &Path) -> Result<String, DiskError> {
    let mut file = File::open(path).map_err(|error| refuse(path, error))?;
    read_text(&mut file, path)
}

fn read_text(file: &mut File, path: &Path) -> Result<String, DiskError> {
    let bytes = read_bounded(file, MAX_JOURNAL).map_err(|error| refuse(path, error))?;
    text(bytes).map_err(|error| refuse(path, error))
}

/// Returns the bytes as text without an incomplete character at the end.
fn text(bytes: Vec<u8>) -> Result<String, InputError> {
    let invalid = |_| InputError::new("it is not text in UTF-8");
    String::from_utf8(bytes).or_else(|error| match error.utf8_error() {
        cause if cause.error_len().is_none() => {
            let mut bytes = error.into_bytes();
            bytes.truncate(cause.valid_up_to());
            String::from_utf8(bytes).map_err(invalid)
        }
        _ => Err(invalid(error)),
    })
}
