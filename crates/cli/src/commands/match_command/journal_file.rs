//! Journal of a match on disk.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use arena::{GameReport, Journal, Tally};
use rules::InputError;

use crate::bounded_read::read_all;
use crate::error::CliError;
use crate::record_file::sync_parent;

/// Maximum length of a journal in bytes.
const MAX_JOURNAL: u64 = 2 << 30;

/// Journal of a match, locked while the match is played.
pub(super) struct JournalFile {
    journal: Journal,
    file: File,
    path: PathBuf,
}

impl JournalFile {
    /// Opens the journal and adds its games to the tally. A new journal gets its first line.
    pub(super) fn open(
        path: &Path,
        mut journal: Journal,
        tally: &mut Tally,
    ) -> Result<JournalFile, CliError> {
        let refuse = |cause: &dyn std::fmt::Display| {
            CliError::usage(format_args!("cannot use {} as the journal: {cause}", path.display()))
        };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(|error| refuse(&error))?;
        // A device such as /dev/zero never ends.
        if !file.metadata().map_err(|error| refuse(&error))?.is_file() {
            return Err(refuse(&"it is not a file"));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(refuse(&"another match is writing to it")),
            Err(TryLockError::Error(error)) => return Err(refuse(&error)),
        }
        let bytes = read_all(&mut file, &path.display().to_string(), MAX_JOURNAL)?;
        let stored = text(&bytes).and_then(|text| journal.read(text)).map_err(|error| refuse(&error))?;
        for report in &stored.reports {
            if !tally.add(report) {
                let number = report.game + 1;
                return Err(refuse(&format_args!(
                    "game {number} occurs twice or does not belong to the match"
                )));
            }
        }
        let mut opened = JournalFile { journal, file, path: path.to_owned() };
        opened.truncate(stored.valid_len)?;
        if stored.valid_len == 0 {
            let heading = opened.journal.heading().to_owned();
            opened.write(&heading)?;
            sync_parent(path).map_err(|error| opened.cannot_write(&error))?;
        }
        Ok(opened)
    }

    /// Appends games and waits until they are on disk.
    pub(super) fn append<'a>(
        &mut self,
        reports: impl Iterator<Item = &'a GameReport>,
    ) -> Result<(), CliError> {
        let lines: String = reports.map(|report| self.journal.append(report)).collect();
        self.write(&lines)
    }

    /// Truncates the file after its complete lines.
    fn truncate(&mut self, length: usize) -> Result<(), CliError> {
        let truncated = self.file.set_len(length as u64).and_then(|()| self.file.seek(SeekFrom::End(0)));
        truncated.map(|_| ()).map_err(|error| self.cannot_write(&error))
    }

    fn write(&mut self, text: &str) -> Result<(), CliError> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| self.cannot_write(&error))
    }

    fn cannot_write(&self, error: &std::io::Error) -> CliError {
        CliError::failed(format_args!("cannot write {}: {error}", self.path.display()))
    }
}

/// Returns the bytes as text without an incomplete character at the end.
fn text(bytes: &[u8]) -> Result<&str, InputError> {
    match str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) if error.error_len().is_none() => str::from_utf8(&bytes[..error.valid_up_to()])
            .map_err(|_| InputError::new("it is not text in UTF-8")),
        Err(_) => Err(InputError::new("it is not text in UTF-8")),
    }
}
