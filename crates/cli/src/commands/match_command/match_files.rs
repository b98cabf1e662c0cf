//! Files of a match: journal and records.

use arena::{FinishedGame, Journal, MatchConfig, Tally};
use games::catalog;
use rules::Notation;

use super::Arguments;
use super::match_journal::MatchJournal;
use super::record_folder::RecordFolder;
use crate::error::CliError;

/// Journal and records of a match, each if it was requested.
pub(super) struct MatchFiles<'a> {
    journal: Option<MatchJournal>,
    records: Option<RecordFolder<'a>>,
}

impl<'a> MatchFiles<'a> {
    /// Opens the files that were requested. Adds games of the journal to the tally.
    pub(super) fn open<R: Notation>(
        arguments: &Arguments,
        rules: &R,
        names: [&'a str; 2],
        config: &'a MatchConfig,
        tally: &mut Tally,
    ) -> Result<MatchFiles<'a>, CliError> {
        let rules_text = rules.rules_text();
        let folder = |played_before: Option<u64>| match &arguments.records {
            Some(path) => {
                let game = catalog::open_rules(&rules_text)?;
                RecordFolder::open(path, played_before, game, names, config).map(Some)
            }
            None => Ok(None),
        };
        // A new match checks its folder before it writes anything; a continued match must read its journal first.
        let is_new = arguments.journal.as_deref().is_none_or(|path| !path.exists());
        let folder_of_new = if is_new { folder(None)? } else { None };
        let journal = match &arguments.journal {
            Some(path) => Some(MatchJournal::open(path, Journal::new(&rules_text, names, config), tally)?),
            None => None,
        };
        let records = if is_new { folder_of_new } else { folder(Some(tally.played()))? };
        Ok(MatchFiles { journal, records })
    }

    /// Stores finished games. A game enters the journal only after its record is on disk.
    pub(super) fn append<R: Notation>(
        &mut self,
        rules: &R,
        finished: &[FinishedGame<R>],
    ) -> Result<(), CliError> {
        if let Some(records) = &self.records {
            finished.iter().try_for_each(|game| records.write(rules, game))?;
        }
        match &mut self.journal {
            Some(journal) => Ok(journal.append(finished.iter().map(|game| &game.report))?),
            None => Ok(()),
        }
    }
}
