//! The database: the only module with SQL.
//!
//! One task, `writer`, performs all writes. Batches that arrive while it is busy share the next transaction, so that one
//! wait for the disk serves them all. A write returns when it is on disk. Reads run on a pool of their own.

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

/// Schema migrations, the oldest first.
const MIGRATIONS: [(i64, &str, &str); 2] = [
    (1, "tables", include_str!("../migrations/0001_tables.sql")),
    (2, "hidden", include_str!("../migrations/0002_hidden.sql")),
];

/// Number of batches that may wait for the writer.
const QUEUE: usize = 4096;
/// Number of finished games that are listed for a guest.
const MAX_FINISHED: i64 = 50;

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
    /// The stored data of a table are invalid.
    #[error("cannot read the stored table {table}: {why}")]
    Damaged {
        /// The table.
        table: String,
        /// The cause.
        why: String,
    },
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Failed(error.to_string())
    }
}

/// Handle of the database.
#[derive(Clone)]
pub struct Store {
    readers: SqlitePool,
    batches: mpsc::Sender<WriteBatch>,
}

impl Store {
    /// Opens the database in this file; creates or migrates it as needed.
    pub async fn open(file: &Path) -> Result<Store, StoreError> {
        let cannot_open = |why: String| StoreError::Opening { file: file.display().to_string(), why };
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
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
        Ok(Store { readers, batches })
    }

    /// `true` if the database answers.
    pub async fn is_healthy(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.readers).await.is_ok()
    }

    /// Writes all operations or none. They are on disk when this returns.
    pub(crate) async fn write(&self, ops: Vec<WriteOp>) -> Result<(), StoreError> {
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

    /// Name that a guest chose.
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

    /// Ids of all tables that wait for players or are being played.
    pub(crate) async fn unfinished_tables(&self) -> Result<Vec<String>, StoreError> {
        let rows =
            sqlx::query("SELECT id FROM tables WHERE state IN ('waiting', 'live') ORDER BY created, id")
                .fetch_all(&self.readers)
                .await?;
        Ok(rows.iter().map(|row| row.try_get("id")).collect::<Result<_, _>>()?)
    }

    /// Finished tables at which a guest played and which the guest has not hidden, the newest first.
    pub(crate) async fn finished_tables(&self, guest: &str) -> Result<Vec<TableRow>, StoreError> {
        let sql = "SELECT id FROM tables WHERE state = 'over' \
                   AND id IN (SELECT table_id FROM seats WHERE guest = $1) \
                   AND id NOT IN (SELECT table_id FROM hidden WHERE guest = $1) \
                   ORDER BY created DESC, id LIMIT $2";
        let rows = sqlx::query(sql).bind(guest).bind(MAX_FINISHED).fetch_all(&self.readers).await?;
        let mut tables = Vec::with_capacity(rows.len());
        for row in rows {
            tables.extend(self.table(row.try_get("id")?).await?);
        }
        Ok(tables)
    }

    /// Record of a table; empty while it waits for players.
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
