//! The task that performs all writes.

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Row, SqlSafeStr};
use tokio::sync::{mpsc, oneshot};

use crate::bots;
use crate::database::StoreError;
use crate::rating;
use crate::results::GameResult;
use crate::rows::{Home, SeatHolder, TableRow, TableState};
use crate::unnamed::DELETED;

/// Largest number of batches in one transaction.
const MAX_BATCHES: usize = 512;

/// One operation of a batch.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the fields have the names and meanings of the columns")]
pub enum WriteOp {
    /// Stores a guest with a session; if the guest exists, only a new name.
    Guest { id: String, name: String, session: String, label: String, now: i64 },
    /// Makes a user an account; creates the user if needed.
    Register { user: String, name: String, login: String, password: String, now: i64 },
    /// Stores the hash of a new password.
    Password { user: String, password: String },
    /// Begins a session.
    Session { id: String, user: String, label: String, now: i64 },
    /// Stores the time of a session's use.
    UseSession { session: String, now: i64 },
    /// Ends a session.
    EndSession { session: String },
    /// Ends the sessions of a user, except one.
    EndSessions { user: String, except: Option<String> },
    /// Makes the games of one user games of another.
    MoveGames { from: String, to: String },
    /// Deletes an account with its sessions, ratings and chess computer, and its name from its seats.
    DeleteUser { user: String },
    /// Creates a bot with the SHA-256 of its token.
    Bot { user: String, name: String, login: String, owner: String, token: String, now: i64 },
    /// Stores the SHA-256 of a bot's token; `None` revokes it.
    BotToken { user: String, token: Option<String> },
    /// Stores the time of a bot's use.
    UseBot { user: String, now: i64 },
    /// Stores a new table with its seats.
    Table(TableRow),
    /// Stores the holder of a seat.
    Seat { table: String, seat: u8, holder: SeatHolder },
    /// Stores the record lines of one event.
    Event { table: String, number: u64, lines: String },
    /// Replaces a record by these lines of its events.
    Record { table: String, lines: Vec<(u64, String)> },
    /// Stores the state of a table.
    State { table: String, state: TableState },
    /// Stores the program that plays a table.
    Home { table: String, home: Home },
    /// Stores the result of a finished game, and the ratings that follow from it.
    Finish(GameResult),
    /// Stores the table of the rematch.
    Next { table: String, next: String },
    /// Hides a finished table from a user's list.
    Hide { table: String, user: String },
    /// Stores that a user has blocked another.
    Block { user: String, blocked: String, name: String, now: i64 },
    /// Removes the blocks of the users of a name.
    Unblock { user: String, name: String },
    /// Stores the state of a user's chess computer and the table of its game.
    Device { user: String, state: Vec<u8>, table: Option<String> },
    /// Writes a number without meaning, to see that the database can be written.
    Probe,
    /// Limits the size of the database.
    LimitPages(u32),
    /// Closes the database after all earlier batches.
    Close,
}

/// Operations that succeed or fail together, and the sender that waits for the result.
pub(crate) struct WriteBatch {
    pub(crate) ops: Vec<WriteOp>,
    pub(crate) reply: oneshot::Sender<Result<(), StoreError>>,
}

/// Writes batches until the queue is closed. Batches that have gathered meanwhile share a transaction.
pub(crate) async fn write(mut connection: SqliteConnection, mut queue: mpsc::Receiver<WriteBatch>) {
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
    // Usually all batches succeed. Only if one fails, each has to be tried by itself.
    match transact_together(connection, batches).await {
        Ok(()) => return vec![Ok(()); batches.len()],
        // This fails if SQLite has rolled back by itself.
        Err(_) => drop(execute(connection, "ROLLBACK").await),
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

/// Runs several batches as one, with as few statements as possible: each costs a switch to the thread of the database and back.
async fn transact_together(
    connection: &mut SqliteConnection,
    batches: &[WriteBatch],
) -> Result<(), sqlx::Error> {
    execute(connection, "BEGIN IMMEDIATE").await?;
    let mut events = Vec::new();
    for op in batches.iter().flat_map(|batch| &batch.ops) {
        if let WriteOp::Event { table, number, lines } = op {
            events.push((table.as_str(), *number, lines.as_str()));
        } else {
            insert_events(connection, &events).await?;
            events.clear();
            apply(connection, op).await?;
        }
    }
    insert_events(connection, &events).await?;
    execute(connection, "COMMIT").await
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
        WriteOp::Table(table) => insert_table(connection, table).await?,
        WriteOp::Seat { table, seat, holder } => upsert_seat(connection, table, *seat, holder).await?,
        WriteOp::Event { table, number, lines } => insert_event(connection, table, *number, lines).await?,
        WriteOp::Record { table, lines } => {
            sqlx::query("DELETE FROM events WHERE table_id = $1")
                .bind(table)
                .execute(&mut *connection)
                .await?;
            for (number, lines) in lines {
                insert_event(connection, table, *number, lines).await?;
            }
        }
        WriteOp::State { table, state } => {
            let sql = "UPDATE tables SET state = $1 WHERE id = $2";
            sqlx::query(sql).bind(state.name()).bind(table).execute(&mut *connection).await?;
        }
        WriteOp::Home { table, home } => {
            let sql = "UPDATE tables SET home = $1 WHERE id = $2";
            sqlx::query(sql).bind(home.name()).bind(table).execute(&mut *connection).await?;
        }
        WriteOp::Finish(result) => finish(connection, result).await?,
        WriteOp::Next { table, next } => {
            let sql = "UPDATE tables SET next = $1 WHERE id = $2";
            sqlx::query(sql).bind(next).bind(table).execute(&mut *connection).await?;
        }
        WriteOp::Hide { table, user } => {
            let sql = "INSERT INTO hidden (user, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            sqlx::query(sql).bind(user).bind(table).execute(&mut *connection).await?;
        }
        WriteOp::Probe => {
            sqlx::query("PRAGMA user_version = 1").execute(&mut *connection).await?;
        }
        WriteOp::LimitPages(_) | WriteOp::Close => {}
        WriteOp::Bot { .. } | WriteOp::BotToken { .. } | WriteOp::UseBot { .. } => {
            bots::apply(connection, op).await?;
        }
        of_user => apply_to_user(connection, of_user).await?,
    }
    Ok(())
}

/// Applies an operation on users and sessions.
async fn apply_to_user(connection: &mut SqliteConnection, op: &WriteOp) -> Result<(), sqlx::Error> {
    match op {
        WriteOp::Guest { id, name, session, label, now } => {
            let sql = "INSERT INTO users (id, name, created) VALUES ($1, $2, $3) \
                       ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE login IS NULL";
            sqlx::query(sql).bind(id).bind(name).bind(now).execute(&mut *connection).await?;
            begin_session(connection, session, id, label, *now).await?;
        }
        WriteOp::Register { user, name, login, password, now } => {
            let sql = "INSERT INTO users (id, name, login, password, created) VALUES ($1, $2, $3, $4, $5) \
                       ON CONFLICT (id) DO UPDATE SET name = excluded.name, login = excluded.login, \
                       password = excluded.password";
            let query = sqlx::query(sql).bind(user).bind(name).bind(login).bind(password).bind(now);
            query.execute(&mut *connection).await?;
            // Running games show the new name at once; the records of finished ones keep the old one.
            let sql = "UPDATE seats SET name = $1 WHERE user = $2 AND at_screen = 0 AND result IS NULL";
            sqlx::query(sql).bind(name).bind(user).execute(&mut *connection).await?;
        }
        WriteOp::Password { user, password } => {
            let sql = "UPDATE users SET password = $1 WHERE id = $2 AND login IS NOT NULL";
            sqlx::query(sql).bind(password).bind(user).execute(&mut *connection).await?;
        }
        WriteOp::Session { id, user, label, now } => begin_session(connection, id, user, label, *now).await?,
        WriteOp::UseSession { session, now } => {
            let sql = "UPDATE sessions SET used = $1 WHERE id = $2";
            sqlx::query(sql).bind(now).bind(session).execute(&mut *connection).await?;
        }
        WriteOp::EndSession { session } => {
            sqlx::query("DELETE FROM sessions WHERE id = $1").bind(session).execute(&mut *connection).await?;
        }
        WriteOp::EndSessions { user, except } => {
            let sql = "DELETE FROM sessions WHERE user = $1 AND id IS NOT $2";
            sqlx::query(sql).bind(user).bind(except).execute(&mut *connection).await?;
        }
        WriteOp::MoveGames { from, to } => {
            for sql in [
                "UPDATE seats SET user = $2 WHERE user = $1",
                "UPDATE tables SET host = $2 WHERE host = $1",
                "UPDATE OR IGNORE hidden SET user = $2 WHERE user = $1",
                "UPDATE OR IGNORE devices SET user = $2 WHERE user = $1",
                "UPDATE OR IGNORE blocks SET user = $2 WHERE user = $1",
                "UPDATE OR IGNORE blocks SET blocked = $2 WHERE blocked = $1",
                "DELETE FROM blocks WHERE user = $2 AND blocked = $2 OR user = $1",
            ] {
                sqlx::query(sql).bind(from).bind(to).execute(&mut *connection).await?;
            }
        }
        WriteOp::DeleteUser { user } => {
            for sql in [
                "DELETE FROM sessions WHERE user = $1",
                "DELETE FROM ratings WHERE user = $1",
                "DELETE FROM rating_changes WHERE user = $1",
                "DELETE FROM hidden WHERE user = $1",
                "DELETE FROM devices WHERE user = $1",
                "DELETE FROM bots WHERE user = $1",
                "DELETE FROM blocks WHERE user = $1 OR blocked = $1",
            ] {
                sqlx::query(sql).bind(user).execute(&mut *connection).await?;
            }
            let sql = "UPDATE users SET name = $2, login = NULL, password = NULL WHERE id = $1";
            sqlx::query(sql).bind(user).bind(DELETED).execute(&mut *connection).await?;
            let sql = "UPDATE seats SET name = $2 WHERE user = $1";
            sqlx::query(sql).bind(user).bind(DELETED).execute(&mut *connection).await?;
        }
        WriteOp::Device { user, state, table } => {
            let sql = "INSERT INTO devices (user, state, table_id) VALUES ($1, $2, $3) \
                       ON CONFLICT (user) DO UPDATE SET state = excluded.state, table_id = excluded.table_id";
            sqlx::query(sql).bind(user).bind(state).bind(table).execute(&mut *connection).await?;
        }
        WriteOp::Block { user, blocked, name, now } => {
            let sql = "INSERT INTO blocks (user, blocked, name, created) VALUES ($1, $2, $3, $4) \
                       ON CONFLICT (user, blocked) DO UPDATE SET name = excluded.name";
            sqlx::query(sql).bind(user).bind(blocked).bind(name).bind(now).execute(&mut *connection).await?;
        }
        WriteOp::Unblock { user, name } => {
            let sql = "DELETE FROM blocks WHERE user = $1 AND name = $2";
            sqlx::query(sql).bind(user).bind(name).execute(&mut *connection).await?;
        }
        // Operations on tables are applied by the caller.
        _ => {}
    }
    Ok(())
}

async fn begin_session(
    connection: &mut SqliteConnection,
    id: &str,
    user: &str,
    label: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO sessions (id, user, label, created, used) VALUES ($1, $2, $3, $4, $4) \
               ON CONFLICT (id) DO NOTHING";
    sqlx::query(sql).bind(id).bind(user).bind(label).bind(now).execute(&mut *connection).await.map(drop)
}

/// Numbers of events that are inserted by one statement, the largest first.
const EVENT_CHUNKS: [usize; 3] = [32, 8, 1];

/// Inserts events of any tables, in their order.
async fn insert_events(
    connection: &mut SqliteConnection,
    mut events: &[(&str, u64, &str)],
) -> Result<(), sqlx::Error> {
    while !events.is_empty() {
        let size = EVENT_CHUNKS.into_iter().find(|size| *size <= events.len()).unwrap_or(1);
        let (chunk, rest) = events.split_at(size);
        events = rest;
        let rows = vec!["(?, ?, ?)"; size].join(", ");
        // The text has no values in it, and the same few texts are prepared once each.
        let sql = sqlx::AssertSqlSafe(format!("INSERT INTO events (table_id, number, lines) VALUES {rows}"));
        let mut query = sqlx::query(sql.into_sql_str());
        for (table, number, lines) in chunk {
            let number = i64::try_from(*number).map_err(|error| sqlx::Error::Encode(error.into()))?;
            query = query.bind(*table).bind(number).bind(*lines);
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

async fn insert_event(
    connection: &mut SqliteConnection,
    table: &str,
    number: u64,
    lines: &str,
) -> Result<(), sqlx::Error> {
    let number = i64::try_from(number).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let sql = "INSERT INTO events (table_id, number, lines) VALUES ($1, $2, $3)";
    sqlx::query(sql).bind(table).bind(number).bind(lines).execute(&mut *connection).await.map(drop)
}

/// Stores the result of a game once; later results of the same table change nothing.
async fn finish(connection: &mut SqliteConnection, result: &GameResult) -> Result<(), sqlx::Error> {
    let sql = "SELECT rules, rated FROM tables WHERE id = $1 AND finished IS NULL";
    let Some(row) = sqlx::query(sql).bind(&result.table).fetch_optional(&mut *connection).await? else {
        return Ok(());
    };
    let rules: String = row.try_get("rules")?;
    let game = rules.split([' ', '\n']).next().unwrap_or("").to_owned();
    let is_rated: bool = row.try_get("rated")?;
    let sql = "UPDATE tables SET finished = $1, rule = $2, moves = $3, game = $4 WHERE id = $5";
    let moves = i64::try_from(result.moves).unwrap_or(i64::MAX);
    sqlx::query(sql)
        .bind(result.finished)
        .bind(&result.rule)
        .bind(moves)
        .bind(&game)
        .bind(&result.table)
        .execute(&mut *connection)
        .await?;
    for (seat, number) in result.seats.iter().zip(1_i64..) {
        let sql = "UPDATE seats SET result = $1, place = $2, points = $3, counted = $4 \
                   WHERE table_id = $5 AND seat = $6";
        sqlx::query(sql)
            .bind(seat.result.name())
            .bind(seat.place)
            .bind(seat.points)
            .bind(seat.is_counted)
            .bind(&result.table)
            .bind(number)
            .execute(&mut *connection)
            .await?;
    }
    if is_rated {
        rating::rate_game(connection, &game, result).await?;
    }
    Ok(())
}

async fn insert_table(connection: &mut SqliteConnection, table: &TableRow) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO tables (id, rules, clock, position, secret, host, listed, state, created, next, \
               game, rated, home) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
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
        .bind(table.game())
        .bind(table.is_rated)
        .bind(table.home.name())
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
    let is_other = matches!(holder, SeatHolder::Person { is_other: true, .. });
    let sql = "INSERT INTO seats (table_id, seat, user, engine, name, at_screen) VALUES ($1, $2, $3, $4, $5, $6) \
               ON CONFLICT (table_id, seat) DO UPDATE SET user = excluded.user, engine = excluded.engine, \
               name = excluded.name, at_screen = excluded.at_screen";
    sqlx::query(sql)
        .bind(table)
        .bind(i64::from(seat))
        .bind(holder.user())
        .bind(engine)
        .bind(holder.name())
        .bind(is_other)
        .execute(&mut *connection)
        .await?;
    Ok(())
}
