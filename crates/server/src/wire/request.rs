//! Requests of clients over the socket.

use rules::{InputError, Seat};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use table::{AbsenceClaim, Offer, SeatAction};
use view::Place;

use super::lobby::LobbyPages;
use crate::api_error::ApiError;

/// A request of a client. A request with an `id`, a number chosen by the client, gets exactly one reply with that `id`.
/// Requests with an `id` and a `table` go to the table's room as they are; the connection handles the others.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum ClientRequest {
    /// Chooses the user's name.
    Name { id: u64, name: String },
    /// Subscribes to pages of the lobby's lists.
    Lobby(LobbyPages),
    /// Ends the subscription to the lobby.
    Unlobby,
    /// Subscribes to a table; `have` is the number of the last event that the client has.
    Watch { table: String, have: Option<u64> },
    /// Ends the subscription to a table.
    Unwatch { table: String },
    /// Ends the analysis that was requested with this number.
    StopAnalysis { id: u64 },
    /// Declines a challenge.
    Decline { id: u64, table: String },
    /// Sends a phrase or a text to the chat of a table. A line with the `key` of an earlier one of the user is not sent again.
    Say { id: u64, table: String, phrase: Option<String>, text: Option<String>, key: Option<String> },
    /// Blocks the author of a line of the chat.
    Block { id: u64, table: String, line: u64 },
    /// Takes a free seat.
    Sit {
        id: u64,
        table: String,
        #[serde(deserialize_with = "seat")]
        seat: Seat,
    },
    /// Closes a table that waits for players.
    Withdraw { id: u64, table: String },
    /// Acts for a seat; `seen` is the number of the last event that the client has.
    Act {
        id: u64,
        table: String,
        #[serde(deserialize_with = "seat")]
        seat: Seat,
        seen: u64,
        #[serde(deserialize_with = "action")]
        action: SeatAction,
    },
    /// Resolves clicked places in the position after event `seen`.
    Touch {
        id: u64,
        table: String,
        seen: u64,
        #[serde(deserialize_with = "places")]
        picked: Vec<Place>,
    },
    /// Requests the position after `ply` moves.
    Position { id: u64, table: String, ply: usize },
    /// Requests an analysis of the position after `ply` moves.
    Analyse { id: u64, table: String, ply: usize },
    /// Offers a rematch.
    Rematch { id: u64, table: String },
    /// Removes a finished game from the user's list.
    Hide { id: u64, table: String },
    /// Leaves an unfinished game for good.
    Abandon { id: u64, table: String },
}

impl ClientRequest {
    /// Number of the request and id of the table, if the request goes to a room.
    pub(crate) fn addressee(&self) -> Option<(u64, &str)> {
        match self {
            ClientRequest::Sit { id, table, .. }
            | ClientRequest::Withdraw { id, table }
            | ClientRequest::Act { id, table, .. }
            | ClientRequest::Touch { id, table, .. }
            | ClientRequest::Position { id, table, .. }
            | ClientRequest::Analyse { id, table, .. }
            | ClientRequest::Rematch { id, table }
            | ClientRequest::Hide { id, table }
            | ClientRequest::Say { id, table, .. }
            | ClientRequest::Block { id, table, .. }
            | ClientRequest::Decline { id, table }
            | ClientRequest::Abandon { id, table } => Some((*id, table)),
            ClientRequest::Name { .. }
            | ClientRequest::Lobby(_)
            | ClientRequest::Unlobby
            | ClientRequest::Watch { .. }
            | ClientRequest::Unwatch { .. }
            | ClientRequest::StopAnalysis { .. } => None,
        }
    }
}

/// A valid request of each kind, for error messages.
const EXAMPLES: [&str; 18] = [
    r#"{"kind": "name", "id": 1, "name": "Laleh"}"#,
    r#"{"kind": "lobby"}"#,
    r#"{"kind": "unlobby"}"#,
    r#"{"kind": "watch", "table": "4k9qd2xw7b", "have": 12}"#,
    r#"{"kind": "unwatch", "table": "4k9qd2xw7b"}"#,
    r#"{"kind": "stop_analysis", "id": 1}"#,
    r#"{"kind": "decline", "id": 1, "table": "4k9qd2xw7b"}"#,
    r#"{"kind": "say", "id": 1, "table": "4k9qd2xw7b", "phrase": "good_luck"}"#,
    r#"{"kind": "block", "id": 1, "table": "4k9qd2xw7b", "line": 3}"#,
    r#"{"kind": "sit", "id": 1, "table": "4k9qd2xw7b", "seat": 2}"#,
    r#"{"kind": "withdraw", "id": 1, "table": "4k9qd2xw7b"}"#,
    r#"{"kind": "act", "id": 1, "table": "4k9qd2xw7b", "seat": 1, "seen": 14, "action": {"do": "move", "move": "f5"}}"#,
    r#"{"kind": "touch", "id": 1, "table": "4k9qd2xw7b", "seen": 14, "picked": [19]}"#,
    r#"{"kind": "position", "id": 1, "table": "4k9qd2xw7b", "ply": 7}"#,
    r#"{"kind": "analyse", "id": 1, "table": "4k9qd2xw7b", "ply": 7}"#,
    r#"{"kind": "rematch", "id": 1, "table": "4k9qd2xw7b"}"#,
    r#"{"kind": "hide", "id": 1, "table": "4k9qd2xw7b"}"#,
    r#"{"kind": "abandon", "id": 1, "table": "4k9qd2xw7b"}"#,
];

/// Longest part of a parser's error, in characters, that is sent: it may quote the request.
const MAX_ERROR: usize = 300;

/// Reads a request. An error carries the request's `id` if it could be read.
pub(crate) fn read_request(text: &str) -> Result<ClientRequest, (Option<u64>, ApiError)> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let message = format!("the message is not JSON ({error}): expected {}", EXAMPLES[1]);
        (None, ApiError::bad_request(message))
    })?;
    let id = value.get("id").and_then(Value::as_u64);
    let Some(kind) = value.get("kind").and_then(Value::as_str).map(str::to_owned) else {
        let kinds = EXAMPLES.map(kind_of).join(", ");
        let message = format!("the message has no kind: expected an object with a \"kind\", one of {kinds}");
        return Err((id, ApiError::bad_request(message)));
    };
    serde_json::from_value(value).map_err(|error| (id, ApiError::bad_request(explain(&error, &kind))))
}

/// Error message for an invalid request: the parser's error, and an example if the kind of the request is known.
fn explain(error: &serde_json::Error, kind: &str) -> String {
    let error = error.to_string();
    let short: String = error.chars().take(MAX_ERROR).collect();
    let dots = if short.len() < error.len() { "…" } else { "" };
    let quoted = InputError::quote(kind);
    match EXAMPLES.iter().find(|example| kind_of(example) == kind) {
        Some(example) => format!("the {quoted} request is invalid: {short}{dots}; expected {example}"),
        None => format!("there is no {quoted} request: {short}{dots}"),
    }
}

/// Kind of an example.
fn kind_of(example: &str) -> &str {
    example.split('"').nth(3).unwrap_or("")
}

/// Reads a seat by its number.
pub(super) fn seat<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
    let number = u8::deserialize(deserializer).map_err(|error| in_field("seat", &error))?;
    Seat::numbered(number).ok_or_else(|| D::Error::custom(format!("there is no seat {number}")))
}

fn places<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Place>, D::Error> {
    let places = Vec::deserialize(deserializer).map_err(|error| in_field("picked", &error))?;
    Ok(places.into_iter().map(Place).collect())
}

fn action<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SeatAction, D::Error> {
    let action = ActionForm::deserialize(deserializer).map_err(|error| in_field("action", &error))?;
    Ok(match action {
        ActionForm::Move { r#move } => SeatAction::Move(r#move),
        ActionForm::Claim { r#move } => SeatAction::ClaimWith(r#move),
        ActionForm::Answer { yes } => SeatAction::Answer(yes),
        ActionForm::Offer(offer) => SeatAction::Offer(offer),
        ActionForm::ClaimAbsence { absent, claim } => SeatAction::ClaimAbsence { absent, claim },
        ActionForm::Resign => SeatAction::Resign,
        ActionForm::ClientSeed { seed } => SeatAction::ClientSeed(seed),
    })
}

fn in_field<E: serde::de::Error>(field: &str, error: &E) -> E {
    E::custom(format!("in \"{field}\": {error}"))
}

/// JSON form of the actions that a client may send.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum ActionForm {
    Move {
        r#move: String,
    },
    Claim {
        r#move: String,
    },
    Answer {
        yes: bool,
    },
    Offer(#[serde(with = "OfferForm")] Offer),
    ClaimAbsence {
        #[serde(deserialize_with = "seat")]
        absent: Seat,
        #[serde(with = "AbsenceClaimForm")]
        claim: AbsenceClaim,
    },
    Resign,
    ClientSeed {
        seed: String,
    },
}

/// JSON form of an [`Offer`].
#[derive(Deserialize)]
#[serde(remote = "Offer", tag = "offer", rename_all = "lowercase")]
enum OfferForm {
    Draw,
    Claim,
    Takeback,
    Concession(#[serde(deserialize_with = "which")] u8),
}

/// JSON form of an [`AbsenceClaim`].
#[derive(Deserialize)]
#[serde(remote = "AbsenceClaim", rename_all = "lowercase")]
enum AbsenceClaimForm {
    Win,
    Draw,
}

/// Reads the index of a concession from its field.
fn which<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    #[derive(Deserialize)]
    struct Concession {
        which: u8,
    }
    Concession::deserialize(deserializer).map(|concession| concession.which)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> (Option<u64>, String) {
        let (id, error) = read_request(text).unwrap_err();
        (id, error.message)
    }

    #[test]
    fn every_kind_has_a_valid_example() {
        for example in EXAMPLES {
            let request = read_request(example).unwrap();
            assert_eq!(
                request.addressee(),
                (example.contains("\"id\"") && example.contains("\"table\"")).then_some((1, "4k9qd2xw7b")),
                "{example}"
            );
        }
        let expected = EXAMPLES.map(|example| format!("`{}`", kind_of(example))).join(", ");
        assert_eq!(
            refusal(r#"{"kind": "dance", "id": 3}"#),
            (
                Some(3),
                format!("there is no \"dance\" request: unknown variant `dance`, expected one of {expected}")
            )
        );
    }

    #[test]
    fn actions_are_read() {
        for (text, expected) in [
            (r#"{"do": "move", "move": "f5"}"#, SeatAction::Move("f5".to_owned())),
            (r#"{"do": "claim", "move": "a1-b2"}"#, SeatAction::ClaimWith("a1-b2".to_owned())),
            (r#"{"do": "answer", "yes": true}"#, SeatAction::Answer(true)),
            (r#"{"do": "offer", "offer": "draw"}"#, SeatAction::Offer(Offer::Draw)),
            (r#"{"do": "offer", "offer": "claim"}"#, SeatAction::Offer(Offer::Claim)),
            (r#"{"do": "offer", "offer": "takeback", "which": 2}"#, SeatAction::Offer(Offer::Takeback)),
            (
                r#"{"do": "offer", "offer": "concession", "which": 1}"#,
                SeatAction::Offer(Offer::Concession(1)),
            ),
            (r#"{"do": "resign"}"#, SeatAction::Resign),
            (
                r#"{"do": "claim_absence", "absent": 1, "claim": "draw"}"#,
                SeatAction::ClaimAbsence { absent: Seat::FIRST, claim: AbsenceClaim::Draw },
            ),
            (r#"{"do": "client_seed", "seed": "luck"}"#, SeatAction::ClientSeed("luck".to_owned())),
        ] {
            let request = format!(
                r#"{{"kind": "act", "id": 1, "table": "x", "seat": 2, "seen": 0, "action": {text}}}"#
            );
            match read_request(&request) {
                Ok(ClientRequest::Act { seat: Seat::SECOND, action, .. }) => assert_eq!(action, expected),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn errors_name_the_field_and_quote_in_bounds() {
        let act = |action: &str| {
            refusal(&format!(
                r#"{{"kind": "act", "id": 7, "table": "x", "seat": 1, "seen": 0, "action": {action}}}"#
            ))
        };
        let (id, message) = act(r#"{"do": "sing"}"#);
        assert_eq!(id, Some(7));
        assert!(
            message.contains("in \"action\": unknown variant `sing`, expected one of `move`"),
            "{message}"
        );
        assert!(message.contains("; expected {\"kind\": \"act\""), "{message}");
        let (_, message) = act(&format!(r#"{{"do": "{}"}}"#, "x".repeat(10_000)));
        assert!(message.len() < 700, "{message}");
        let (_, message) = refusal(&format!(r#"{{"kind": "{}"}}"#, "x".repeat(10_000)));
        assert!(message.len() < 700, "{message}");
        assert!(refusal(r#"["lobby"]"#).1.contains("no kind: expected an object"));
        let (_, message) = refusal(r#"{"kind": "sit", "id": 1, "table": "x", "seat": "one"}"#);
        assert!(message.contains("in \"seat\": invalid type: string \"one\", expected u8"), "{message}");
    }
}
