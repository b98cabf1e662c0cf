//! Creation of the database file.
//!
//! A new database appears under its name only when its tables are there. A file without content is therefore never a new
//! database but one that was lost, and is refused rather than replaced.

use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};

use crate::database::migrate;

/// Creates the database unless it exists; one without content is an error.
pub(crate) async fn ensure(file: &Path) -> Result<(), String> {
    match std::fs::metadata(file) {
        Ok(found) if found.len() == 0 => Err(
            "it is empty: restore a backup with takhteh restore, or delete the file to begin without games"
                .to_owned(),
        ),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            // Its pages would be written over the new tables.
            let log = format!("{}-wal", file.display());
            if Path::new(&log).exists() && !file.exists() {
                return Err(format!("{log} is there without it: restore a backup, or move that file away"));
            }
            let new = file.with_extension(format!("new-{}", std::process::id()));
            let created = create(&new, file).await;
            let _ = std::fs::remove_file(&new);
            created
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Creates a database with all tables as `new` and gives it the name `file`, unless another program was faster.
async fn create(new: &Path, file: &Path) -> Result<(), String> {
    let text = |error: std::io::Error| error.to_string();
    // Left behind by a program with the same number that was killed.
    let _ = std::fs::remove_file(new);
    // Readable by its owner only. SQLite gives its other files the same mode.
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(new).map_err(text)?;
    let options = SqliteConnectOptions::new().filename(new).journal_mode(SqliteJournalMode::Delete);
    let mut connection = SqliteConnection::connect_with(&options).await.map_err(|error| error.to_string())?;
    migrate(&mut connection).await.map_err(|error| error.to_string())?;
    connection.close().await.map_err(|error| error.to_string())?;
    File::open(new).and_then(|new| new.sync_all()).map_err(text)?;
    match std::fs::hard_link(new, file) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error.to_string()),
        _ => match file.parent().map(File::open) {
            Some(folder) => folder.and_then(|folder| folder.sync_all()).map_err(text),
            None => Ok(()),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;

    use super::*;
    use crate::Store;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("takhteh-new-database-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[tokio::test]
    async fn an_empty_file_is_refused_and_stays() {
        let file = folder("empty").join("takhteh.db");
        std::fs::write(&file, "").unwrap();
        let error = Store::open(&file).await.err().unwrap().to_string();
        assert!(error.contains("cannot open") && error.contains("it is empty: restore a backup"), "{error}");
        assert_eq!(std::fs::metadata(&file).unwrap().len(), 0);
    }

    #[tokio::test]
    async fn a_new_database_is_whole_from_the_beginning() {
        let folder = folder("new");
        let file = folder.join("takhteh.db");
        ensure(&file).await.unwrap();
        let size = std::fs::metadata(&file).unwrap().len();
        assert!(size > 4096, "{size} bytes");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left behind");
        ensure(&file).await.unwrap();
        let store = Store::open(&file).await.unwrap();
        assert!(store.is_writable().await);
        store.close().await;
    }
}
