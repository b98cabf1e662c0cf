//! Records of a match on disk.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arena::{FinishedGame, MatchConfig};
use disk::sync_parent;
use rules::Notation;
use view::DynGame;

use crate::error::CliError;

/// Folder with a record of every game of a match.
pub(super) struct RecordFolder<'a> {
    path: PathBuf,
    game: Arc<dyn DynGame>,
    names: [&'a str; 2],
    config: &'a MatchConfig,
}

impl<'a> RecordFolder<'a> {
    /// Opens the folder. It must be empty for a new match, and have a record of each of the `played_before` games for a
    /// continued match.
    pub(super) fn open(
        path: &Path,
        played_before: Option<u64>,
        game: Arc<dyn DynGame>,
        names: [&'a str; 2],
        config: &'a MatchConfig,
    ) -> Result<RecordFolder<'a>, CliError> {
        let refuse = |cause: &dyn std::fmt::Display| {
            CliError::usage(format_args!("cannot use {} for the records: {cause}", path.display()))
        };
        std::fs::create_dir_all(path).and_then(|()| sync_parent(path)).map_err(|error| refuse(&error))?;
        let files = std::fs::read_dir(path).map_err(|error| refuse(&error))?.count() as u64;
        if files > 0 && played_before.is_none() {
            return Err(refuse(&"it is not empty: expected a new or empty folder"));
        }
        // Records are written before the journal, so the folder may hold more games than the journal.
        if let Some(played_before) = played_before.filter(|&played_before| files < played_before) {
            return Err(refuse(&format_args!(
                "it has {files} of the {played_before} records of the games played before: \
                 expected the folder that the match was started with"
            )));
        }
        Ok(RecordFolder { path: path.to_owned(), game, names, config })
    }

    /// Writes the record of a game and waits until it is on disk.
    pub(super) fn write<R: Notation>(&self, rules: &R, finished: &FinishedGame<R>) -> Result<(), CliError> {
        let digits = self.config.games.to_string().len();
        let path = self.path.join(format!("game-{:0digits$}.record", finished.report.game + 1));
        let failed = |error: &dyn std::fmt::Display| {
            CliError::failed(format_args!("cannot write {}: {error}", path.display()))
        };
        let record = arena::record(rules, Arc::clone(&self.game), self.names, self.config, finished)
            .map_err(|error| failed(&error))?;
        let mut file = File::create(&path).map_err(|error| failed(&error))?;
        file.write_all(record.as_bytes())
            .and_then(|()| file.sync_data())
            .and_then(|()| sync_parent(&path))
            .map_err(|error| failed(&error))
    }
}
