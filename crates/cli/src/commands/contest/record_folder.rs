//! The records of a match on disk.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arena::{Finished, Terms};
use rules::Notation;
use view::DynGame;

use crate::error::CliError;

/// A folder with a record for every game of a match.
pub(super) struct RecordFolder<'a> {
    path: PathBuf,
    game: Arc<dyn DynGame>,
    names: [&'a str; 2],
    terms: Terms,
}

impl<'a> RecordFolder<'a> {
    /// Opens the folder: an empty one for a new match, for one that goes on the one with the records of so many games that
    /// were played before.
    pub(super) fn open(
        path: &Path,
        played_before: Option<u64>,
        game: Arc<dyn DynGame>,
        names: [&'a str; 2],
        terms: Terms,
    ) -> Result<RecordFolder<'a>, CliError> {
        let refuse = |why: &dyn std::fmt::Display| {
            CliError::usage(format_args!("{} cannot hold the records: {why}", path.display()))
        };
        std::fs::create_dir_all(path).map_err(|error| refuse(&error))?;
        let files = std::fs::read_dir(path).map_err(|error| refuse(&error))?.count() as u64;
        if files > 0 && played_before.is_none() {
            return Err(refuse(&"it is not empty, and nothing is overwritten"));
        }
        // A game is in the journal only when its record is on disk; some more may be, that were not in it yet.
        if let Some(played_before) = played_before.filter(|&played_before| files < played_before) {
            return Err(refuse(&format_args!(
                "it has {files} of the {played_before} records of the games played before: \
                 expected the folder the match was begun with"
            )));
        }
        Ok(RecordFolder { path: path.to_owned(), game, names, terms })
    }

    /// Writes the record of a game and waits for the disk.
    pub(super) fn keep<R: Notation>(&self, rules: &R, finished: &Finished<R>) -> Result<(), CliError> {
        let digits = self.terms.games.to_string().len();
        let path = self.path.join(format!("game-{:0digits$}.record", finished.report.game + 1));
        let failed = |error: &dyn std::fmt::Display| {
            CliError::failed(format_args!("{} could not be written: {error}", path.display()))
        };
        let record = arena::record(rules, Arc::clone(&self.game), self.names, &self.terms, finished)
            .map_err(|error| failed(&error))?;
        let mut file = File::create(&path).map_err(|error| failed(&error))?;
        file.write_all(record.as_bytes()).and_then(|()| file.sync_data()).map_err(|error| failed(&error))
    }
}
