//! Database rows as Rust values.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::StoreError;

/// A stored table without its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// Id, the last part of the table's address.
    pub id: String,
    /// Full text of the rules.
    pub rules: String,
    /// Time control.
    pub clock: String,
    /// Start position.
    pub position: String,
    /// Secret of the dice in hexadecimal.
    pub secret: String,
    /// Guest who opened the table.
    pub host: String,
    /// `true` if the lobby lists the table.
    pub listed: bool,
    /// State.
    pub state: TableState,
    /// Time of opening in milliseconds since the Unix epoch.
    pub created: i64,
    /// Table of the rematch.
    pub next: Option<String>,
    /// Holder of each seat.
    pub seats: Vec<SeatHolder>,
}

/// Holder of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatHolder {
    /// Free: the first guest who follows the link may take it.
    Open,
    /// A guest.
    Person {
        /// Id of the guest.
        guest: String,
        /// Name shown to others.
        name: String,
    },
    /// An engine.
    Engine {
        /// Name and options, such as `strong:level=5`.
        engine: String,
        /// Name shown to others.
        name: String,
    },
}

impl SeatHolder {
    /// Name of the holder.
    pub fn name(&self) -> Option<&str> {
        match self {
            SeatHolder::Open => None,
            SeatHolder::Person { name, .. } | SeatHolder::Engine { name, .. } => Some(name),
        }
    }

    /// Id of the guest, if a person holds the seat.
    pub fn guest(&self) -> Option<&str> {
        match self {
            SeatHolder::Person { guest, .. } => Some(guest),
            _ => None,
        }
    }
}

/// State of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableState {
    /// The table waits for players.
    Waiting,
    /// The game is being played.
    Live,
    /// The game is over.
    Over,
    /// The host deleted the table before the game began.
    Withdrawn,
}

const STATES: [(TableState, &str); 4] = [
    (TableState::Waiting, "waiting"),
    (TableState::Live, "live"),
    (TableState::Over, "over"),
    (TableState::Withdrawn, "withdrawn"),
];

impl TableState {
    /// Name in the database.
    pub(super) fn name(self) -> &'static str {
        STATES.iter().find(|(state, _)| *state == self).map_or("", |(_, name)| name)
    }
}

/// Reads a table from its row and the rows of its seats.
pub(super) fn table(row: &SqliteRow, seats: &[SqliteRow]) -> Result<TableRow, StoreError> {
    let id: String = row.try_get("id")?;
    let state: String = row.try_get("state")?;
    let state =
        STATES.iter().find(|(_, name)| *name == state).map(|(state, _)| *state).ok_or_else(|| {
            StoreError::Damaged { table: id.clone(), why: format!("its state is \"{state}\"") }
        })?;
    Ok(TableRow {
        id,
        rules: row.try_get("rules")?,
        clock: row.try_get("clock")?,
        position: row.try_get("position")?,
        secret: row.try_get("secret")?,
        host: row.try_get("host")?,
        listed: row.try_get("listed")?,
        state,
        created: row.try_get("created")?,
        next: row.try_get("next")?,
        seats: seats.iter().map(holder).collect::<Result<_, _>>()?,
    })
}

fn holder(row: &SqliteRow) -> Result<SeatHolder, StoreError> {
    let name = row.try_get::<Option<String>, _>("name")?.unwrap_or_default();
    Ok(match (row.try_get("guest")?, row.try_get("engine")?) {
        (Some(guest), _) => SeatHolder::Person { guest, name },
        (None, Some(engine)) => SeatHolder::Engine { engine, name },
        (None, None) => SeatHolder::Open,
    })
}
