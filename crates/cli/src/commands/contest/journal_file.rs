//! The journal of a match on disk.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use arena::{Journal, Report, Tally};
use rules::InputError;

use crate::error::CliError;

/// The journal of a match on disk, locked while the match is played.
pub(super) struct JournalFile {
    journal: Journal,
    file: File,
    path: PathBuf,
}

impl JournalFile {
    /// Opens the journal and adds its games to the tally; a new one gets its first line.
    pub(super) fn open(path: &Path, journal: Journal, tally: &mut Tally) -> Result<JournalFile, CliError> {
        let refuse = |why: &dyn std::fmt::Display| {
            CliError::usage(format_args!("{} cannot be the journal: {why}", path.display()))
        };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(|error| refuse(&error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(refuse(&"another match is being written to it")),
            Err(TryLockError::Error(error)) => return Err(refuse(&error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| refuse(&error))?;
        let kept = text(&bytes).and_then(|text| journal.read(text)).map_err(|error| refuse(&error))?;
        for report in &kept.reports {
            if !tally.add(report) {
                let number = report.game + 1;
                return Err(refuse(&format_args!(
                    "game {number} stands in it twice, or is none of the match"
                )));
            }
        }
        let mut opened = JournalFile { journal, file, path: path.to_owned() };
        opened.cut(kept.whole)?;
        if kept.whole == 0 {
            let heading = opened.journal.heading().to_owned();
            opened.append(&heading)?;
        }
        Ok(opened)
    }

    /// Writes these games and waits for the disk.
    pub(super) fn keep<'a>(&mut self, reports: impl Iterator<Item = &'a Report>) -> Result<(), CliError> {
        let lines: String = reports.map(|report| self.journal.line(report)).collect();
        self.append(&lines)
    }

    /// Drops what follows the whole lines.
    fn cut(&mut self, whole: usize) -> Result<(), CliError> {
        let cut = self.file.set_len(whole as u64).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map(|_| ()).map_err(|error| self.failed(&error))
    }

    fn append(&mut self, text: &str) -> Result<(), CliError> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &std::io::Error) -> CliError {
        CliError::failed(format_args!("{} could not be written: {error}", self.path.display()))
    }
}

/// The bytes as text; a character torn off at the end is left out.
fn text(bytes: &[u8]) -> Result<&str, InputError> {
    match str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) if error.error_len().is_none() => {
            str::from_utf8(&bytes[..error.valid_up_to()]).map_err(|_| InputError::new("it is not text"))
        }
        Err(_) => Err(InputError::new("it is not text")),
    }
}
