//! Journal of a match on disk.

use std::path::Path;

use arena::{GameReport, Journal, Tally};
use disk::{DiskError, JournalFile, refuse};

/// Journal of a match, locked while the match is played.
pub(super) struct MatchJournal {
    journal: Journal,
    file: JournalFile,
}

impl MatchJournal {
    /// Opens the journal and adds its games to the tally. A new journal gets its first line.
    pub(super) fn open(
        path: &Path,
        mut journal: Journal,
        tally: &mut Tally,
    ) -> Result<MatchJournal, DiskError> {
        let (mut file, text) = JournalFile::open(path, "match")?;
        let stored = journal.read(&text).map_err(|error| refuse(path, error))?;
        for report in &stored.lines {
            if !tally.add(report) {
                let number = report.game + 1;
                return Err(refuse(
                    path,
                    format_args!("game {number} occurs twice or does not belong to the match"),
                ));
            }
        }
        file.resume(stored.valid_len, journal.heading())?;
        Ok(MatchJournal { journal, file })
    }

    /// Appends games and waits until they are on disk.
    pub(super) fn append<'a>(
        &mut self,
        reports: impl Iterator<Item = &'a GameReport>,
    ) -> Result<(), DiskError> {
        let lines: String = reports.map(|report| self.journal.append(report)).collect();
        self.file.append(&lines)
    }
}
