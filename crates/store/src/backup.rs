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
    let new = database.with_extension("restored");
    let _ = std::fs::remove_file(&new);
    std::fs::copy(file, &new).map_err(|error| cannot(error.to_string()))?;
    if let Err(error) = check(&new).await {
        remove_with_logs(&new);
        return Err(cannot(error));
    }
    remove_logs(&new);
    let mut old = None;
    if database.exists() {
        let aside = database.with_extension(format!("before-{}", crate::unix_millis()));
        for suffix in ["", "-wal", "-shm"] {
            let from = with_suffix(database, suffix);
            if from.exists() {
                std::fs::rename(&from, with_suffix(&aside, suffix))
                    .map_err(|error| cannot(error.to_string()))?;
            }
        }
        old = Some(aside);
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
