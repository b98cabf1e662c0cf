//! Rows as values.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::StoreError;

/// A table as it is kept, without what has happened at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// What its address ends with.
    pub id: String,
    /// The rules in full.
    pub rules: String,
    /// The players' time.
    pub clock: String,
    /// The position the game begins from.
    pub position: String,
    /// The secret of the dice in hexadecimal.
    pub secret: String,
    /// The guest who opened it.
    pub host: String,
    /// Whether the lobby shows it while seats are free.
    pub listed: bool,
    /// Where it stands.
    pub state: TableState,
    /// When it was opened: milliseconds since 1970.
    pub created: i64,
    /// The table of the rematch.
    pub next: Option<String>,
    /// Who sits where.
    pub seats: Vec<SeatHolder>,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatHolder {
    /// Nobody yet: whoever follows the link.
    Open,
    /// A guest, under a name.
    Person {
        /// Who.
        guest: String,
        /// Called what.
        name: String,
    },
    /// An engine by its name and options.
    Engine {
        /// As people write it, `strong:level=5`.
        engine: String,
        /// Called what.
        name: String,
    },
}

impl SeatHolder {
    /// What the one who sits here is called.
    pub fn name(&self) -> Option<&str> {
        match self {
            SeatHolder::Open => None,
            SeatHolder::Person { name, .. } | SeatHolder::Engine { name, .. } => Some(name),
        }
    }

    /// The guest who sits here.
    pub fn guest(&self) -> Option<&str> {
        match self {
            SeatHolder::Person { guest, .. } => Some(guest),
            _ => None,
        }
    }
}

/// Where a table stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableState {
    /// Seats are free.
    Waiting,
    /// It is being played at.
    Live,
    /// The game is over.
    Over,
    /// Its host has closed it before the game began.
    Withdrawn,
}

const STATES: [(TableState, &str); 4] = [
    (TableState::Waiting, "waiting"),
    (TableState::Live, "live"),
    (TableState::Over, "over"),
    (TableState::Withdrawn, "withdrawn"),
];

impl TableState {
    /// As it is kept.
    pub(super) fn word(self) -> &'static str {
        STATES.iter().find(|(state, _)| *state == self).map_or("", |(_, word)| word)
    }
}

/// A table out of its row and its seats' rows.
pub(super) fn table(row: &SqliteRow, seats: &[SqliteRow]) -> Result<TableRow, StoreError> {
    let id: String = row.try_get("id")?;
    let state: String = row.try_get("state")?;
    let state =
        STATES.iter().find(|(_, word)| *word == state).map(|(state, _)| *state).ok_or_else(|| {
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
