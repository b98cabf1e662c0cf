//! Backup and restore of the database.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Row};

use crate::database::{Store, StoreError};

/// Copies the database to a new file. The copy is consistent while a server writes: it is what one transaction sees.
pub async fn back_up(database: &Path, file: &Path) -> Result<(), StoreError> {
    let cannot = |why: String| StoreError::Opening { file: file.display().to_string(), why };
    // SQLite writes only into a file that is new or empty; this one is readable by its owner only.
    let created = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
    created.map_err(|error| cannot(error.to_string()))?;
    let copied = copy(database, file).await;
    if copied.is_err() {
        let _ = std::fs::remove_file(file);
    }
    copied?;
    File::open(file).and_then(|file| file.sync_all()).map_err(|error| cannot(error.to_string()))
}

async fn copy(database: &Path, file: &Path) -> Result<(), StoreError> {
    let cannot = |error: sqlx::Error| StoreError::Opening {
        file: database.display().to_string(),
        why: error.to_string(),
    };
    let options = SqliteConnectOptions::new().filename(database).create_if_missing(false);
    let mut connection = SqliteConnection::connect_with(&options).await.map_err(cannot)?;
    let name = file.to_str().ok_or_else(|| StoreError::Opening {
        file: file.display().to_string(),
        why: "the name is not UTF-8".to_owned(),
    })?;
    sqlx::query("VACUUM INTO $1").bind(name).execute(&mut connection).await?;
    Ok(connection.close().await?)
}

/// Replaces the database by a backup, which is checked first. The old database stays beside it; its name is returned. No
/// program may use the database meanwhile.
pub async fn restore(file: &Path, database: &Path) -> Result<Option<PathBuf>, StoreError> {
    let cannot = |why: String| StoreError::Opening { file: file.display().to_string(), why };
    if !file.is_file() {
        return Err(cannot(
            "there is no such file: expected a backup that takhteh backup has written".to_owned(),
        ));
    }
    let log = with_suffix(file, "-wal");
    if std::fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        // The last games would be lost: they are in that file only.
        return Err(cannot(format!(
            "{} is beside it, so it is a database in use: expected a backup that takhteh backup has written",
            log.display()
        )));
    }
    let new = database.with_extension("restored");
    // Left behind by a program that was killed. A log would be written over the copy.
    remove_with_logs(&new);
    std::fs::copy(file, &new).map_err(|error| cannot(error.to_string()))?;
    if let Err(error) = check(&new).await {
        remove_with_logs(&new);
        return Err(cannot(error));
    }
    remove_logs(&new);
    let mut old = None;
    let aside = database.with_extension(format!("before-{}", crate::unix_millis()));
    // A log without its database, too, would be written over the new one.
    for suffix in ["", "-wal", "-shm"] {
        let (from, to) = (with_suffix(database, suffix), with_suffix(&aside, suffix));
        if from.exists() {
            std::fs::rename(&from, &to).map_err(|error| cannot(error.to_string()))?;
            old.get_or_insert(to);
        }
    }
    std::fs::rename(&new, database).map_err(|error| cannot(error.to_string()))?;
    let folder = database.parent().map(File::open);
    if let Some(Ok(folder)) = folder {
        folder.sync_all().map_err(|error| cannot(error.to_string()))?;
    }
    Ok(old)
}

/// Checks that a file is a whole database of this program, and migrates it.
async fn check(file: &Path) -> Result<(), String> {
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(false);
    let mut connection = SqliteConnection::connect_with(&options).await.map_err(|error| error.to_string())?;
    let text = |error: sqlx::Error| error.to_string();
    let row = sqlx::query("PRAGMA integrity_check").fetch_one(&mut connection).await.map_err(text)?;
    let report: String = row.try_get(0).map_err(text)?;
    if report != "ok" {
        return Err(format!("it is damaged: {report}"));
    }
    let sql =
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('tables', 'events', 'seats')";
    let row = sqlx::query(sql).fetch_one(&mut connection).await.map_err(text)?;
    if row.try_get::<i64, _>(0).map_err(text)? != 3 {
        return Err("it has no games: expected a backup that takhteh backup has written".to_owned());
    }
    connection.close().await.map_err(text)?;
    let store = Store::open(file).await.map_err(|error| error.to_string())?;
    store.close().await;
    std::fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o600))
        .map_err(|error| error.to_string())?;
    File::open(file).and_then(|file| file.sync_all()).map_err(|error| error.to_string())
}

fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn remove_logs(file: &Path) {
    for suffix in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(with_suffix(file, suffix));
    }
}

fn remove_with_logs(file: &Path) {
    remove_logs(file);
    let _ = std::fs::remove_file(file);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Accounts;

    /// A folder with a database of one account, and its backup.
    async fn backed_up(name: &str) -> (PathBuf, PathBuf, PathBuf) {
        let folder = std::env::temp_dir().join(format!("takhteh-backup-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let (database, backup) = (folder.join("takhteh.db"), folder.join("backup.db"));
        register(&database, "Laleh").await;
        back_up(&database, &backup).await.unwrap();
        (folder, database, backup)
    }

    async fn register(database: &Path, name: &str) {
        let store = Store::open(database).await.unwrap();
        Accounts::new(store.clone()).register(name, "a long password", None, "test", 1).await.unwrap();
        store.close().await;
    }

    async fn has_account(database: &Path, name: &str) -> bool {
        let store = Store::open(database).await.unwrap();
        let account = store.account(name).await.unwrap();
        store.close().await;
        account.is_some()
    }

    /// The log of a database that a killed program leaves behind: the pages of another account.
    async fn stale_log(folder: &Path) -> Vec<u8> {
        let other = folder.join("other.db");
        register(&other, "Omid").await;
        let store = Store::open(&other).await.unwrap();
        let accounts = Accounts::new(store.clone());
        accounts.register("Stranger", "a long password", None, "test", 1).await.unwrap();
        let log = std::fs::read(with_suffix(&other, "-wal")).unwrap();
        assert!(!log.is_empty());
        store.close().await;
        log
    }

    #[tokio::test]
    async fn a_log_without_its_database_is_moved_away() {
        let (folder, database, backup) = backed_up("log").await;
        let log = stale_log(&folder).await;
        std::fs::remove_file(&database).unwrap();
        std::fs::write(with_suffix(&database, "-wal"), &log).unwrap();
        // Left behind by a restore that was killed.
        std::fs::write(folder.join("takhteh.restored"), "half").unwrap();
        std::fs::write(folder.join("takhteh.restored-wal"), &log).unwrap();
        let old = restore(&backup, &database).await.unwrap().unwrap();
        assert_eq!(std::fs::read(&old).unwrap(), log, "nothing is lost");
        assert!(old.display().to_string().ends_with("-wal") && !with_suffix(&database, "-wal").exists());
        assert!(has_account(&database, "Laleh").await && !has_account(&database, "Stranger").await);
        assert!(!folder.join("takhteh.restored").exists() && !folder.join("takhteh.restored-wal").exists());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[tokio::test]
    async fn the_old_database_moves_away_with_its_log() {
        let (folder, database, backup) = backed_up("both").await;
        let log = stale_log(&folder).await;
        std::fs::write(with_suffix(&database, "-wal"), &log).unwrap();
        let old = restore(&backup, &database).await.unwrap().unwrap();
        assert_eq!(std::fs::read(with_suffix(&old, "-wal")).unwrap(), log);
        assert!(has_account(&database, "Laleh").await);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[tokio::test]
    async fn a_database_in_use_is_no_backup() {
        let (folder, database, backup) = backed_up("in-use").await;
        std::fs::write(with_suffix(&backup, "-wal"), stale_log(&folder).await).unwrap();
        let error = restore(&backup, &database).await.unwrap_err().to_string();
        assert!(error.contains("backup.db-wal is beside it"), "{error}");
        assert!(has_account(&database, "Laleh").await, "nothing has changed");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
