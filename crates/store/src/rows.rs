//! Database rows as Rust values.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::database::StoreError;

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
    /// Id of the user who opened the table.
    pub host: String,
    /// `true` if the lobby lists the table.
    pub listed: bool,
    /// `true` if the game changes ratings.
    pub is_rated: bool,
    /// Program that plays the game.
    pub home: Home,
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
    /// Free: the first user who follows the link may take it.
    Open,
    /// A user, or another person at the user's screen.
    Person {
        /// Id of the user.
        user: String,
        /// Name shown to others.
        name: String,
        /// `true` for another person at the user's screen.
        is_other: bool,
    },
    /// An engine.
    Engine {
        /// Name and options, such as `strong:level=5`.
        engine: String,
        /// Name shown to others.
        name: String,
    },
}

impl TableRow {
    /// Name of the game.
    pub fn game(&self) -> &str {
        self.rules.split([' ', '\n']).next().unwrap_or("")
    }

    /// `true` if a user has a seat.
    pub fn is_played_by(&self, user: &str) -> bool {
        self.seats.iter().any(|holder| holder.user() == Some(user))
    }
}

impl SeatHolder {
    /// Name of the holder.
    pub fn name(&self) -> Option<&str> {
        match self {
            SeatHolder::Open => None,
            SeatHolder::Person { name, .. } | SeatHolder::Engine { name, .. } => Some(name),
        }
    }

    /// Id of the user, if a person holds the seat.
    pub fn user(&self) -> Option<&str> {
        match self {
            SeatHolder::Person { user, .. } => Some(user),
            _ => None,
        }
    }
}

/// Program that plays a table's game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// The server.
    Server,
    /// A terminal program on the same data.
    Terminal,
}

impl Home {
    /// Name in the database and on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Home::Server => "server",
            Home::Terminal => "terminal",
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
    pub(crate) fn name(self) -> &'static str {
        STATES.iter().find(|(state, _)| *state == self).map_or("", |(_, name)| name)
    }
}

/// Reads a table from its row and the rows of its seats.
pub(crate) fn table(row: &SqliteRow, seats: &[SqliteRow]) -> Result<TableRow, StoreError> {
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
        is_rated: row.try_get("rated")?,
        home: if row.try_get::<&str, _>("home")? == Home::Terminal.name() {
            Home::Terminal
        } else {
            Home::Server
        },
        state,
        created: row.try_get("created")?,
        next: row.try_get("next")?,
        seats: seats.iter().map(holder).collect::<Result<_, _>>()?,
    })
}

fn holder(row: &SqliteRow) -> Result<SeatHolder, StoreError> {
    let name = row.try_get::<Option<String>, _>("name")?.unwrap_or_default();
    Ok(match (row.try_get("user")?, row.try_get("engine")?) {
        (Some(user), _) => SeatHolder::Person { user, name, is_other: row.try_get("at_screen")? },
        (None, Some(engine)) => SeatHolder::Engine { engine, name },
        (None, None) => SeatHolder::Open,
    })
}
