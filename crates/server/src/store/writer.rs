//! The one task that writes.

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, SqlSafeStr};
use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use super::rows::{SeatHolder, TableRow, TableState};

/// How many batches are committed together at most.
const TOGETHER: usize = 512;

/// Something to be written.
#[derive(Clone, Debug)]
pub(crate) enum WriteOp {
    /// A guest has a name.
    Guest { id: String, name: String, now: i64 },
    /// A table is opened.
    Table(TableRow),
    /// Somebody sits down.
    Sit { table: String, seat: u8, holder: SeatHolder },
    /// Something happened at a table: the lines of the event with this number.
    Event { table: String, number: u64, lines: String },
    /// Where a table stands has changed.
    State { table: String, state: TableState },
    /// A rematch is played at another table.
    Next { table: String, next: String },
    /// The database may not grow beyond so many pages.
    Bound(u32),
    /// Everything is written: the last wish.
    Close,
}

/// Entries that belong together, and who waits for them.
pub(super) struct WriteBatch {
    pub(super) ops: Vec<WriteOp>,
    pub(super) reply: oneshot::Sender<Result<(), StoreError>>,
}

/// Writes what is wished for until nobody can wish any more. What has gathered meanwhile is committed together.
pub(super) async fn write(mut connection: SqliteConnection, mut queue: mpsc::Receiver<WriteBatch>) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, TOGETHER).await > 0 {
        let closes = batch.iter().position(|wish| matches!(wish.ops[..], [WriteOp::Close]));
        let last = closes.map(|index| batch.split_off(index));
        let results = commit(&mut connection, &batch).await;
        for (wish, result) in batch.drain(..).zip(results) {
            if let Err(error) = &result {
                tracing::error!(%error, "a write failed");
            }
            // Who does not wait any more need not be told.
            let _ = wish.reply.send(result);
        }
        if let Some(wish) = last.and_then(|mut batches| (!batches.is_empty()).then(|| batches.remove(0))) {
            let closed = connection.close().await;
            let _ = wish.reply.send(closed.map_err(StoreError::from));
            return;
        }
    }
}

/// Commits a batch: each wish by itself all or nothing, the batch with one wait for the disk.
async fn commit(connection: &mut SqliteConnection, batch: &[WriteBatch]) -> Vec<Result<(), StoreError>> {
    // A pragma takes effect outside a transaction only.
    for entry in batch.iter().flat_map(|wish| &wish.ops) {
        if let WriteOp::Bound(pages) = entry {
            let sql = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
            if let Err(error) = sqlx::query(sql.into_sql_str()).execute(&mut *connection).await {
                return vec![Err(error.into()); batch.len()];
            }
        }
    }
    match together(connection, batch).await {
        Ok(results) => results.into_iter().map(|result| result.map_err(StoreError::from)).collect(),
        Err(error) => {
            // There is nothing to take back where SQLite has done so itself.
            let _ = execute(connection, "ROLLBACK").await;
            vec![Err(error.into()); batch.len()]
        }
    }
}

/// The transaction of a batch. It is written out, not a [`sqlx::Transaction`]: on a full disk SQLite takes back the whole
/// transaction by itself, after which the count of open ones that sqlx keeps is wrong for ever.
async fn together(
    connection: &mut SqliteConnection,
    batch: &[WriteBatch],
) -> Result<Vec<Result<(), sqlx::Error>>, sqlx::Error> {
    execute(connection, "BEGIN IMMEDIATE").await?;
    let mut results = Vec::with_capacity(batch.len());
    for wish in batch {
        execute(connection, "SAVEPOINT batch").await?;
        let mut result = Ok(());
        for entry in &wish.ops {
            result = enter(connection, entry).await;
            if result.is_err() {
                // If all has been taken back already, there is no such savepoint, and the whole batch has failed.
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

async fn enter(connection: &mut SqliteConnection, entry: &WriteOp) -> Result<(), sqlx::Error> {
    match entry {
        WriteOp::Guest { id, name, now } => {
            let sql = "INSERT INTO guests (id, name, created) VALUES ($1, $2, $3) \
                       ON CONFLICT (id) DO UPDATE SET name = excluded.name";
            sqlx::query(sql).bind(id).bind(name).bind(now).execute(&mut *connection).await?;
        }
        WriteOp::Table(table) => enter_table(connection, table).await?,
        WriteOp::Sit { table, seat, holder } => enter_seat(connection, table, *seat, holder).await?,
        WriteOp::Event { table, number, lines } => {
            let number = i64::try_from(*number).map_err(|error| sqlx::Error::Encode(error.into()))?;
            let sql = "INSERT INTO events (table_id, number, lines) VALUES ($1, $2, $3)";
            sqlx::query(sql).bind(table).bind(number).bind(lines).execute(&mut *connection).await?;
        }
        WriteOp::State { table, state } => {
            let sql = "UPDATE tables SET state = $1 WHERE id = $2";
            sqlx::query(sql).bind(state.word()).bind(table).execute(&mut *connection).await?;
        }
        WriteOp::Next { table, next } => {
            let sql = "UPDATE tables SET next = $1 WHERE id = $2";
            sqlx::query(sql).bind(next).bind(table).execute(&mut *connection).await?;
        }
        WriteOp::Bound(_) | WriteOp::Close => {}
    }
    Ok(())
}

async fn enter_table(connection: &mut SqliteConnection, table: &TableRow) -> Result<(), sqlx::Error> {
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
        .bind(table.state.word())
        .bind(table.created)
        .bind(&table.next)
        .execute(&mut *connection)
        .await?;
    for (holder, seat) in table.seats.iter().zip(1..) {
        enter_seat(connection, &table.id, seat, holder).await?;
    }
    Ok(())
}

async fn enter_seat(
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
