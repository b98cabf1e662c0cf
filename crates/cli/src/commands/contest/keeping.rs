//! What is kept of a match on disk.

use arena::{Finished, Journal, Tally, Terms};
use games::catalog;
use rules::Notation;

use super::Arguments;
use super::journal_file::JournalFile;
use super::record_folder::RecordFolder;
use crate::failure::Failure;

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
    ) -> Result<Keeping<'a>, Failure> {
        let rules_text = rules.rules_text();
        let journal = match &arguments.journal {
            Some(path) => Some(JournalFile::open(path, Journal::new(&rules_text, names, &terms), tally)?),
            None => None,
        };
        let is_resumed = journal.as_ref().is_some_and(JournalFile::is_resumed);
        let records = match &arguments.records {
            Some(path) => {
                Some(RecordFolder::open(path, is_resumed, catalog::open_rules(&rules_text)?, names, terms)?)
            }
            None => None,
        };
        Ok(Keeping { journal, records })
    }

    /// Keeps finished games. One is in the journal only when its record is on disk.
    pub(super) fn keep<R: Notation>(&mut self, rules: &R, finished: &[Finished<R>]) -> Result<(), Failure> {
        if let Some(records) = &self.records {
            finished.iter().try_for_each(|game| records.keep(rules, game))?;
        }
        match &mut self.journal {
            Some(journal) => journal.keep(finished.iter().map(|game| &game.report)),
            None => Ok(()),
        }
    }
}
