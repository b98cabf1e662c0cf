//! The state of a game as a bot receives it.

use rules::InputError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A table as one bot sees it. `E` is the type of its events: any JSON for a reader, typed for a writer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableLine<E> {
    /// Id of the table; `local` for a program that was started for one game.
    pub table: String,
    /// Name of the game, such as `othello`.
    pub game: String,
    /// Complete text of the rules, in the first line of a stream or of a local game only.
    pub rules: Option<String>,
    /// Start position.
    pub start: String,
    /// Time control, such as `5m+3s`.
    pub clock: String,
    /// `waiting`, `opening`, `playing` or `over`.
    pub state: String,
    /// Seats in order.
    pub seats: Vec<SeatLine>,
    /// Numbers of the bot's own seats.
    pub you: Vec<u8>,
    /// Number of the last event; `None` while the table waits for players.
    pub latest: Option<u64>,
    /// Events that the bot does not have yet.
    pub events: Vec<E>,
    /// Number of moves played.
    pub ply: usize,
    /// Seat to move.
    pub turn: Option<u8>,
    /// Current position.
    pub position: String,
    /// Legal moves, if it is the bot's turn.
    pub legal: Option<Vec<String>>,
    /// Clock of each seat.
    pub clocks: Vec<Clock>,
    /// Offer that waits for its answer.
    pub offer: Option<PendingOffer>,
    /// Result, once the game is over.
    pub ending: Option<Ending>,
}

impl<E: Serialize> TableLine<E> {
    /// JSON text of the line, without a line break.
    pub fn to_json(&self) -> String {
        // The line has text keys and whole numbers, so it always serializes.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl<E: DeserializeOwned> TableLine<E> {
    /// Reads a line.
    pub fn read(text: &str) -> Result<TableLine<E>, InputError> {
        serde_json::from_str(text).map_err(|error| {
            InputError::new(format!("cannot read the line: {error}: expected a table as JSON"))
        })
    }
}

/// A seat of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatLine {
    /// Number, from 1.
    pub seat: u8,
    /// Name of the seat, such as `Black`.
    pub title: String,
    /// Name of the player; `None` if the seat is free.
    pub name: Option<String>,
    /// `you`, `person`, `engine` or `open`.
    pub who: String,
    /// `true` while the seat takes part in the game.
    pub playing: bool,
}

/// Clock of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// Milliseconds left; `None` without a clock.
    pub left: Option<u64>,
    /// `true` if it runs.
    pub runs: bool,
}

/// An offer that waits for its answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PendingOffer {
    /// Seat that made it.
    pub seat: u8,
    /// `draw`, `claim`, `takeback` or `concession`.
    pub offer: String,
    /// Seats that have to answer.
    pub awaits: Vec<u8>,
}

/// Result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Place of each seat; 1 is the best.
    pub places: Vec<u8>,
    /// Points of each seat.
    pub points: Vec<i16>,
    /// Rule that ended the game.
    pub rule: String,
}

/// The event of a move, for writers that have no other events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moved {
    /// Number of the event.
    pub number: u64,
    /// `moved`.
    pub event: String,
    /// Seat that moved.
    pub seat: u8,
    /// The move.
    pub r#move: String,
}
