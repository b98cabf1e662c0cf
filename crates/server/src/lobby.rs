//! The lobby: all tables, their rooms, and the resources they share.

mod feed;
mod listing;
mod reservations;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::AbortHandle;

use crate::api_error::ApiError;
use crate::blocking::BlockingPool;
use crate::blocks::Blocks;
use crate::bots::StreamCounter;
use crate::challenges::Challenges;
use crate::chat::ChatLimits;
use crate::client_networks::ClientNetworks;
use crate::engine_pool::EnginePool;
use crate::health::HealthCheck;
use crate::identity::User;
use crate::metrics::Metrics;
use crate::names::check_name;
use crate::new_table::NewTable;
use crate::outbox::Outbox;
use crate::presence::{AbsenceLimits, Presence};
use crate::room::{GameSummary, OpenReason, ReplySender, Room, RoomCommand, TableTime};
use crate::wire::{LobbyPages, ServerMessage};
use feed::LobbyFeed;
pub(crate) use listing::ListPage;
use listing::Listing;
use reservations::Reservations;
use store::{Home, Store, StoreError, TableRow, TableState, WriteOp, unix_millis};

/// Number of rooms that are opened at the same time after a restart, so that tables which clients request do not wait for all.
const MAX_REOPENING: usize = 64;
/// Time after which a table whose clock has run out is opened again if the store failed.
const WAKE_RETRY: Duration = Duration::from_secs(1);
/// Longest time in milliseconds that a table waits for players: a week.
const WAITING_LIMIT: i64 = 7 * 24 * 3600 * 1000;
/// Longest time in milliseconds that all players of a game may be away: 60 days.
const ABANDONED_LIMIT: i64 = 60 * 24 * 3600 * 1000;
/// Number of games that wait for a user's move and are reported to a new connection.
const MAX_TURNS: usize = 100;
/// Number of old games that are examined each time.
const MAX_ABANDONED: u32 = 200;
/// Interval at which tables are closed that have waited too long.
const EXPIRY_INTERVAL: Duration = Duration::from_secs(600);

/// State shared by all connections and rooms.
pub(crate) struct Lobby {
    pub(crate) store: Store,
    pub(crate) engine_pool: EnginePool,
    pub(crate) blocking: BlockingPool,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) networks: ClientNetworks,
    pub(crate) presence: Arc<Presence>,
    pub(crate) challenges: Challenges,
    pub(crate) blocks: Blocks,
    /// Streams of events that bots read.
    pub(crate) event_streams: Arc<StreamCounter>,
    pub(crate) chat_limits: ChatLimits,
    rooms: Mutex<HashMap<String, Room>>,
    /// Unfinished tables whose rooms have not been opened since the server started.
    unopened: Mutex<HashSet<String>>,
    /// Tables whose rooms are closed although a clock is running.
    asleep: Mutex<HashMap<String, SleepingTable>>,
    /// Time after which a room that is not used closes.
    pub(crate) idle_timeout: Duration,
    /// Tables that are not listed again since the server started, each with its permit while its room reads them.
    reopening: Mutex<HashMap<String, Option<OwnedSemaphorePermit>>>,
    health: HealthCheck,
    listing: Mutex<Listing>,
    feed: LobbyFeed,
    /// Number of changes of the listing and of challenges to bots, for streams of bots.
    changes: watch::Sender<u64>,
    /// Hosts of the tables that are being opened and have no summary yet. Locked after `listing`.
    reservations: Mutex<Reservations>,
    connections: AtomicU64,
    is_shutting_down: watch::Sender<bool>,
}

impl Lobby {
    /// A lobby with the tables of the store.
    pub(crate) async fn open(
        store: Store,
        engine_pool: EnginePool,
        absence: AbsenceLimits,
        idle_timeout: Duration,
    ) -> Result<Arc<Lobby>, StoreError> {
        let unopened: HashSet<String> = store.unfinished_tables(Home::Server).await?.into_iter().collect();
        let blocks = Blocks::open(store.clone()).await?;
        let threads = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Ok(Arc::new(Lobby {
            store,
            engine_pool,
            blocking: BlockingPool::new(threads),
            metrics: Arc::new(Metrics::new()),
            networks: ClientNetworks::default(),
            presence: Presence::new(absence),
            challenges: Challenges::default(),
            blocks,
            event_streams: Arc::default(),
            chat_limits: ChatLimits::default(),
            rooms: Mutex::default(),
            asleep: Mutex::default(),
            idle_timeout,
            reopening: Mutex::new(unopened.iter().map(|id| (id.clone(), None)).collect()),
            unopened: Mutex::new(unopened),
            health: HealthCheck::default(),
            listing: Mutex::default(),
            feed: LobbyFeed::default(),
            changes: watch::Sender::new(0),
            reservations: Mutex::default(),
            connections: AtomicU64::new(0),
            is_shutting_down: watch::Sender::new(false),
        }))
    }

    /// Opens the rooms of all unfinished tables after a restart, so that clocks run and engines move.
    pub(crate) async fn reopen_tables(self: Arc<Lobby>) {
        let unopened: Vec<String> = lock(&self.unopened).iter().cloned().collect();
        let count = unopened.len();
        let permits = Arc::new(Semaphore::new(MAX_REOPENING));
        for id in unopened {
            let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
            if let Some(held) = lock(&self.reopening).get_mut(&id) {
                *held = Some(permit);
            }
            if let Err(error) = self.room(&id).await {
                tracing::error!(table = %id, error = %error.message, "cannot reopen a table");
                self.reopened(&id);
            }
        }
        // The last tables are listed when all permits are back.
        let _ = permits.acquire_many(MAX_REOPENING as u32).await;
        tracing::info!(tables = count, "unfinished tables reopened");
    }

    /// Notes that a table is listed again, or cannot be.
    pub(crate) fn reopened(&self, id: &str) {
        lock(&self.reopening).remove(id);
    }

    /// Number of unfinished tables that are not listed again since the server started.
    pub(crate) fn reopening_count(&self) -> usize {
        lock(&self.reopening).len()
    }

    /// `true` if the store can be read and written.
    pub(crate) async fn is_healthy(&self) -> bool {
        self.health.test(&self.store).await
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
        let asleep = lock(&self.asleep).remove(&row.id);
        let reason = match asleep {
            Some(asleep) => OpenReason::ClockRunning(asleep.end()),
            None if was_unopened => OpenReason::ServerRestart,
            None => OpenReason::Request,
        };
        let id = row.id.clone();
        let room = Room::open(Arc::clone(self), row, reason);
        rooms.insert(id, room.clone());
        self.metrics.rooms.set(rooms.len() as i64);
        room
    }

    /// Opens the room of a table again when its clock runs out, unless a request does so before. The room is about to close.
    pub(crate) fn open_at(self: &Arc<Lobby>, id: &str, flag: tokio::time::Instant, time: TableTime) {
        let (lobby, table) = (Arc::clone(self), id.to_owned());
        let timer = tokio::spawn(async move {
            tokio::time::sleep_until(flag).await;
            while let Err(error) = lobby.room(&table).await {
                if lobby.is_shutting_down() || !lock(&lobby.asleep).contains_key(&table) {
                    return;
                }
                tracing::warn!(%table, error = %error.message, "cannot open a table whose clock has run out");
                tokio::time::sleep(WAKE_RETRY).await;
            }
        });
        lock(&self.asleep).insert(id.to_owned(), SleepingTable { time, timer: timer.abort_handle() });
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
        let mut rooms = lock(&self.rooms);
        rooms.remove(id);
        self.metrics.rooms.set(rooms.len() as i64);
    }

    /// Opens a table for a user and returns its id.
    pub(crate) async fn open_table(
        self: &Arc<Lobby>,
        user: &User,
        new_table: NewTable,
    ) -> Result<String, ApiError> {
        let reservation = self.reserve(&user.id, "you have").await?;
        let challenged = match new_table.challenged()? {
            Some((seat, name)) => {
                Some(self.challenged_player(user, seat, &name, new_table.is_rated()).await?)
            }
            None => None,
        };
        let host = user.clone();
        let (row, seat_names) =
            self.blocking.run(self.networks.party(&user.id), move || new_table.into_row(&host)).await??;
        let id = row.id.clone();
        let mut ops: Vec<WriteOp> = user.store_op(&user.name).into_iter().collect();
        ops.push(WriteOp::Table(row.clone()));
        self.store.write(ops).await?;
        reservation.hold_for(&id);
        tracing::info!(table = %id, rules = %row.rules.lines().next().unwrap_or(""), "table opened");
        // The seat is reserved before the lobby lists the table.
        if let Some(player) = challenged {
            self.send_challenge(user, player, &row, &seat_names).await?;
        }
        self.open_room(row);
        Ok(id)
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

    /// Closes tables that have waited for players too long, and ends games whose players have all been away too long, again and
    /// again until the server stops. After a start the players have some time to come back.
    pub(crate) async fn expire_tables(self: Arc<Lobby>, abandoned_grace: Duration) {
        let started = Instant::now();
        while !self.is_shutting_down() {
            let now = unix_millis();
            let waiting = self.store.stale_tables(now - WAITING_LIMIT).await.unwrap_or_default();
            let mut stale: Vec<_> = waiting.into_iter().map(|id| (id, false)).collect();
            if started.elapsed() >= abandoned_grace {
                let abandoned = self.store.abandoned_tables(now - ABANDONED_LIMIT, MAX_ABANDONED).await;
                stale.extend(abandoned.unwrap_or_default().into_iter().map(|id| (id, true)));
            }
            for (id, is_abandoned) in stale {
                let expire = |reply| RoomCommand::Expire { is_abandoned, reply };
                if let Err(error) = self.ask(&id, expire).await {
                    tracing::warn!(table = %id, error = %error.message, "cannot close a table");
                }
            }
            tokio::time::sleep(EXPIRY_INTERVAL).await;
        }
    }

    /// Replaces the summary of a table in the lobby; finished tables are removed.
    pub(crate) fn publish(&self, game: GameSummary) {
        self.reopened(&game.details.id);
        let mut listing = lock(&self.listing);
        lock(&self.reservations).hosts.remove(&*game.details.id);
        if !listing.publish(game) {
            return;
        }
        self.metrics.tables.set(listing.len() as i64);
        drop(listing);
        self.feed.listing_changed();
        self.wake_bots();
    }

    /// Lets the streams of bots look at the lobby and at their challenges.
    pub(crate) fn wake_bots(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Subscribes a connection to pages of the lobby's lists.
    pub(crate) fn watch_lobby(&self, user: &str, outbox: Outbox, pages: LobbyPages) {
        self.feed.watch(&self.listing, user, outbox, pages);
    }

    /// Ends a connection's subscription to the lobby.
    pub(crate) fn unwatch_lobby(&self, connection: u64) {
        self.feed.unwatch(connection);
    }

    /// Sends changes to the watchers of the lobby until the server stops.
    pub(crate) async fn run_feed(self: Arc<Lobby>) {
        let mut stopping = self.stopping();
        while !self.is_shutting_down() {
            tokio::select! {
                () = self.feed.changed() => self.feed.send_changes(&self.listing),
                () = stopped(&mut stopping) => return,
            }
            tokio::time::sleep(feed::INTERVAL).await;
        }
    }

    /// Summaries of a user's unfinished tables, and of the newest `max_open` listed ones with free seats.
    pub(crate) fn summaries_for(&self, user: &str, max_open: usize) -> Vec<GameSummary> {
        lock(&self.listing).summaries_for(user, max_open)
    }

    /// Summary of an unfinished table.
    pub(crate) fn summary(&self, id: &str) -> Option<GameSummary> {
        lock(&self.listing).summary(id)
    }

    /// Messages about the games with other people in which it is a user's turn.
    pub(crate) fn turns_of(&self, user: &str) -> Vec<String> {
        let own = lock(&self.listing).summaries_for(user, 0);
        let is_waiting =
            |game: &&GameSummary| game.is_turn_of(user) && !game.details.opponents(user).is_empty();
        let waiting = own.iter().filter(is_waiting).take(MAX_TURNS);
        waiting.map(|game| ServerMessage::turn(game, user).to_json()).collect()
    }

    /// Receiver that is notified of every change in the lobby and of challenges to bots.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Number of unfinished tables.
    pub(crate) fn table_count(&self) -> usize {
        lock(&self.listing).len()
    }

    /// Number for a new connection.
    pub(crate) fn next_connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// `true` once the server is stopping.
    pub(crate) fn is_shutting_down(&self) -> bool {
        *self.is_shutting_down.borrow()
    }

    /// Receiver that is notified when the server stops.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.is_shutting_down.subscribe()
    }

    /// Stops the engines and closes all connections; opens no more rooms.
    pub(crate) fn shut_down(&self) {
        self.engine_pool.close();
        self.is_shutting_down.send_replace(true);
    }
}

/// A table whose room is closed although a clock is running.
struct SleepingTable {
    time: TableTime,
    timer: AbortHandle,
}

impl SleepingTable {
    /// Ends the timer, and returns the time of the table.
    fn end(self) -> TableTime {
        self.timer.abort();
        self.time
    }
}

/// Waits until the server stops.
pub(crate) async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // A dropped sender stops the server too.
    let _ = stopping.wait_for(|is_stopping| *is_stopping).await;
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
