//! The task that performs all writes.

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, SqlSafeStr};
use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use super::rows::{SeatHolder, TableRow, TableState};

/// Largest number of batches in one transaction.
const MAX_BATCHES: usize = 512;

/// One operation of a batch.
#[derive(Clone, Debug)]
pub(crate) enum WriteOp {
    /// Stores a guest's name.
    Guest { id: String, name: String, now: i64 },
    /// Stores a new table with its seats.
    Table(TableRow),
    /// Stores the holder of a seat.
    Seat { table: String, seat: u8, holder: SeatHolder },
    /// Stores the record lines of one event.
    Event { table: String, number: u64, lines: String },
    /// Stores the state of a table.
    State { table: String, state: TableState },
    /// Stores the table of the rematch.
    Next { table: String, next: String },
    /// Hides a finished table from a guest's list.
    Hide { table: String, guest: String },
    /// Limits the size of the database.
    LimitPages(u32),
    /// Closes the database after all earlier batches.
    Close,
}

/// Operations that succeed or fail together, and the sender that waits for the result.
pub(super) struct WriteBatch {
    pub(super) ops: Vec<WriteOp>,
    pub(super) reply: oneshot::Sender<Result<(), StoreError>>,
}

/// Writes batches until the queue is closed. Batches that have gathered meanwhile share a transaction.
pub(super) async fn write(mut connection: SqliteConnection, mut queue: mpsc::Receiver<WriteBatch>) {
    let mut batches = Vec::new();
    while queue.recv_many(&mut batches, MAX_BATCHES).await > 0 {
        let closes = batches.iter().position(|batch| matches!(batch.ops[..], [WriteOp::Close]));
        let last = closes.map(|index| batches.split_off(index));
        let results = commit(&mut connection, &batches).await;
        for (batch, result) in batches.drain(..).zip(results) {
            if let Err(error) = &result {
                tracing::error!(%error, "a write failed");
            }
            let _ = batch.reply.send(result);
        }
        if let Some(batch) = last.and_then(|rest| rest.into_iter().next()) {
            let closed = connection.close().await;
            let _ = batch.reply.send(closed.map_err(StoreError::from));
            return;
        }
    }
}

/// Commits several batches with one wait for the disk; each of them succeeds or fails by itself.
async fn commit(connection: &mut SqliteConnection, batches: &[WriteBatch]) -> Vec<Result<(), StoreError>> {
    // A pragma takes effect outside a transaction only.
    for op in batches.iter().flat_map(|batch| &batch.ops) {
        if let WriteOp::LimitPages(pages) = op {
            let sql = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
            if let Err(error) = sqlx::query(sql.into_sql_str()).execute(&mut *connection).await {
                return vec![Err(error.into()); batches.len()];
            }
        }
    }
    match transact(connection, batches).await {
        Ok(results) => results.into_iter().map(|result| result.map_err(StoreError::from)).collect(),
        Err(error) => {
            // This fails if SQLite has rolled back by itself.
            let _ = execute(connection, "ROLLBACK").await;
            vec![Err(error.into()); batches.len()]
        }
    }
}

/// Runs the transaction of several batches. It does not use [`sqlx::Transaction`]: on a full disk SQLite rolls back by
/// itself, after which sqlx miscounts the open transactions.
async fn transact(
    connection: &mut SqliteConnection,
    batches: &[WriteBatch],
) -> Result<Vec<Result<(), sqlx::Error>>, sqlx::Error> {
    execute(connection, "BEGIN IMMEDIATE").await?;
    let mut results = Vec::with_capacity(batches.len());
    for batch in batches {
        execute(connection, "SAVEPOINT batch").await?;
        let mut result = Ok(());
        for op in &batch.ops {
            result = apply(connection, op).await;
            if result.is_err() {
                // If SQLite has rolled back by itself, the savepoint is gone and the whole transaction has failed.
                execute(connection, "ROLLBACK TO batch").await?;
                break;
            }
        }
        execute(connection, "RELEASE batch").await?;
        results.push(result);
    }
    execute(connection, "COMMIT").await?;
    Ok(results)
}

async fn execute(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(drop)
}

async fn apply(connection: &mut SqliteConnection, op: &WriteOp) -> Result<(), sqlx::Error> {
    match op {
        WriteOp::Guest { id, name, now } => {
            let sql = "INSERT INTO guests (id, name, created) VALUES ($1, $2, $3) \
                       ON CONFLICT (id) DO UPDATE SET name = excluded.name";
            sqlx::query(sql).bind(id).bind(name).bind(now).execute(&mut *connection).await?;
        }
        WriteOp::Table(table) => insert_table(connection, table).await?,
        WriteOp::Seat { table, seat, holder } => upsert_seat(connection, table, *seat, holder).await?,
        WriteOp::Event { table, number, lines } => {
            let number = i64::try_from(*number).map_err(|error| sqlx::Error::Encode(error.into()))?;
            let sql = "INSERT INTO events (table_id, number, lines) VALUES ($1, $2, $3)";
            sqlx::query(sql).bind(table).bind(number).bind(lines).execute(&mut *connection).await?;
        }
        WriteOp::State { table, state } => {
            let sql = "UPDATE tables SET state = $1 WHERE id = $2";
            sqlx::query(sql).bind(state.name()).bind(table).execute(&mut *connection).await?;
        }
        WriteOp::Next { table, next } => {
            let sql = "UPDATE tables SET next = $1 WHERE id = $2";
            sqlx::query(sql).bind(next).bind(table).execute(&mut *connection).await?;
        }
        WriteOp::Hide { table, guest } => {
            let sql = "INSERT INTO hidden (guest, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            sqlx::query(sql).bind(guest).bind(table).execute(&mut *connection).await?;
        }
        WriteOp::LimitPages(_) | WriteOp::Close => {}
    }
    Ok(())
}

async fn insert_table(connection: &mut SqliteConnection, table: &TableRow) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO tables (id, rules, clock, position, secret, host, listed, state, created, next) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    sqlx::query(sql)
        .bind(&table.id)
        .bind(&table.rules)
        .bind(&table.clock)
        .bind(&table.position)
        .bind(&table.secret)
        .bind(&table.host)
        .bind(table.listed)
        .bind(table.state.name())
        .bind(table.created)
        .bind(&table.next)
        .execute(&mut *connection)
        .await?;
    for (holder, seat) in table.seats.iter().zip(1..) {
        upsert_seat(connection, &table.id, seat, holder).await?;
    }
    Ok(())
}

async fn upsert_seat(
    connection: &mut SqliteConnection,
    table: &str,
    seat: u8,
    holder: &SeatHolder,
) -> Result<(), sqlx::Error> {
    let engine = match holder {
        SeatHolder::Engine { engine, .. } => Some(engine),
        _ => None,
    };
    let sql = "INSERT INTO seats (table_id, seat, guest, engine, name) VALUES ($1, $2, $3, $4, $5) \
               ON CONFLICT (table_id, seat) DO UPDATE \
               SET guest = excluded.guest, engine = excluded.engine, name = excluded.name";
    sqlx::query(sql)
        .bind(table)
        .bind(i64::from(seat))
        .bind(holder.guest())
        .bind(engine)
        .bind(holder.name())
        .execute(&mut *connection)
        .await?;
    Ok(())
}
