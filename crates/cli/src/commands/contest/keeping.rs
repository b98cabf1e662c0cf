//! What is kept of a match on disk.

use arena::{Finished, Journal, Tally, Terms};
use games::catalog;
use rules::Notation;

use super::Arguments;
use super::journal_file::JournalFile;
use super::record_folder::RecordFolder;
use crate::error::CliError;

/// The journal and the records of a match, where they are wanted.
pub(super) struct Keeping<'a> {
    journal: Option<JournalFile>,
    records: Option<RecordFolder<'a>>,
}

impl<'a> Keeping<'a> {
    /// Opens what is wanted; games that were played before are added to the tally.
    pub(super) fn open<R: Notation>(
        arguments: &Arguments,
        rules: &R,
        names: [&'a str; 2],
        terms: Terms,
        tally: &mut Tally,
    ) -> Result<Keeping<'a>, CliError> {
        let rules_text = rules.rules_text();
        let folder = |played_before: Option<u64>| match &arguments.records {
            Some(path) => {
                let game = catalog::open_rules(&rules_text)?;
                RecordFolder::open(path, played_before, game, names, terms).map(Some)
            }
            None => Ok(None),
        };
        // A new match looks at its folder before it leaves anything on disk; one that goes on must first know how far
        // it was.
        let is_new = arguments.journal.as_deref().is_none_or(|path| !path.exists());
        let folder_of_new = if is_new { folder(None)? } else { None };
        let journal = match &arguments.journal {
            Some(path) => Some(JournalFile::open(path, Journal::new(&rules_text, names, &terms), tally)?),
            None => None,
        };
        let records = if is_new { folder_of_new } else { folder(Some(tally.played()))? };
        Ok(Keeping { journal, records })
    }

    /// Keeps finished games. One is in the journal only when its record is on disk.
    pub(super) fn keep<R: Notation>(&mut self, rules: &R, finished: &[Finished<R>]) -> Result<(), CliError> {
        if let Some(records) = &self.records {
            finished.iter().try_for_each(|game| records.keep(rules, game))?;
        }
        match &mut self.journal {
            Some(journal) => journal.keep(finished.iter().map(|game| &game.report)),
            None => Ok(()),
        }
    }
}
