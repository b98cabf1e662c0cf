//! The folders of tuning runs.

use std::fs::File;
use std::path::{Path, PathBuf};

use disk::{DiskError, read_bounded, replace_file};

use crate::api_error::ApiError;
use crate::wire::{RunRecord, RunState, RunSummary};

/// Name of the record of a run.
const RECORD: &str = "run.json";
/// Name of the report.
pub(super) const REPORT: &str = "report.html";
/// Largest record in bytes.
const MAX_RECORD: u64 = 1 << 16;
/// Largest other file in bytes.
const MAX_FILE: u64 = 64 << 20;
/// Longest name of a run.
const MAX_NAME: usize = 64;

/// The folder of one run. Names start with a number, so that they sort by age.
pub(super) struct RunFolder {
    path: PathBuf,
    name: String,
}

impl RunFolder {
    /// Names the folder of a new run.
    pub(super) fn create(parent: &Path, plan: &str) -> Result<RunFolder, DiskError> {
        let last = RunFolder::all(parent).into_iter().next();
        let number =
            |run: RunFolder| run.name.split('-').next().and_then(|digits| digits.parse::<u32>().ok());
        let name = format!("{:04}-{}", last.and_then(number).unwrap_or(0) + 1, plan.to_ascii_lowercase());
        let path = parent.join(&name);
        std::fs::create_dir_all(&path)
            .map_err(|error| DiskError::Failed(format!("cannot create {}: {error}", path.display())))?;
        Ok(RunFolder { path, name })
    }

    /// The folder of the run with this name.
    pub(super) fn find(parent: &Path, name: &str) -> Option<RunFolder> {
        // Only such names are joined to the path, so that no request leaves the folder.
        let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let path =
            parent.join(Some(name).filter(|name| name.len() <= MAX_NAME && name.bytes().all(is_allowed))?);
        path.join(RECORD).is_file().then(|| RunFolder { path, name: name.to_owned() })
    }

    /// The folders of all runs, the newest first.
    pub(super) fn all(parent: &Path) -> Vec<RunFolder> {
        let entries = std::fs::read_dir(parent).into_iter().flatten().filter_map(Result::ok);
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut runs: Vec<RunFolder> = names.filter_map(|name| RunFolder::find(parent, &name)).collect();
        runs.sort_by(|one, other| other.name.cmp(&one.name));
        runs
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the record of the run, which must not be running.
    pub(super) fn record(&self) -> Result<RunRecord, DiskError> {
        let path = self.path.join(RECORD);
        let bytes = File::open(&path)
            .and_then(|file| read_bounded(file, MAX_RECORD))
            .map_err(|error| DiskError::Unusable(format!("cannot read {}: {error}", path.display())))?;
        let mut record = RunRecord::read(&String::from_utf8_lossy(&bytes))?;
        if record.state == RunState::Running {
            record.state = RunState::Interrupted;
        }
        Ok(record)
    }

    /// Writes the record of the run.
    pub(super) fn write_record(&self, record: &RunRecord) -> Result<(), DiskError> {
        replace_file(&self.path.join(RECORD), record.to_json().as_bytes())
    }

    /// The run in a list; `None` if its record cannot be read.
    pub(super) fn summary(&self) -> Option<RunSummary> {
        let record = self.record().ok()?;
        Some(RunSummary {
            name: self.name.clone(),
            record,
            seconds_left: None,
            has_report: self.has_report(),
        })
    }

    pub(super) fn has_report(&self) -> bool {
        self.path.join(REPORT).is_file()
    }

    /// A file of the run.
    pub(super) fn file(&self, file: &str) -> Result<Vec<u8>, ApiError> {
        File::open(self.path.join(file))
            .and_then(|file| read_bounded(file, MAX_FILE))
            .map_err(|_| ApiError::not_found(format!("the run {} has no {file} yet", self.name)))
    }
}
