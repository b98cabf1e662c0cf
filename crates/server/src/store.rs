//! What is kept: the one place that knows SQL.
//!
//! Everything is written by one task, `writer`, which commits whatever has gathered while it was busy together: one
//! wait for the disk serves all. Who asked is answered when the disk has it. Reading goes on beside it.

mod rows;
mod writer;

use std::path::Path;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{Connection, Row, SqlSafeStr};
use tokio::sync::{mpsc, oneshot};

pub use rows::{SeatHolder, TableRow, TableState};
use writer::WriteBatch;
pub(crate) use writer::WriteOp;

/// The steps that make a database what this program expects, the oldest first.
const MIGRATIONS: [(i64, &str, &str); 1] = [(1, "tables", include_str!("../migrations/0001_tables.sql"))];

/// How many writes may wait for the disk.
const QUEUE: usize = 4096;

/// Why the store did not do what it was asked; nothing has changed by it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database was made by a newer program.
    #[error(
        "the data in {file} are of a newer version ({version}) than this program knows ({known}): \
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
    /// The database could not be opened.
    #[error("the data in {file} cannot be opened: {why}")]
    Opening {
        /// The database.
        file: String,
        /// What was wrong.
        why: String,
    },
    /// A read or write failed.
    #[error("the store failed, so nothing has happened ({0}); try again in a moment")]
    Failed(String),
    /// What is kept does not make sense.
    #[error("what is kept of table {table} cannot be read: {why}")]
    Damaged {
        /// The table.
        table: String,
        /// What was wrong.
        why: String,
    },
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Failed(error.to_string())
    }
}

/// The database of a house.
#[derive(Clone)]
pub struct Store {
    readers: SqlitePool,
    batches: mpsc::Sender<WriteBatch>,
}

impl Store {
    /// Opens the database in this file, making or renewing it as needed.
    pub async fn open(file: &Path) -> Result<Store, StoreError> {
        let opening = |why: String| StoreError::Opening { file: file.display().to_string(), why };
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5));
        let mut connection =
            SqliteConnection::connect_with(&options).await.map_err(|error| opening(error.to_string()))?;
        migrate(&mut connection).await.map_err(|error| match error {
            MigrateError::VersionMissing(version) if version > newest() => {
                StoreError::Newer { file: file.display().to_string(), version, known: newest() }
            }
            other => opening(other.to_string()),
        })?;
        check_durability(&mut connection).await.map_err(opening)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options.read_only(true))
            .await
            .map_err(|error| opening(error.to_string()))?;
        let (batches, queue) = mpsc::channel(QUEUE);
        tokio::spawn(writer::write(connection, queue));
        Ok(Store { readers, batches })
    }

    /// Whether it answers.
    pub async fn is_healthy(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.readers).await.is_ok()
    }

    /// Writes all of these or none; when it returns, they are on disk.
    pub(crate) async fn write(&self, ops: Vec<WriteOp>) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        let gone = |_| StoreError::Failed("it has been closed".to_owned());
        self.batches.send(WriteBatch { ops, reply }).await.map_err(|_| gone(()))?;
        answer.await.map_err(|_| gone(()))?
    }

    /// Waits until everything written so far is on disk and leaves the database tidy.
    pub async fn close(self) {
        let (reply, closed) = oneshot::channel();
        self.readers.close().await;
        if self.batches.send(WriteBatch { ops: vec![WriteOp::Close], reply }).await.is_ok() {
            let _ = closed.await;
        }
    }

    /// Lets the database grow to no more than so many pages, as a full disk would.
    pub async fn bound(&self, pages: u32) -> Result<(), StoreError> {
        self.write(vec![WriteOp::Bound(pages)]).await
    }

    /// The name a guest has chosen.
    pub(crate) async fn guest_name(&self, guest: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT name FROM guests WHERE id = $1")
            .bind(guest)
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.map(|row| row.try_get("name")).transpose()?)
    }

    /// A table with its seats.
    pub(crate) async fn table(&self, id: &str) -> Result<Option<TableRow>, StoreError> {
        let found =
            sqlx::query("SELECT * FROM tables WHERE id = $1").bind(id).fetch_optional(&self.readers).await?;
        let Some(found) = found else { return Ok(None) };
        let seats = sqlx::query("SELECT * FROM seats WHERE table_id = $1 ORDER BY seat")
            .bind(id)
            .fetch_all(&self.readers)
            .await?;
        rows::table(&found, &seats).map(Some)
    }

    /// The tables that wait for players or are being played.
    pub(crate) async fn current_tables(&self) -> Result<Vec<String>, StoreError> {
        let rows =
            sqlx::query("SELECT id FROM tables WHERE state IN ('waiting', 'live') ORDER BY created, id")
                .fetch_all(&self.readers)
                .await?;
        Ok(rows.iter().map(|row| row.try_get("id")).collect::<Result<_, _>>()?)
    }

    /// The record of a table; empty while it waits for players.
    pub(crate) async fn record(&self, id: &str) -> Result<String, StoreError> {
        let rows = sqlx::query("SELECT lines FROM events WHERE table_id = $1 ORDER BY number")
            .bind(id)
            .fetch_all(&self.readers)
            .await?;
        let lines: Vec<String> = rows.iter().map(|row| row.try_get("lines")).collect::<Result<_, _>>()?;
        Ok(lines.concat())
    }
}

fn newest() -> i64 {
    MIGRATIONS.iter().map(|(version, ..)| *version).max().unwrap_or(0)
}

async fn migrate(connection: &mut SqliteConnection) -> Result<(), MigrateError> {
    let migrations = MIGRATIONS.map(|(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.to_vec()).run_direct(None, connection, false).await
}

/// A move that was acknowledged survives a power cut only under these settings.
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
