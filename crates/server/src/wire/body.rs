//! Bodies of HTTP requests.

use std::collections::BTreeMap;

use rules::{InputError, Seat};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use view::diagram::{Piece, PieceColor, PieceShape};
use view::{Arrangement, Place};

use crate::api_error::ApiError;
use crate::new_table::{NewTable, start_position};

/// Settings of a game: an object of keys and values, or the text of all settings.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged, expecting = "settings are an object of texts, or one text")]
pub(crate) enum SettingsInput {
    /// `key = value` lines.
    Text(String),
    /// Values by key.
    Values(BTreeMap<String, String>),
}

impl Default for SettingsInput {
    fn default() -> SettingsInput {
        SettingsInput::Text(String::new())
    }
}

impl SettingsInput {
    /// The `key = value` lines that a game reads.
    pub(crate) fn into_text(self) -> Result<String, ApiError> {
        match self {
            SettingsInput::Text(text) => Ok(text),
            SettingsInput::Values(values) => settings_lines(&values),
        }
    }
}

/// Settings as the `key = value` lines that a game reads.
pub(crate) fn settings_lines(settings: &BTreeMap<String, String>) -> Result<String, ApiError> {
    let mut lines = String::new();
    for (key, value) in settings {
        if key.contains(['\n', '\r', '=']) || value.contains(['\n', '\r']) {
            let message = "a setting must be on one line";
            return Err(ApiError::unprocessable(message));
        }
        lines.push_str(&format!("{key} = {value}\n"));
    }
    Ok(lines)
}

pub(super) fn read_body<T: DeserializeOwned>(text: &str, example: &str) -> Result<T, ApiError> {
    serde_json::from_str(text).map_err(|error| {
        ApiError::bad_request(format!("cannot read the request: {error}; expected {example}"))
    })
}

/// Reads a table to open.
pub(crate) fn read_new_table(text: &str) -> Result<NewTable, ApiError> {
    read_body(
        text,
        r#"{"game": "othello", "seats": [{"who": "me"}, {"who": "engine", "engine": "strong:level=5"}]}"#,
    )
}

/// A position to preview.
#[derive(Deserialize)]
pub(crate) struct PreviewRequest {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) settings: SettingsInput,
    #[serde(default = "start_position")]
    pub(crate) position: String,
}

/// Reads a position to preview.
pub(crate) fn read_preview(text: &str) -> Result<PreviewRequest, ApiError> {
    read_body(text, r#"{"game": "othello", "settings": {}, "position": "start"}"#)
}

/// Pieces to place on a board.
pub(crate) struct ArrangementRequest {
    pub(crate) game: String,
    pub(crate) settings: String,
    pub(crate) arrangement: Arrangement,
}

/// Longest name of a piece in bytes; a longer one is ignored.
const MAX_NAME: usize = 120;

#[derive(Deserialize)]
struct ArrangementBody {
    game: String,
    #[serde(default)]
    settings: SettingsInput,
    #[serde(deserialize_with = "super::request::seat")]
    turn: Seat,
    stacks: Vec<Vec<Value>>,
}

#[derive(Deserialize)]
struct PieceBody {
    figure: String,
    paint: String,
    letter: char,
    name: Option<String>,
}

/// Reads pieces to place on a board.
pub(crate) fn read_arrangement(text: &str) -> Result<ArrangementRequest, ApiError> {
    let example = r#"{"game": "othello", "settings": {}, "turn": 1, "stacks": [[0, PIECE], ...]}"#;
    let body: ArrangementBody = read_body(text, example)?;
    let stacks = body.stacks.into_iter().map(read_stack).collect::<Result<_, _>>()?;
    Ok(ArrangementRequest {
        game: body.game,
        settings: body.settings.into_text()?,
        arrangement: Arrangement { stacks, turn: body.turn },
    })
}

fn read_stack(parts: Vec<Value>) -> Result<(Place, Vec<Piece>), ApiError> {
    let invalid = || ApiError::bad_request("a stack is a place and its pieces: expected [19, PIECE, ...]");
    let mut parts = parts.into_iter();
    let place = parts.next().and_then(|place| place.as_u64()).and_then(|place| u16::try_from(place).ok());
    let place = Place(place.ok_or_else(invalid)?);
    let pieces = parts.map(|part| serde_json::from_value(part).map_err(|_| invalid()).and_then(read_piece));
    Ok((place, pieces.collect::<Result<_, _>>()?))
}

fn read_piece(body: PieceBody) -> Result<Piece, ApiError> {
    let unknown = |what: &str, name: &str| {
        ApiError::bad_request(format!("there is no {what} {} of a piece", InputError::quote(name)))
    };
    let figure = PieceShape::named(&body.figure).ok_or_else(|| unknown("figure", &body.figure))?;
    let paint = PieceColor::named(&body.paint).ok_or_else(|| unknown("paint", &body.paint))?;
    let piece = Piece::new(figure, paint, body.letter);
    // The name is used in error messages only.
    Ok(match body.name.filter(|name| name.len() <= MAX_NAME) {
        Some(name) => piece.with_name(&name),
        None => piece,
    })
}
