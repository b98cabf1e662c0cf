//! Requests of clients over the socket.

use rules::{InputError, Seat};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use table::{Action, Offer};
use view::Place;

use crate::api_error::ApiError;

/// A request of a client. A request with an `id` gets exactly one reply with that `id`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ClientRequest {
    /// Handled by the connection.
    Connection(ConnectionRequest),
    /// Handled by the room of a table.
    Table {
        /// Number of the request, chosen by the client.
        id: u64,
        /// Id of the table.
        table: String,
        request: TableRequest,
    },
}

/// Requests that the connection itself handles.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum ConnectionRequest {
    Name { id: u64, name: String },
    Lobby,
    Unlobby,
    Watch { table: String, have: Option<u64> },
    Unwatch { table: String },
    Unadvise { id: u64 },
}

/// Requests that a room handles.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum TableRequest {
    Sit {
        #[serde(deserialize_with = "seat")]
        seat: Seat,
    },
    Withdraw,
    Act {
        #[serde(deserialize_with = "seat")]
        seat: Seat,
        /// Number of the last event that the client has.
        seen: u64,
        #[serde(deserialize_with = "action")]
        action: Action,
    },
    Touch {
        seen: u64,
        #[serde(deserialize_with = "places")]
        picked: Vec<Place>,
    },
    Look {
        ply: usize,
    },
    Advise {
        ply: usize,
    },
    Rematch,
    Hide,
    Abandon,
}

/// Kinds of [`ConnectionRequest`], each with an example.
const CONNECTION_KINDS: [(&str, &str); 6] = [
    ("name", r#"{"kind": "name", "id": 1, "name": "Laleh"}"#),
    ("lobby", r#"{"kind": "lobby"}"#),
    ("unlobby", r#"{"kind": "unlobby"}"#),
    ("watch", r#"{"kind": "watch", "table": "4k9qd2xw7b", "have": 12}"#),
    ("unwatch", r#"{"kind": "unwatch", "table": "4k9qd2xw7b"}"#),
    ("unadvise", r#"{"kind": "unadvise", "id": 1}"#),
];

/// Kinds of [`TableRequest`], each with an example.
const TABLE_KINDS: [(&str, &str); 9] = [
    ("sit", r#"{"kind": "sit", "id": 1, "table": "4k9qd2xw7b", "seat": 2}"#),
    ("withdraw", r#"{"kind": "withdraw", "id": 1, "table": "4k9qd2xw7b"}"#),
    (
        "act",
        r#"{"kind": "act", "id": 1, "table": "4k9qd2xw7b", "seat": 1, "seen": 14, "action": {"do": "move", "move": "f5"}}"#,
    ),
    ("touch", r#"{"kind": "touch", "id": 1, "table": "4k9qd2xw7b", "seen": 14, "picked": [19]}"#),
    ("look", r#"{"kind": "look", "id": 1, "table": "4k9qd2xw7b", "ply": 7}"#),
    ("advise", r#"{"kind": "advise", "id": 1, "table": "4k9qd2xw7b", "ply": 7}"#),
    ("rematch", r#"{"kind": "rematch", "id": 1, "table": "4k9qd2xw7b"}"#),
    ("hide", r#"{"kind": "hide", "id": 1, "table": "4k9qd2xw7b"}"#),
    ("abandon", r#"{"kind": "abandon", "id": 1, "table": "4k9qd2xw7b"}"#),
];

/// Reads a request. An error carries the request's `id` if it could be read.
pub(crate) fn read_request(text: &str) -> Result<ClientRequest, (Option<u64>, ApiError)> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let message = format!("the message is not JSON ({error}): expected {}", CONNECTION_KINDS[1].1);
        (None, ApiError::bad_request(message))
    })?;
    let id = value.get("id").and_then(Value::as_u64);
    read_value(value).map_err(|message| (id, ApiError::bad_request(message)))
}

fn read_value(value: Value) -> Result<ClientRequest, String> {
    /// The fields that all requests to a table share.
    #[derive(Deserialize)]
    struct Addressed {
        id: u64,
        table: String,
        #[serde(flatten)]
        request: TableRequest,
    }
    let Some(kind) = value.get("kind").and_then(Value::as_str).map(str::to_owned) else {
        return Err(format!(
            "the message has no kind: expected an object with a \"kind\", one of {}",
            kinds()
        ));
    };
    let example = |kinds: &[(&'static str, &'static str)]| {
        kinds.iter().find(|(known, _)| *known == kind).map(|(_, example)| *example)
    };
    let invalid = |error: serde_json::Error, example: &str| {
        format!("the {kind} request is invalid: {error}; expected {example}")
    };
    if let Some(example) = example(&TABLE_KINDS) {
        let Addressed { id, table, request } =
            serde_json::from_value(value).map_err(|error| invalid(error, example))?;
        Ok(ClientRequest::Table { id, table, request })
    } else if let Some(example) = example(&CONNECTION_KINDS) {
        let request = serde_json::from_value(value).map_err(|error| invalid(error, example))?;
        Ok(ClientRequest::Connection(request))
    } else {
        let found = InputError::quote(&kind);
        Err(format!("there is no request of kind {found}: expected one of {}", kinds()))
    }
}

fn kinds() -> String {
    let kinds: Vec<&str> = CONNECTION_KINDS.iter().chain(&TABLE_KINDS).map(|(kind, _)| *kind).collect();
    kinds.join(", ")
}

/// Reads a seat by its number.
pub(super) fn seat<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
    let number = u8::deserialize(deserializer)?;
    Seat::numbered(number).ok_or_else(|| D::Error::custom(format!("there is no seat {number}")))
}

fn places<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Place>, D::Error> {
    Ok(Vec::deserialize(deserializer)?.into_iter().map(Place).collect())
}

fn action<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Action, D::Error> {
    ActionRequest::deserialize(deserializer).map(Action::from)
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum ActionRequest {
    Move { r#move: String },
    Claim { r#move: String },
    Answer { yes: bool },
    Offer(OfferRequest),
    Resign,
    Word { word: String },
}

#[derive(Deserialize)]
#[serde(tag = "offer", rename_all = "lowercase")]
enum OfferRequest {
    Draw,
    Claim,
    Takeback,
    Concession { which: u8 },
}

impl From<ActionRequest> for Action {
    fn from(request: ActionRequest) -> Action {
        match request {
            ActionRequest::Move { r#move } => Action::Move(r#move),
            ActionRequest::Claim { r#move } => Action::ClaimWith(r#move),
            ActionRequest::Answer { yes } => Action::Answer(yes),
            ActionRequest::Offer(OfferRequest::Draw) => Action::Offer(Offer::Draw),
            ActionRequest::Offer(OfferRequest::Claim) => Action::Offer(Offer::Claim),
            ActionRequest::Offer(OfferRequest::Takeback) => Action::Offer(Offer::Takeback),
            ActionRequest::Offer(OfferRequest::Concession { which }) => {
                Action::Offer(Offer::Concession(which))
            }
            ActionRequest::Resign => Action::Resign,
            ActionRequest::Word { word } => Action::ClientSeed(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_valid() {
        for (kind, example) in CONNECTION_KINDS {
            assert!(matches!(read_request(example), Ok(ClientRequest::Connection(_))), "{kind}");
        }
        for (kind, example) in TABLE_KINDS {
            match read_request(example) {
                Ok(ClientRequest::Table { id: 1, table, .. }) => assert_eq!(table, "4k9qd2xw7b", "{kind}"),
                other => panic!("{kind}: {other:?}"),
            }
        }
    }

    #[test]
    fn actions_are_read() {
        for (text, expected) in [
            (r#"{"do": "move", "move": "f5"}"#, Action::Move("f5".to_owned())),
            (r#"{"do": "claim", "move": "a1-b2"}"#, Action::ClaimWith("a1-b2".to_owned())),
            (r#"{"do": "answer", "yes": true}"#, Action::Answer(true)),
            (r#"{"do": "offer", "offer": "draw"}"#, Action::Offer(Offer::Draw)),
            (r#"{"do": "offer", "offer": "claim"}"#, Action::Offer(Offer::Claim)),
            (r#"{"do": "offer", "offer": "takeback"}"#, Action::Offer(Offer::Takeback)),
            (r#"{"do": "offer", "offer": "concession", "which": 1}"#, Action::Offer(Offer::Concession(1))),
            (r#"{"do": "resign"}"#, Action::Resign),
            (r#"{"do": "word", "word": "luck"}"#, Action::ClientSeed("luck".to_owned())),
        ] {
            let request: ActionRequest = serde_json::from_str(text).unwrap();
            assert_eq!(Action::from(request), expected, "{text}");
        }
    }
}
