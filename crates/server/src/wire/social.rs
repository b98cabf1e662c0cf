//! Challenges, chat and blocked users as JSON.

use rules::Seat;
use serde::{Deserialize, Serialize};

use super::body::read_body;
use super::{seat_number, seat_option, to_json};
use crate::api_error::ApiError;
use crate::challenges::Challenge;
use crate::chat::{ChatContent, ChatLine};

/// A challenge that waits for an answer.
#[derive(Serialize)]
pub(crate) struct ChallengeView {
    table: String,
    game: &'static str,
    title: &'static str,
    clock: String,
    rated: bool,
    from: String,
    to: String,
    /// The seat that the challenged player takes to accept.
    #[serde(serialize_with = "seat_number")]
    seat: Seat,
    seat_title: String,
    /// Milliseconds until the challenge ends.
    expires_in: u64,
}

impl ChallengeView {
    pub(crate) fn new(challenge: &Challenge) -> ChallengeView {
        ChallengeView {
            table: challenge.table.clone(),
            game: challenge.game,
            title: challenge.title,
            clock: challenge.clock.clone(),
            rated: challenge.is_rated,
            from: challenge.from_name.clone(),
            to: challenge.to_name.clone(),
            seat: challenge.seat,
            seat_title: challenge.seat_name.clone(),
            expires_in: u64::try_from(challenge.expires_in().as_millis()).unwrap_or(u64::MAX),
        }
    }
}

/// A line of the chat as one user sees it.
#[derive(Serialize)]
pub(crate) struct ChatLineView<'a> {
    number: u64,
    /// Seat of the author; `None` for a spectator.
    #[serde(serialize_with = "seat_option")]
    seat: Option<Seat>,
    name: &'a str,
    /// `true` if the user is the author.
    own: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phrase: Option<&'static str>,
}

impl<'a> ChatLineView<'a> {
    /// A line as a user sees it.
    pub(crate) fn new(line: &'a ChatLine, user: &str) -> ChatLineView<'a> {
        let (text, phrase) = match &line.content {
            ChatContent::Text(text) => (Some(text.as_str()), None),
            ChatContent::Phrase(phrase) => (None, Some(*phrase)),
        };
        ChatLineView {
            number: line.number,
            seat: line.seat,
            name: &line.name,
            own: line.user == user,
            text,
            phrase,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerName {
    name: String,
}

/// Reads the name of a player.
pub(crate) fn read_player_name(text: &str) -> Result<String, ApiError> {
    read_body(text, r#"{"name": "Laleh"}"#).map(|PlayerName { name }| name.trim().to_owned())
}

/// Addresses of the server.
pub(crate) fn addresses(addresses: &[String]) -> String {
    #[derive(Serialize)]
    struct Addresses<'a> {
        addresses: &'a [String],
    }
    to_json(&Addresses { addresses })
}

/// Names of blocked users.
pub(crate) fn blocked_names(names: &[String]) -> String {
    #[derive(Serialize)]
    struct Names<'a> {
        names: &'a [String],
    }
    to_json(&Names { names })
}
