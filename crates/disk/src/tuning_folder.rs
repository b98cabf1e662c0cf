//! The folder of a tuning run.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use games::tuning::GamePoints;
use tuner::{Journal, Plan, Recorded, Run, ranking_log, report};

use crate::error::DiskError;
use crate::generation_lines::generation_lines;
use crate::journal_file::{JournalFile, read_journal, refuse};
use crate::replace_file::{replace_file, sync_parent};

/// Name of the journal in the folder.
const JOURNAL: &str = "journal";
/// Time between two writes of the journal, which wait for the disk.
const JOURNAL_INTERVAL: Duration = Duration::from_millis(250);
/// Time between two writes of the other files.
const FILES_INTERVAL: Duration = Duration::from_secs(5);

/// The folder of a run. The journal is written as results come in, everything else follows from it.
pub struct TuningFolder {
    path: PathBuf,
    file: JournalFile,
    journal: Journal,
    /// Results that are not in the journal yet.
    pending: Vec<GamePoints>,
    journal_written: Instant,
    files_written: Instant,
}

impl TuningFolder {
    /// Opens the folder, creating it if it does not exist. Returns what its journal has recorded.
    pub fn open(path: &Path, plan: &Plan) -> Result<(TuningFolder, Recorded), DiskError> {
        std::fs::create_dir_all(path).and_then(|()| sync_parent(path)).map_err(|error| {
            DiskError::Unusable(format!("cannot use {} for the run: {error}", path.display()))
        })?;
        let journal_path = path.join(JOURNAL);
        let (mut file, text) = JournalFile::open(&journal_path, "run")?;
        let mut journal = Journal::new(plan);
        let recorded = journal.read(&text).map_err(|error| refuse(&journal_path, error))?;
        file.resume(recorded.valid_len, journal.heading())?;
        let now = Instant::now();
        let folder = TuningFolder {
            path: path.to_owned(),
            file,
            journal,
            pending: Vec::new(),
            journal_written: now,
            files_written: now,
        };
        Ok((folder, recorded))
    }

    /// Reads what the journal in a folder has recorded, also while a run writes to it.
    pub fn recorded(path: &Path, plan: &Plan) -> Result<Recorded, DiskError> {
        let path = path.join(JOURNAL);
        Journal::new(plan).read(&read_journal(&path)?).map_err(|error| refuse(&path, error))
    }

    /// Appends results to the journal, soon.
    pub fn append(&mut self, results: &[GamePoints]) -> Result<(), DiskError> {
        self.pending.extend_from_slice(results);
        if self.journal_written.elapsed() < JOURNAL_INTERVAL {
            return Ok(());
        }
        self.flush()
    }

    /// Records that a limit in seconds has ended the search.
    pub fn append_end(&mut self, generation: u32) -> Result<(), DiskError> {
        self.flush()?;
        let line = self.journal.append_end(generation);
        self.file.append(&line)
    }

    /// Waits until all results are in the journal.
    fn flush(&mut self) -> Result<(), DiskError> {
        if !self.pending.is_empty() {
            let line = self.journal.append(&self.pending);
            self.pending.clear();
            self.file.append(&line)?;
        }
        self.journal_written = Instant::now();
        Ok(())
    }

    /// Writes rankings, champion and report from time to time.
    pub fn write_if_due(&mut self, plan: &Plan, run: &Run) -> Result<(), DiskError> {
        match self.files_written.elapsed() < FILES_INTERVAL {
            true => Ok(()),
            false => self.write(plan, run),
        }
    }

    /// Writes everything at the end of a run or after an interruption.
    pub fn finish(&mut self, plan: &Plan, run: &Run) -> Result<(), DiskError> {
        self.flush()?;
        self.write(plan, run)
    }

    fn write(&mut self, plan: &Plan, run: &Run) -> Result<(), DiskError> {
        let replace = |name: &str, text: &str| replace_file(&self.path.join(name), text.as_bytes());
        replace("ga.log", &ranking_log(plan, run))?;
        replace("generations.jsonl", &generation_lines(plan, run))?;
        if let Some(values) = run.champion_values() {
            replace("champion.conf", &plan.space.table.write_file(&plan.space.weights(values)))?;
        }
        replace("report.html", &report::html(plan, run))?;
        self.files_written = Instant::now();
        Ok(())
    }
}
