//! Locks of games that are played in a terminal.

use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt;

use crate::database::Store;

/// Folder of the lock files beside the database.
const FOLDER: &str = "locks";

/// Exclusive use of a game by one program. Dropping it, or the end of the program, frees the game.
#[derive(Debug)]
pub struct GameLock {
    _file: File,
}

impl Store {
    /// Locks a game; `None` if another program has it.
    pub fn lock_game(&self, table: &str) -> std::io::Result<Option<GameLock>> {
        let folder = self.folder.join(FOLDER);
        std::fs::create_dir_all(&folder)?;
        // Ids of tables have letters and digits only; anything else is no part of a file name.
        let name: String = table.chars().filter(char::is_ascii_alphanumeric).collect();
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(folder.join(name))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(GameLock { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}
