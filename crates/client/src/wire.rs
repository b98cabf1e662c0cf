//! JSON of the client, as `docs/protocol.md` describes it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ClientError;
use crate::printable::{printable, printable_lines};

/// Fields whose texts have several lines.
const FIELDS_WITH_LINES: [&str; 3] = ["rules", "position", "start"];

/// A table to open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NewTable {
    /// Name of the game.
    pub game: String,
    /// Settings, as the lines of the game.
    pub settings: String,
    /// Time control.
    pub clock: String,
    /// Start position.
    pub position: String,
    /// Occupants of the seats.
    pub seats: Vec<NewSeat>,
    /// `true` to list the table in the lobby.
    pub listed: bool,
    /// `true` if the game changes ratings.
    pub rated: bool,
}

/// Occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "who", rename_all = "lowercase")]
pub enum NewSeat {
    /// The user.
    Me,
    /// The first user who takes the seat.
    Link,
    /// An engine with its options.
    Engine {
        /// Name, such as `strong:level=3`.
        engine: String,
    },
}

/// A request over the socket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request<'a> {
    /// Follows a table; `have` is the number of the last event known.
    Watch {
        /// The table.
        table: &'a str,
        /// Number of the last event known.
        have: Option<u64>,
    },
    /// Takes a seat.
    Sit {
        /// The table.
        table: &'a str,
        /// The seat.
        seat: u8,
    },
    /// Acts for a seat.
    Act {
        /// The table.
        table: &'a str,
        /// The seat.
        seat: u8,
        /// Number of the last event seen.
        seen: u64,
        /// The action.
        action: Action,
    },
}

/// An action of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Action {
    /// Plays a move.
    Move {
        /// The move.
        r#move: String,
    },
    /// Plays a move and claims a draw.
    Claim {
        /// The move.
        r#move: String,
    },
    /// Answers an offer.
    Answer {
        /// `true` accepts it.
        yes: bool,
    },
    /// Makes an offer.
    Offer {
        /// `draw`, `claim`, `takeback` or `concession`.
        offer: &'static str,
        /// Index of a concession.
        which: u8,
    },
    /// Resigns.
    Resign,
    /// Adds a text to the seed of the dice.
    ClientSeed {
        /// The text.
        seed: String,
    },
}

impl Request<'_> {
    pub(crate) fn to_json(&self, id: u64) -> String {
        match self {
            Request::Watch { table, have } => json!({"kind": "watch", "table": table, "have": have}),
            Request::Sit { table, seat } => json!({"kind": "sit", "id": id, "table": table, "seat": seat}),
            Request::Act { table, seat, seen, action } => {
                json!({"kind": "act", "id": id, "table": table, "seat": seat, "seen": seen, "action": action})
            }
        }
        .to_string()
    }
}

/// A message of the server.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ServerMessage {
    /// First message of a connection.
    Welcome {
        /// Name of the user.
        name: String,
    },
    /// A request was carried out.
    Done(Done),
    /// A request failed.
    Refused(Refused),
    /// A table.
    Table(Box<TableMessage>),
    /// Another message.
    #[serde(other)]
    Other,
}

/// Reply to a request that was carried out.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Done {
    /// Number of the request.
    pub id: u64,
}

/// Reply to a request that failed.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Refused {
    /// Number of the request; `None` for a table that cannot be followed.
    pub id: Option<u64>,
    /// HTTP status.
    pub status: u16,
    /// The reason.
    pub message: String,
}

/// A table.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct TableMessage {
    /// Id of the table.
    pub table: String,
    /// New events.
    pub events: Vec<EventMessage>,
    /// Facts that never change, in the first message of a connection.
    pub about: Option<TableInfo>,
    /// The seats.
    pub seats: Vec<SeatMessage>,
    /// `waiting`, `opening`, `playing` or `over`.
    pub state: String,
    /// Number of the last event.
    pub latest: Option<u64>,
    /// Seat to move.
    pub turn: Option<u8>,
    /// Clocks of the seats.
    pub clocks: Vec<ClockMessage>,
    /// Current position.
    pub position: String,
    /// Offer that waits for its answer.
    pub offer: Option<OfferMessage>,
    /// Result.
    pub ending: Option<EndingMessage>,
}

/// Facts about a table.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct TableInfo {
    /// Name of the game.
    pub game: String,
    /// Complete text of the rules.
    pub rules: String,
    /// `true` if the game has dice.
    pub has_dice: bool,
}

/// An event. Its other fields depend on the kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EventMessage {
    /// Number.
    pub number: u64,
    /// Kind, such as `moved`.
    pub event: String,
    /// The other fields.
    #[serde(flatten)]
    fields: BTreeMap<String, Value>,
}

impl EventMessage {
    /// A text field.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.fields.get(key)?.as_str()
    }

    /// A field that is a seat.
    pub fn seat(&self) -> Option<u8> {
        self.fields.get("seat")?.as_u64()?.try_into().ok()
    }

    /// A field that is true or false.
    pub fn is(&self, key: &str) -> bool {
        self.fields.get(key) == Some(&Value::Bool(true))
    }
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct SeatMessage {
    /// Number, from 1.
    pub seat: u8,
    /// Name of the seat.
    pub title: String,
    /// Name of the player.
    pub name: Option<String>,
    /// `you`, `person`, `engine` or `open`.
    pub who: String,
}

/// A clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct ClockMessage {
    /// Milliseconds left.
    pub left: Option<u64>,
}

/// An offer.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct OfferMessage {
    /// Seat that made it.
    pub seat: u8,
    /// Its name.
    pub text: String,
    /// Seats that have to answer.
    pub awaits: Vec<u8>,
}

/// A result.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct EndingMessage {
    /// Place of each seat.
    pub places: Vec<u8>,
    /// Points of each seat.
    pub points: Vec<i64>,
    /// Rule that ended the game.
    pub rule: String,
}

/// Makes all texts of a message printable.
fn clean(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(printable(&text)),
        Value::Array(values) => values.into_iter().map(clean).collect(),
        Value::Object(fields) => {
            let field = |(key, value): (String, Value)| {
                let key = printable(&key);
                let value = match value {
                    Value::String(text) if FIELDS_WITH_LINES.contains(&key.as_str()) => {
                        Value::String(printable_lines(&text))
                    }
                    other => clean(other),
                };
                (key, value)
            };
            Value::Object(fields.into_iter().map(field).collect())
        }
        other => other,
    }
}

pub(crate) fn read_message(text: &str) -> Result<ServerMessage, ClientError> {
    let invalid = |error: serde_json::Error| ClientError::Protocol(error.to_string());
    serde_json::from_value(clean(serde_json::from_str(text).map_err(invalid)?)).map_err(invalid)
}

pub(crate) fn write(value: &impl Serialize) -> String {
    // Requests have text keys and whole numbers, so they always serialize.
    serde_json::to_string(value).unwrap_or_default()
}

pub(crate) fn credentials(name: &str, password: &str) -> String {
    json!({"name": name, "password": password}).to_string()
}

pub(crate) fn read_name(body: &str) -> Result<String, ClientError> {
    read_field(body, "name")
}

pub(crate) fn read_table_id(body: &str) -> Result<String, ClientError> {
    read_field(body, "table")
}

/// Message of an error response; the whole body if it is none.
pub(crate) fn read_error(body: &str) -> String {
    read_field(body, "message").unwrap_or_else(|_| body.chars().take(200).collect())
}

fn read_field(body: &str, key: &str) -> Result<String, ClientError> {
    let value: Value =
        serde_json::from_str(body).map_err(|error| ClientError::Protocol(error.to_string()))?;
    let text = value.get(key).and_then(Value::as_str).map(printable);
    text.ok_or_else(|| ClientError::Protocol(format!("there is no {key}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_of_a_message_is_cleaned_and_rules_keep_their_lines() {
        let message = json!({"seats": [{"name": "\u{1b}[1mOmid\n"}], "\u{1b}key": 5, "about": {"rules": "chess 1\r\n\u{9b}x = y\n"}});
        assert_eq!(
            clean(message),
            json!({"seats": [{"name": "[1mOmid "}], "key": 5, "about": {"rules": "chess 1\nx = y\n"}})
        );
    }
}
