//! The data folder, and the lock that a server holds on it.

use std::fs::{File, TryLockError};
use std::path::Path;

/// Name of the database file in the data folder.
pub const DATABASE: &str = "takhteh.db";
/// Name of the lock file in the data folder.
const LOCK: &str = "takhteh.lock";

/// Exclusive right to be the server of a data folder. Dropping it, or the end of the program, frees the folder.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

/// Locks a data folder for a server, and creates it if needed; `None` if a server is running on it.
pub fn lock_folder(folder: &Path) -> std::io::Result<Option<FolderLock>> {
    std::fs::create_dir_all(folder)?;
    let file = File::create(folder.join(LOCK))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(FolderLock { _file: file })),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
