//! The lobby: all tables, their rooms, and the resources they share.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::api_error::ApiError;
use crate::blocking::BlockingPool;
use crate::blocks::Blocks;
use crate::challenges::Challenges;
use crate::chat::ChatLimits;
use crate::engine_pool::EnginePool;
use crate::identity::User;
use crate::metrics::Metrics;
use crate::new_table::NewTable;
use crate::presence::{AbsenceLimits, Presence};
use crate::room::{GameSummary, OpenReason, ReplySender, Room, RoomCommand};
use crate::wire::ServerMessage;
use store::{Home, Store, StoreError, TableRow, TableState, WriteOp, unix_millis};

/// Number of unfinished tables that one user may have.
const MAX_OWN_TABLES: usize = 64;

/// Longest time in milliseconds that a table waits for players: a week.
const WAITING_LIMIT: i64 = 7 * 24 * 3600 * 1000;
/// Interval at which tables are closed that have waited too long.
const EXPIRY_INTERVAL: Duration = Duration::from_secs(600);

/// State shared by all connections and rooms.
pub(crate) struct Lobby {
    pub(crate) store: Store,
    pub(crate) engine_pool: EnginePool,
    pub(crate) blocking: BlockingPool,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) presence: Arc<Presence>,
    pub(crate) challenges: Challenges,
    pub(crate) blocks: Blocks,
    pub(crate) chat_limits: ChatLimits,
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
    pub(crate) async fn open(
        store: Store,
        engine_pool: EnginePool,
        absence: AbsenceLimits,
    ) -> Result<Arc<Lobby>, StoreError> {
        let unopened = store.unfinished_tables(Home::Server).await?.into_iter().collect();
        let blocks = Blocks::open(store.clone()).await?;
        let threads = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Ok(Arc::new(Lobby {
            store,
            engine_pool,
            blocking: BlockingPool::new(threads),
            metrics: Arc::new(Metrics::new()),
            presence: Presence::new(absence),
            challenges: Challenges::default(),
            blocks,
            chat_limits: ChatLimits::default(),
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
        if row.home == Home::Terminal && row.state != TableState::Over {
            return Err(ApiError::conflict("the game is in a terminal; continue it from your list of games"));
        }
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

    /// Opens a table for a user and returns its id.
    pub(crate) async fn open_table(
        self: &Arc<Lobby>,
        user: &User,
        new_table: NewTable,
    ) -> Result<String, ApiError> {
        let reservation = self.reserve(&user.id)?;
        let challenged = match new_table.challenged()? {
            Some((seat, name)) => Some(self.challenged_player(user, seat, &name).await?),
            None => None,
        };
        let host = user.clone();
        let (row, seat_names) = self.blocking.run(move || new_table.into_row(&host)).await??;
        let id = row.id.clone();
        let mut ops: Vec<WriteOp> = user.store_op(&user.name).into_iter().collect();
        ops.push(WriteOp::Table(row.clone()));
        self.store.write(ops).await?;
        reservation.hold_for(&id);
        tracing::info!(table = %id, rules = %row.rules.lines().next().unwrap_or(""), "table opened");
        self.open_room(row.clone());
        if let Some(player) = challenged {
            self.send_challenge(user, player, &row, &seat_names).await?;
        }
        Ok(id)
    }

    /// Reserves a table for a user, so that requests at the same time cannot exceed the limit together.
    fn reserve(&self, user: &str) -> Result<Reservation<'_>, ApiError> {
        let summaries = lock(&self.summaries);
        let mut reservations = lock(&self.reservations);
        let open = summaries.values().filter(|game| game.counts_for(user)).count();
        let own = open + reservations.hosts.values().filter(|host| *host == user).count();
        if own >= MAX_OWN_TABLES {
            return Err(ApiError::conflict(format!(
                "you have {own} unfinished games; finish or abandon one first"
            )));
        }
        reservations.latest += 1;
        let key = format!("reservation {}", reservations.latest);
        reservations.hosts.insert(key.clone(), user.to_owned());
        Ok(Reservation { lobby: self, key })
    }

    /// Stores the name that a guest has chosen.
    pub(crate) async fn rename_guest(&self, user: &User, name: &str) -> Result<(), ApiError> {
        let name = name.trim();
        check_name(name)?;
        if user.is_registered {
            return Err(ApiError::conflict("the name of an account cannot be changed"));
        }
        if self.store.account(name).await?.is_some() {
            return Err(ApiError::conflict("this name belongs to an account; choose another one"));
        }
        let ops = user.store_op(name).into_iter().collect();
        Ok(self.store.write(ops).await?)
    }

    /// Lets the open rooms of a user's unfinished games read their seats again.
    pub(crate) async fn reload_games(self: &Arc<Lobby>, user: &str) {
        match self.store.unfinished_games(user).await {
            Ok(games) => {
                let ids: Vec<String> = games.into_iter().map(|row| row.id).collect();
                self.reload_tables(&ids).await;
            }
            Err(error) => tracing::error!(%error, "cannot reload the games of a user"),
        }
    }

    /// Lets the open rooms of these tables read their seats again.
    pub(crate) async fn reload_tables(&self, ids: &[String]) {
        for id in ids {
            let room = lock(&self.rooms).get(id).cloned();
            if let Some(room) = room {
                let _ = room.ask(|reply| RoomCommand::Reload { reply }).await;
            }
        }
    }

    /// Abandons all unfinished games of a user.
    pub(crate) async fn leave_games(self: &Arc<Lobby>, user: &User) -> Result<(), ApiError> {
        for row in self.store.unfinished_games(&user.id).await? {
            if row.home == Home::Server {
                self.ask(&row.id, |reply| RoomCommand::Leave { user: user.clone(), reply }).await?;
            }
        }
        Ok(())
    }

    /// Closes tables that have waited for players too long, again and again until the server stops.
    pub(crate) async fn expire_tables(self: Arc<Lobby>) {
        while !self.is_shutting_down() {
            let stale = self.store.stale_tables(unix_millis() - WAITING_LIMIT).await;
            for id in stale.unwrap_or_default() {
                if let Err(error) = self.ask(&id, |reply| RoomCommand::Expire { reply }).await {
                    tracing::warn!(table = %id, error = %error.message, "cannot close a table");
                }
            }
            tokio::time::sleep(EXPIRY_INTERVAL).await;
        }
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
        self.metrics.tables.set(summaries.len() as i64);
        drop(summaries);
        self.changes.send_modify(|count| *count += 1);
    }

    /// Summaries of all unfinished tables, the newest first.
    pub(crate) fn summaries(&self) -> Vec<GameSummary> {
        let mut games: Vec<GameSummary> = lock(&self.summaries).values().cloned().collect();
        games.sort_by(|one, other| (other.row.created, &other.row.id).cmp(&(one.row.created, &one.row.id)));
        games
    }

    /// Messages about the games with other people in which it is a user's turn.
    pub(crate) fn turns_of(&self, user: &str) -> Vec<String> {
        let summaries = lock(&self.summaries);
        let own = summaries.values().filter(|game| game.is_turn_of(user) && !game.opponents(user).is_empty());
        own.map(|game| ServerMessage::turn(game, user).to_json()).collect()
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

/// Checks a name that a user has typed.
pub(crate) fn check_name(name: &str) -> Result<(), ApiError> {
    table::check_name(name).map_err(|_| ApiError::unprocessable("use 1–64 characters"))
}
