//! The records of a match on disk.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arena::{Finished, Terms};
use rules::{Game, Notation};

use crate::failure::Failure;

/// A folder with a record for every game of a match.
pub(super) struct RecordFolder<'a> {
    path: PathBuf,
    game: Arc<dyn Game>,
    names: [&'a str; 2],
    terms: Terms,
}

impl<'a> RecordFolder<'a> {
    /// Opens the folder. That of a new match must be empty; one that is taken up again may have left records in it.
    pub(super) fn open(
        path: &Path,
        is_resumed: bool,
        game: Arc<dyn Game>,
        names: [&'a str; 2],
        terms: Terms,
    ) -> Result<RecordFolder<'a>, Failure> {
        let refuse = |why: &dyn std::fmt::Display| {
            Failure::call(format_args!("{} cannot hold the records: {why}", path.display()))
        };
        std::fs::create_dir_all(path).map_err(|error| refuse(&error))?;
        let is_empty = std::fs::read_dir(path).map_err(|error| refuse(&error))?.next().is_none();
        if !is_empty && !is_resumed {
            return Err(refuse(&"it is not empty, and nothing is overwritten"));
        }
        Ok(RecordFolder { path: path.to_owned(), game, names, terms })
    }

    /// Writes the record of a game and waits for the disk.
    pub(super) fn keep<R: Notation>(&self, rules: &R, finished: &Finished<R>) -> Result<(), Failure> {
        let digits = self.terms.games.to_string().len();
        let path = self.path.join(format!("game-{:0digits$}.record", finished.report.game + 1));
        let failed = |error: &dyn std::fmt::Display| {
            Failure::work(format_args!("{} could not be written: {error}", path.display()))
        };
        let record = arena::record(rules, Arc::clone(&self.game), self.names, &self.terms, finished)
            .map_err(|fault| failed(&fault))?;
        let mut file = File::create(&path).map_err(|error| failed(&error))?;
        file.write_all(record.as_bytes()).and_then(|()| file.sync_data()).map_err(|error| failed(&error))
    }
}
