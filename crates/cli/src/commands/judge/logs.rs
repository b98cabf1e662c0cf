//! Logs of the players and the referee.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::plan::PlannedGame;
use crate::error::CliError;

/// Largest size of a log of one game in bytes.
const MAX_LOG: usize = 1 << 20;

/// The folder of the logs.
pub(super) struct LogFolder {
    folder: Option<PathBuf>,
    /// Files that this run has created; it appends to them.
    created: HashSet<PathBuf>,
}

/// The logs of a game.
#[derive(Clone, Default)]
pub(super) struct GameLogs {
    /// The players, the one who starts first.
    pub(super) players: [Log; 2],
    pub(super) referee: Log,
}

impl LogFolder {
    /// A folder for logs, created if it does not exist; without one nothing is logged.
    pub(super) fn new(folder: Option<&Path>) -> Result<LogFolder, CliError> {
        if let Some(folder) = folder {
            std::fs::create_dir_all(folder).map_err(|error| {
                CliError::usage(format_args!("cannot create the folder {}: {error}", folder.display()))
            })?;
        }
        Ok(LogFolder { folder: folder.map(Path::to_owned), created: HashSet::new() })
    }

    /// Opens the logs of a game.
    pub(super) fn open(&mut self, number: u64, game: &PlannedGame) -> Result<GameLogs, CliError> {
        let sides = if game.is_swapped { ["b", "a"] } else { ["a", "b"] };
        let names = match &game.logs {
            Some(logs) => logs.clone(),
            None => sides.map(|side| format!("game-{number:04}-{side}.log")),
        };
        let referee = self.log(&format!("game-{number:04}-referee.log"), number)?;
        let [starter, other] = names.each_ref().map(|name| self.log(name, number));
        Ok(GameLogs { players: [starter?, other?], referee })
    }

    /// Opens one log.
    pub(super) fn log(&mut self, name: &str, number: u64) -> Result<Log, CliError> {
        let Some(folder) = &self.folder else { return Ok(Log::default()) };
        let path = folder.join(name);
        let is_new = self.created.insert(path.clone());
        let mut options = OpenOptions::new();
        let options = if is_new { options.write(true).truncate(true) } else { options.append(true) };
        let file = options.create(true).open(&path).map_err(|error| {
            CliError::usage(format_args!("cannot open the log {}: {error}", path.display()))
        })?;
        let log = Log { file: Some(Arc::new(Mutex::new(BoundedFile { file, left: MAX_LOG }))) };
        if number > 0 {
            log.line(&format!("# game {number}"));
        }
        Ok(log)
    }
}

/// A log; writing to it never fails.
#[derive(Clone, Default)]
pub(super) struct Log {
    file: Option<Arc<Mutex<BoundedFile>>>,
}

struct BoundedFile {
    file: File,
    /// Number of bytes that may still be written.
    left: usize,
}

impl Log {
    /// Writes a line.
    pub(super) fn line(&self, line: &str) {
        self.write_bytes(format!("{line}\n").as_bytes());
    }

    /// A writer for the error output of a program.
    pub(super) fn stderr(&self) -> Option<Box<dyn Write + Send>> {
        self.file.is_some().then(|| Box::new(StderrLog(self.clone())) as Box<dyn Write + Send>)
    }

    fn write_bytes(&self, bytes: &[u8]) {
        let Some(file) = &self.file else { return };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        if file.left == 0 {
            return;
        }
        // A full disk must not change the result of a game.
        let end = bytes.len().min(file.left);
        let _ = file.file.write_all(&bytes[..end]);
        file.left -= end;
        if file.left == 0 {
            let _ = writeln!(file.file, "\n# the log ends here: it has {MAX_LOG} bytes");
        }
    }
}

/// Marks the error output of a program in its log.
struct StderrLog(Log);

impl Write for StderrLog {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let end: &[u8] = if line.ends_with(b"\n") { b"" } else { b"\n" };
        self.0.write_bytes(&[b"! ", line, end].concat());
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
