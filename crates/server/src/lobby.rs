//! The house: which tables there are, who comes in, and who thinks.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use search::EngineName;
use tokio::sync::watch;

use crate::engine_pool::EnginePool;
use crate::guest::{self, Guest};
use crate::new_table::NewTable;
use crate::refusal::Refusal;
use crate::room::{GameSummary, OpenReason, Room, RoomCommand};
use crate::store::{Store, StoreError, TableRow, TableState, WriteOp};

/// The letters of a table's address: no vowels, so that they make no words.
const LETTERS: &[u8; 30] = b"0123456789bcdfghjkmnpqrstvwxyz";
/// So many of them: about 49 random bits.
const ID_LENGTH: usize = 10;

/// How many unfinished tables a guest may have opened.
const MOST_TABLES: usize = 64;

/// Everything that is going on.
pub(crate) struct Lobby {
    pub(crate) store: Store,
    pub(crate) engine_pool: EnginePool,
    /// Who gives advice.
    pub(crate) adviser: EngineName,
    rooms: Mutex<HashMap<String, Room>>,
    /// Tables that were being played when the server went down and have not been opened again yet.
    asleep: Mutex<HashSet<String>>,
    notes: Mutex<HashMap<String, GameSummary>>,
    changes: watch::Sender<u64>,
    connections: AtomicU64,
    is_closing: AtomicBool,
}

impl Lobby {
    /// The house with what the store has kept.
    pub(crate) async fn open(
        store: Store,
        engine_pool: EnginePool,
        adviser: EngineName,
    ) -> Result<Arc<Lobby>, StoreError> {
        let asleep = store.current_tables().await?.into_iter().collect();
        Ok(Arc::new(Lobby {
            store,
            engine_pool,
            adviser,
            rooms: Mutex::default(),
            asleep: Mutex::new(asleep),
            notes: Mutex::default(),
            changes: watch::Sender::new(0),
            connections: AtomicU64::new(0),
            is_closing: AtomicBool::new(false),
        }))
    }

    /// Opens again all tables that were being played when the server went down: clocks run, engines think.
    pub(crate) async fn wake(self: Arc<Lobby>) {
        let asleep: Vec<String> = lock(&self.asleep).iter().cloned().collect();
        let count = asleep.len();
        for id in asleep {
            if let Err(refusal) = self.room(&id).await {
                tracing::error!(table = %id, sentence = %refusal.sentence, "a table was not opened again");
            }
        }
        tracing::info!(tables = count, "all tables are open again");
    }

    /// The room of a table; it is opened if nobody was in it.
    pub(crate) async fn room(self: &Arc<Lobby>, id: &str) -> Result<Room, Refusal> {
        if self.is_closing() {
            return Err(Refusal::closing());
        }
        if let Some(room) = lock(&self.rooms).get(id).filter(|room| room.is_open()) {
            return Ok(room.clone());
        }
        let row = self.store.table(id).await?.ok_or_else(|| Refusal::no_table(id))?;
        Ok(self.welcome_table(row))
    }

    /// Opens the room of a table that is stored, unless somebody else just has.
    pub(crate) fn welcome_table(self: &Arc<Lobby>, row: TableRow) -> Room {
        let mut rooms = lock(&self.rooms);
        if let Some(room) = rooms.get(&row.id).filter(|room| room.is_open()) {
            return room.clone();
        }
        let was_asleep = lock(&self.asleep).remove(&row.id);
        let reason = if was_asleep { OpenReason::AfterRestart } else { OpenReason::Calm };
        let id = row.id.clone();
        let room = Room::open(Arc::clone(self), row, reason);
        rooms.insert(id, room.clone());
        room
    }

    /// Asks something of a room; a room that is just closing is opened again.
    pub(crate) async fn ask<T>(
        self: &Arc<Lobby>,
        id: &str,
        mut letter: impl FnMut(tokio::sync::oneshot::Sender<Result<T, Refusal>>) -> RoomCommand,
    ) -> Result<T, Refusal> {
        for _ in 0..3 {
            if let Some(answer) = self.room(id).await?.ask(&mut letter).await {
                return answer;
            }
        }
        Err(Refusal::closing())
    }

    /// A connection does not look at a table any more.
    pub(crate) async fn forget(&self, id: &str, connection: u64) {
        let room = lock(&self.rooms).get(id).cloned();
        if let Some(room) = room {
            room.forget(connection).await;
        }
    }

    /// A room has closed.
    pub(crate) fn close(&self, id: &str) {
        lock(&self.rooms).remove(id);
    }

    /// Opens a table as somebody batches it.
    pub(crate) async fn open_table(
        self: &Arc<Lobby>,
        guest: &Guest,
        opening: &NewTable,
    ) -> Result<String, Refusal> {
        let own = lock(&self.notes).values().filter(|note| note.row.host == guest.id).count();
        if own >= MOST_TABLES {
            let sentence =
                format!("you have {own} tables that are not finished: expected fewer than {MOST_TABLES}");
            return Err(Refusal::not_now(sentence));
        }
        let name = self.guest_name(guest).await?;
        let row = opening.row(guest, &name)?;
        let id = row.id.clone();
        let now = row.created;
        let ops = vec![WriteOp::Guest { id: guest.id.clone(), name, now }, WriteOp::Table(row.clone())];
        self.store.write(ops).await?;
        tracing::info!(table = %id, rules = %row.rules.lines().next().unwrap_or(""), "a table was opened");
        self.welcome_table(row);
        Ok(id)
    }

    /// What a guest is called.
    pub(crate) async fn guest_name(&self, guest: &Guest) -> Result<String, Refusal> {
        Ok(self.store.guest_name(&guest.id).await?.unwrap_or_else(|| guest.usual_name()))
    }

    /// A guest chooses a name.
    pub(crate) async fn rename(&self, guest: &Guest, name: &str) -> Result<(), Refusal> {
        let name = name.trim();
        table::check_name(name)?;
        let entry = WriteOp::Guest { id: guest.id.clone(), name: name.to_owned(), now: wall_clock() };
        Ok(self.store.write(vec![entry]).await?)
    }

    /// Something about a table has changed.
    pub(crate) fn publish(&self, note: GameSummary) {
        let mut notes = lock(&self.notes);
        if matches!(note.row.state, TableState::Waiting | TableState::Live) {
            notes.insert(note.row.id.clone(), note);
        } else if notes.remove(&note.row.id).is_none() {
            return;
        }
        drop(notes);
        self.changes.send_modify(|count| *count += 1);
    }

    /// The tables that wait for players or are being played, the newest first.
    pub(crate) fn notes(&self) -> Vec<GameSummary> {
        let mut notes: Vec<GameSummary> = lock(&self.notes).values().cloned().collect();
        notes.sort_by(|one, other| (other.row.created, &other.row.id).cmp(&(one.row.created, &one.row.id)));
        notes
    }

    /// Says when something in the lobby has changed.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// How many tables wait for players or are being played.
    pub(crate) fn count(&self) -> usize {
        lock(&self.notes).len()
    }

    /// A number for a new connection.
    pub(crate) fn connect(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Whether the server is stopping.
    pub(crate) fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::Relaxed)
    }

    /// Nothing new is begun; everybody is asked to go.
    pub(crate) fn shut(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
        self.engine_pool.close();
        self.changes.send_modify(|count| *count += 1);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The end of a new table's address.
pub(crate) fn new_id() -> String {
    guest::random_bytes::<ID_LENGTH>()
        .iter()
        .map(|byte| LETTERS[usize::from(byte % LETTERS.len() as u8)] as char)
        .collect()
}

/// Milliseconds since 1970.
pub(crate) fn wall_clock() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}
