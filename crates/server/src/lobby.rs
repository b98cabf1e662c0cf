//! The lobby: all tables, their rooms, and the resources they share.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

use crate::api_error::ApiError;
use crate::blocking::BlockingPool;
use crate::engine_pool::EnginePool;
use crate::guest::{self, Guest};
use crate::new_table::NewTable;
use crate::room::{GameSummary, OpenReason, ReplySender, Room, RoomCommand};
use crate::store::{Store, StoreError, TableRow, TableState, WriteOp};
use crate::wire::FinishedTable;

/// Characters of a table's id: no vowels, so that ids do not form words.
const ID_CHARACTERS: &[u8; 30] = b"0123456789bcdfghjkmnpqrstvwxyz";
/// Length of a table's id: about 49 random bits.
const ID_LENGTH: usize = 10;

/// Number of unfinished tables that one guest may have.
const MAX_OWN_TABLES: usize = 64;

/// State shared by all connections and rooms.
pub(crate) struct Lobby {
    pub(crate) store: Store,
    pub(crate) engine_pool: EnginePool,
    pub(crate) blocking: BlockingPool,
    rooms: Mutex<HashMap<String, Room>>,
    /// Unfinished tables whose rooms have not been opened since the server started.
    unopened: Mutex<HashSet<String>>,
    summaries: Mutex<HashMap<String, GameSummary>>,
    /// Hosts of the tables that are being opened and have no summary yet. Locked after `summaries`.
    reservations: Mutex<Reservations>,
    changes: watch::Sender<u64>,
    connections: AtomicU64,
    is_shutting_down: AtomicBool,
}

impl Lobby {
    /// A lobby with the tables of the store.
    pub(crate) async fn open(store: Store, engine_pool: EnginePool) -> Result<Arc<Lobby>, StoreError> {
        let unopened = store.unfinished_tables().await?.into_iter().collect();
        let threads = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Ok(Arc::new(Lobby {
            store,
            engine_pool,
            blocking: BlockingPool::new(threads),
            rooms: Mutex::default(),
            unopened: Mutex::new(unopened),
            summaries: Mutex::default(),
            reservations: Mutex::default(),
            changes: watch::Sender::new(0),
            connections: AtomicU64::new(0),
            is_shutting_down: AtomicBool::new(false),
        }))
    }

    /// Opens the rooms of all unfinished tables after a restart, so that clocks run and engines move.
    pub(crate) async fn reopen_tables(self: Arc<Lobby>) {
        let unopened: Vec<String> = lock(&self.unopened).iter().cloned().collect();
        let count = unopened.len();
        for id in unopened {
            if let Err(error) = self.room(&id).await {
                tracing::error!(table = %id, error = %error.message, "cannot reopen a table");
            }
        }
        tracing::info!(tables = count, "unfinished tables reopened");
    }

    /// The room of a table; opens it if it is closed.
    pub(crate) async fn room(self: &Arc<Lobby>, id: &str) -> Result<Room, ApiError> {
        if self.is_shutting_down() {
            return Err(ApiError::shutting_down());
        }
        if let Some(room) = lock(&self.rooms).get(id).filter(|room| room.is_open()) {
            return Ok(room.clone());
        }
        let row = self.store.table(id).await?.ok_or_else(|| ApiError::no_such_table(id))?;
        Ok(self.open_room(row))
    }

    /// Opens the room of a stored table, unless it is open already.
    pub(crate) fn open_room(self: &Arc<Lobby>, row: TableRow) -> Room {
        let mut rooms = lock(&self.rooms);
        if let Some(room) = rooms.get(&row.id).filter(|room| room.is_open()) {
            return room.clone();
        }
        let was_unopened = lock(&self.unopened).remove(&row.id);
        let reason = if was_unopened { OpenReason::ServerRestart } else { OpenReason::Request };
        let id = row.id.clone();
        let room = Room::open(Arc::clone(self), row, reason);
        rooms.insert(id, room.clone());
        room
    }

    /// Sends a command to a room and waits for the reply. A room that is just closing is opened again.
    pub(crate) async fn ask<T>(
        self: &Arc<Lobby>,
        id: &str,
        mut command: impl FnMut(ReplySender<T>) -> RoomCommand,
    ) -> Result<T, ApiError> {
        for _ in 0..3 {
            if let Some(reply) = self.room(id).await?.ask(&mut command).await {
                return reply;
            }
        }
        Err(ApiError::shutting_down())
    }

    /// Ends a connection's subscription to a table.
    pub(crate) async fn unwatch(&self, id: &str, connection: u64) {
        let room = lock(&self.rooms).get(id).cloned();
        if let Some(room) = room {
            room.unwatch(connection).await;
        }
    }

    /// Removes a room that has closed.
    pub(crate) fn remove_room(&self, id: &str) {
        lock(&self.rooms).remove(id);
    }

    /// Opens a table for a guest and returns its id.
    pub(crate) async fn open_table(
        self: &Arc<Lobby>,
        guest: &Guest,
        new_table: NewTable,
    ) -> Result<String, ApiError> {
        let reservation = self.reserve(&guest.id)?;
        let name = self.guest_name(guest).await?;
        let (host, host_name) = (guest.clone(), name.clone());
        let row = self.blocking.run(move || new_table.into_row(&host, &host_name)).await??;
        let id = row.id.clone();
        let guest = WriteOp::Guest { id: guest.id.clone(), name, now: row.created };
        self.store.write(vec![guest, WriteOp::Table(row.clone())]).await?;
        reservation.hold_for(&id);
        tracing::info!(table = %id, rules = %row.rules.lines().next().unwrap_or(""), "table opened");
        self.open_room(row);
        Ok(id)
    }

    /// Reserves a table for a guest, so that requests at the same time cannot exceed the limit together.
    fn reserve(&self, guest: &str) -> Result<Reservation<'_>, ApiError> {
        let summaries = lock(&self.summaries);
        let mut reservations = lock(&self.reservations);
        let open = summaries.values().filter(|game| game.counts_for(guest)).count();
        let own = open + reservations.hosts.values().filter(|host| *host == guest).count();
        if own >= MAX_OWN_TABLES {
            return Err(ApiError::conflict(format!(
                "you have {own} unfinished games; finish or abandon one first"
            )));
        }
        reservations.latest += 1;
        let key = format!("reservation {}", reservations.latest);
        reservations.hosts.insert(key.clone(), guest.to_owned());
        Ok(Reservation { lobby: self, key })
    }

    /// Name of a guest.
    pub(crate) async fn guest_name(&self, guest: &Guest) -> Result<String, ApiError> {
        Ok(self.store.guest_name(&guest.id).await?.unwrap_or_else(|| guest.default_name()))
    }

    /// Stores a guest's chosen name.
    pub(crate) async fn rename_guest(&self, guest: &Guest, name: &str) -> Result<(), ApiError> {
        let name = name.trim();
        check_name(name)?;
        let op = WriteOp::Guest { id: guest.id.clone(), name: name.to_owned(), now: unix_millis() };
        Ok(self.store.write(vec![op]).await?)
    }

    /// A guest's latest finished games that are not hidden, the newest first.
    pub(crate) async fn finished_games(&self, guest: &Guest) -> Result<Vec<FinishedTable>, ApiError> {
        let mut games = Vec::new();
        for row in self.store.finished_tables(&guest.id).await? {
            games.push((self.store.record(&row.id).await?, row));
        }
        let read = |(record, row): (String, TableRow)| FinishedTable::new(row, &record);
        self.blocking.run(move || games.into_iter().filter_map(read).collect()).await
    }

    /// Replaces the summary of a table in the lobby; finished tables are removed.
    pub(crate) fn publish(&self, game: GameSummary) {
        let mut summaries = lock(&self.summaries);
        lock(&self.reservations).hosts.remove(&game.row.id);
        if matches!(game.row.state, TableState::Waiting | TableState::Live) {
            summaries.insert(game.row.id.clone(), game);
        } else if summaries.remove(&game.row.id).is_none() {
            return;
        }
        drop(summaries);
        self.changes.send_modify(|count| *count += 1);
    }

    /// Summaries of all unfinished tables, the newest first.
    pub(crate) fn summaries(&self) -> Vec<GameSummary> {
        let mut games: Vec<GameSummary> = lock(&self.summaries).values().cloned().collect();
        games.sort_by(|one, other| (other.row.created, &other.row.id).cmp(&(one.row.created, &one.row.id)));
        games
    }

    /// Receiver that is notified of every change in the lobby.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Number of unfinished tables.
    pub(crate) fn table_count(&self) -> usize {
        lock(&self.summaries).len()
    }

    /// Number for a new connection.
    pub(crate) fn next_connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// `true` once the server is stopping.
    pub(crate) fn is_shutting_down(&self) -> bool {
        self.is_shutting_down.load(Ordering::Relaxed)
    }

    /// Stops the engines and closes all connections; opens no more rooms.
    pub(crate) fn shut_down(&self) {
        self.is_shutting_down.store(true, Ordering::Relaxed);
        self.engine_pool.close();
        self.changes.send_modify(|count| *count += 1);
    }
}

/// Tables that are being opened.
#[derive(Default)]
struct Reservations {
    /// Hosts by the key of their reservation: a number, and once the table is stored its id.
    hosts: HashMap<String, String>,
    latest: u64,
}

/// A table that counts towards its host's limit although it is not open yet. Dropping it frees the reservation.
struct Reservation<'a> {
    lobby: &'a Lobby,
    key: String,
}

impl Reservation<'_> {
    /// Holds the reservation until the room of this table publishes its summary.
    fn hold_for(self, table: &str) {
        let mut reservations = lock(&self.lobby.reservations);
        if let Some(host) = reservations.hosts.remove(&self.key) {
            reservations.hosts.insert(table.to_owned(), host);
        }
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        lock(&self.lobby.reservations).hosts.remove(&self.key);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Checks a name that a guest has typed.
pub(crate) fn check_name(name: &str) -> Result<(), ApiError> {
    table::check_name(name).map_err(|_| ApiError::unprocessable("use 1–64 characters"))
}

/// A random id for a new table.
pub(crate) fn new_id() -> String {
    guest::random_bytes::<ID_LENGTH>()
        .iter()
        .map(|byte| ID_CHARACTERS[usize::from(byte % ID_CHARACTERS.len() as u8)] as char)
        .collect()
}

/// Milliseconds since the Unix epoch.
pub(crate) fn unix_millis() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}
