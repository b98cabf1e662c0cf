//! The database file, its writer and its readers.
//!
//! One task, `writer`, performs all writes. Batches that arrive while it is busy share the next transaction, so that one
//! wait for the disk serves them all. A write returns when it is on disk. Reads run on a pool of their own.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{Connection, Row, SqlSafeStr};
use table::record;
use tokio::sync::{mpsc, oneshot};

use crate::new_database;
use crate::results::GameResult;
use crate::rows::{self, TableRow};
use crate::writer::{self, WriteBatch, WriteOp};

/// Schema migrations, the oldest first.
const MIGRATIONS: [(i64, &str, &str); 6] = [
    (1, "tables", include_str!("../migrations/0001_tables.sql")),
    (2, "hidden", include_str!("../migrations/0002_hidden.sql")),
    (3, "accounts", include_str!("../migrations/0003_accounts.sql")),
    (4, "devices", include_str!("../migrations/0004_devices.sql")),
    (5, "blocks", include_str!("../migrations/0005_blocks.sql")),
    (6, "bots", include_str!("../migrations/0006_bots.sql")),
];

/// Number of batches that may wait for the writer.
const QUEUE: usize = 4096;

/// Error of the store. A failed write changes nothing.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database was written by a newer program.
    #[error(
        "cannot open {file}: it has a newer version ({version}) than this program knows ({known}); \
         use the newer program, or another folder with --data"
    )]
    Newer {
        /// The database.
        file: String,
        /// Its version.
        version: i64,
        /// The newest version this program knows.
        known: i64,
    },
    /// The database cannot be opened.
    #[error("cannot open {file}: {why}")]
    Opening {
        /// The database.
        file: String,
        /// The cause.
        why: String,
    },
    /// A read or write failed.
    #[error("cannot store this ({0}): nothing has changed, try again in a moment")]
    Failed(String),
    /// Another row has the same unique value.
    #[error("cannot store this: it exists already")]
    Conflict,
    /// The user has as many of these as are allowed.
    #[error("cannot store this: there are too many already")]
    LimitReached,
    /// The stored data of a table are invalid.
    #[error("cannot read the stored table {table}: {why}")]
    Damaged {
        /// The table.
        table: String,
        /// The cause.
        why: String,
    },
}

/// Cause of a write that would exceed a limit.
#[derive(Debug, thiserror::Error)]
#[error("too many")]
pub(crate) struct LimitReached;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match error {
            sqlx::Error::Database(cause) if cause.is_unique_violation() => StoreError::Conflict,
            sqlx::Error::AnyDriverError(cause) if cause.is::<LimitReached>() => StoreError::LimitReached,
            other => StoreError::Failed(other.to_string()),
        }
    }
}

/// Handle of the database.
#[derive(Clone)]
pub struct Store {
    pub(crate) readers: SqlitePool,
    pub(crate) folder: PathBuf,
    batches: mpsc::Sender<WriteBatch>,
}

impl Store {
    /// Opens the database in this file; creates or migrates it as needed.
    pub async fn open(file: &Path) -> Result<Store, StoreError> {
        let cannot_open = |why: String| StoreError::Opening { file: file.display().to_string(), why };
        new_database::ensure(file).await.map_err(cannot_open)?;
        let options = SqliteConnectOptions::new()
            .filename(file)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5));
        let mut connection =
            SqliteConnection::connect_with(&options).await.map_err(|error| cannot_open(error.to_string()))?;
        migrate(&mut connection).await.map_err(|error| match error {
            MigrateError::VersionMissing(version) if version > newest() => {
                StoreError::Newer { file: file.display().to_string(), version, known: newest() }
            }
            other => cannot_open(other.to_string()),
        })?;
        check_durability(&mut connection).await.map_err(cannot_open)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options.read_only(true))
            .await
            .map_err(|error| cannot_open(error.to_string()))?;
        let (batches, queue) = mpsc::channel(QUEUE);
        tokio::spawn(writer::write(connection, queue));
        let folder = file.parent().map(Path::to_owned).unwrap_or_default();
        let store = Store { readers, folder, batches };
        store.store_missing_results().await?;
        Ok(store)
    }

    /// Stores the results of games that ended before results were stored beside the records.
    async fn store_missing_results(&self) -> Result<(), StoreError> {
        let sql = "SELECT id FROM tables WHERE state = 'over' AND finished IS NULL";
        for row in sqlx::query(sql).fetch_all(&self.readers).await? {
            let id: String = row.try_get("id")?;
            let Some(table) = self.table(&id).await? else { continue };
            // A damaged record stays without a result, as it is.
            let Ok(record) = record::read(&self.record(&id).await?) else { continue };
            let played = record.events.last().map_or(0, |event| event.at.0);
            let finished = table.created + i64::try_from(played).unwrap_or(0);
            if let Some(result) = GameResult::new(&table, &record.events, finished) {
                self.write(vec![WriteOp::Finish(result)]).await?;
            }
        }
        Ok(())
    }

    /// `true` if the database can be read and written: a number without meaning is stored in it.
    pub async fn is_writable(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.readers).await.is_ok()
            && self.write(vec![WriteOp::Probe]).await.is_ok()
    }

    /// Waits until the task that writes has ended, which happens when the store is closed. Nothing can be stored after that.
    pub async fn closed(&self) {
        self.batches.closed().await;
    }

    /// Queues operations without waiting; they are written in the order of the calls. The receiver gets the result. `None` if
    /// the queue is full or the store is closed.
    pub fn submit(&self, ops: Vec<WriteOp>) -> Option<oneshot::Receiver<Result<(), StoreError>>> {
        let (reply, answer) = oneshot::channel();
        self.batches.try_send(WriteBatch { ops, reply }).ok()?;
        Some(answer)
    }

    /// Writes all operations or none. They are on disk when this returns.
    pub async fn write(&self, ops: Vec<WriteOp>) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        let gone = |_| StoreError::Failed("the store is closed".to_owned());
        self.batches.send(WriteBatch { ops, reply }).await.map_err(|_| gone(()))?;
        answer.await.map_err(|_| gone(()))?
    }

    /// Waits until all accepted writes are on disk and closes the database.
    pub async fn close(self) {
        let (reply, closed) = oneshot::channel();
        self.readers.close().await;
        if self.batches.send(WriteBatch { ops: vec![WriteOp::Close], reply }).await.is_ok() {
            let _ = closed.await;
        }
    }

    /// Limits the database to `pages` pages, which simulates a full disk.
    pub async fn limit_pages(&self, pages: u32) -> Result<(), StoreError> {
        self.write(vec![WriteOp::LimitPages(pages)]).await
    }

    /// A table with its seats.
    pub async fn table(&self, id: &str) -> Result<Option<TableRow>, StoreError> {
        let found =
            sqlx::query("SELECT * FROM tables WHERE id = $1").bind(id).fetch_optional(&self.readers).await?;
        let Some(found) = found else { return Ok(None) };
        let seats = sqlx::query("SELECT * FROM seats WHERE table_id = $1 ORDER BY seat")
            .bind(id)
            .fetch_all(&self.readers)
            .await?;
        rows::table(&found, &seats).map(Some)
    }

    /// Record of a table; empty while it waits for players.
    pub async fn record(&self, id: &str) -> Result<String, StoreError> {
        let rows = sqlx::query("SELECT lines FROM events WHERE table_id = $1 ORDER BY number")
            .bind(id)
            .fetch_all(&self.readers)
            .await?;
        let lines: Vec<String> = rows.iter().map(|row| row.try_get("lines")).collect::<Result<_, _>>()?;
        Ok(lines.concat())
    }
}

/// Milliseconds since the Unix epoch.
pub fn unix_millis() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

fn newest() -> i64 {
    MIGRATIONS.iter().map(|(version, ..)| *version).max().unwrap_or(0)
}

pub(crate) async fn migrate(connection: &mut SqliteConnection) -> Result<(), MigrateError> {
    let migrations = MIGRATIONS.map(|(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.to_vec()).run_direct(None, connection, false).await
}

/// Checks the settings under which an acknowledged move survives a power cut.
async fn check_durability(connection: &mut SqliteConnection) -> Result<(), String> {
    let mut pragma = async |sql: &'static str| {
        sqlx::query(sql).fetch_one(&mut *connection).await.map(|row| {
            row.try_get::<String, _>(0).or_else(|_| row.try_get::<i64, _>(0).map(|n| n.to_string()))
        })
    };
    for (sql, expected) in [("PRAGMA journal_mode", "wal"), ("PRAGMA synchronous", "2")] {
        let found = pragma(sql).await.and_then(|value| value).map_err(|error| error.to_string())?;
        if found != expected {
            return Err(format!("{sql} is {found}: expected {expected}"));
        }
    }
    Ok(())
}
