//! What clients say.

use std::collections::BTreeMap;

use rules::Seat;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use table::{Action, Offer};
use view::diagram::{Figure, Piece};
use view::{Arrangement, Place};

use super::settings_lines;
use crate::opening::{Opening, SeatWish};
use crate::refusal::Refusal;
use web_host::board_json::PAINTS;

/// What a connection can ask for. Where there is an `id`, exactly one answer carries it back.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Request {
    Name { id: u64, name: String },
    Lobby,
    Unlobby,
    Watch { table: String, have: Option<u64> },
    Unwatch { table: String },
    Sit { id: u64, table: String, seat: Seat },
    Withdraw { id: u64, table: String },
    Act { id: u64, table: String, seat: Seat, seen: u64, action: Action },
    Touch { id: u64, table: String, seen: u64, picked: Vec<Place> },
    Look { id: u64, table: String, ply: usize },
    Advise { id: u64, table: String, ply: usize },
    Unadvise { id: u64 },
    Rematch { id: u64, table: String },
}

impl Request {
    /// The client's number for it.
    pub(crate) fn id(&self) -> Option<u64> {
        match self {
            Request::Lobby | Request::Unlobby | Request::Watch { .. } | Request::Unwatch { .. } => None,
            Request::Name { id, .. }
            | Request::Sit { id, .. }
            | Request::Withdraw { id, .. }
            | Request::Act { id, .. }
            | Request::Touch { id, .. }
            | Request::Look { id, .. }
            | Request::Advise { id, .. }
            | Request::Unadvise { id }
            | Request::Rematch { id, .. } => Some(*id),
        }
    }
}

/// A request as it comes: every field that any kind has.
#[derive(Deserialize)]
struct Raw {
    kind: String,
    id: Option<u64>,
    table: Option<String>,
    name: Option<String>,
    have: Option<u64>,
    seat: Option<u8>,
    seen: Option<u64>,
    ply: Option<usize>,
    picked: Option<Vec<u16>>,
    action: Option<RawAction>,
}

#[derive(Deserialize)]
struct RawAction {
    r#do: String,
    r#move: Option<String>,
    offer: Option<String>,
    which: Option<u8>,
    yes: Option<bool>,
    word: Option<String>,
}

const KINDS: &str =
    "name, lobby, unlobby, watch, unwatch, sit, withdraw, act, touch, look, advise, unadvise, rematch";

/// Reads a request. A error carries the `id` if one could be read, so that the client knows what was refused.
pub(crate) fn request(text: &str) -> Result<Request, (Option<u64>, Refusal)> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let sentence =
            format!("the message is not JSON ({error}): expected an object such as {{\"kind\": \"lobby\"}}");
        (None, Refusal::unclear(sentence))
    })?;
    let id = value.get("id").and_then(Value::as_u64);
    if !value.is_object() || !value.get("kind").is_some_and(Value::is_string) {
        let sentence = format!("the message has no kind: expected an object with a \"kind\", one of {KINDS}");
        return Err((id, Refusal::unclear(sentence)));
    }
    let raw: Raw = serde_json::from_value(value)
        .map_err(|error| (id, Refusal::unclear(format!("the message does not fit: {error}"))))?;
    understand(raw).map_err(|refusal| (id, refusal))
}

fn understand(raw: Raw) -> Result<Request, Refusal> {
    let kind = raw.kind.clone();
    fn need<T>(kind: &str, name: &str, value: Option<T>) -> Result<T, Refusal> {
        value.ok_or_else(|| Refusal::unclear(format!("a message of kind {kind} needs \"{name}\"")))
    }
    let id = || need(&kind, "id", raw.id);
    let seat = || {
        need(&kind, "seat", raw.seat).and_then(|number| {
            Seat::numbered(number).ok_or_else(|| Refusal::unclear(format!("there is no seat {number}")))
        })
    };
    let table = |given: Option<String>| need(&kind, "table", given);
    Ok(match kind.as_str() {
        "name" => Request::Name { id: id()?, name: need(&kind, "name", raw.name)? },
        "lobby" => Request::Lobby,
        "unlobby" => Request::Unlobby,
        "watch" => Request::Watch { have: raw.have, table: table(raw.table)? },
        "unwatch" => Request::Unwatch { table: table(raw.table)? },
        "sit" => Request::Sit { id: id()?, seat: seat()?, table: table(raw.table)? },
        "withdraw" => Request::Withdraw { id: id()?, table: table(raw.table)? },
        "act" => Request::Act {
            id: id()?,
            seat: seat()?,
            seen: need(&kind, "seen", raw.seen)?,
            action: action(need(&kind, "action", raw.action)?)?,
            table: table(raw.table)?,
        },
        "touch" => Request::Touch {
            id: id()?,
            seen: need(&kind, "seen", raw.seen)?,
            picked: need(&kind, "picked", raw.picked)?.into_iter().map(Place).collect(),
            table: table(raw.table)?,
        },
        "look" => Request::Look { id: id()?, ply: need(&kind, "ply", raw.ply)?, table: table(raw.table)? },
        "advise" => {
            Request::Advise { id: id()?, ply: need(&kind, "ply", raw.ply)?, table: table(raw.table)? }
        }
        "unadvise" => Request::Unadvise { id: id()? },
        "rematch" => Request::Rematch { id: id()?, table: table(raw.table)? },
        other => {
            let found = rules::InputError::quote(other);
            return Err(Refusal::unclear(format!(
                "there is no message of kind {found}: expected one of {KINDS}"
            )));
        }
    })
}

fn action(raw: RawAction) -> Result<Action, Refusal> {
    let need = |name: &str| Refusal::unclear(format!("the action \"{}\" needs \"{name}\"", raw.r#do));
    Ok(match raw.r#do.as_str() {
        "move" => Action::Move(raw.r#move.ok_or_else(|| need("move"))?),
        "claim" => Action::ClaimWith(raw.r#move.ok_or_else(|| need("move"))?),
        "answer" => Action::Answer(raw.yes.ok_or_else(|| need("yes"))?),
        "resign" => Action::Resign,
        "word" => Action::ClientSeed(raw.word.ok_or_else(|| need("word"))?),
        "offer" => Action::Offer(match raw.offer.as_deref() {
            Some("draw") => Offer::Draw,
            Some("claim") => Offer::Claim,
            Some("takeback") => Offer::Takeback,
            Some("concession") => Offer::Concession(raw.which.ok_or_else(|| need("which"))?),
            _ => {
                let sentence = "an offer is draw, claim, takeback or concession";
                return Err(Refusal::unclear(sentence));
            }
        }),
        other => {
            let found = rules::InputError::quote(other);
            let sentence =
                format!("there is no action {found}: expected move, claim, answer, offer, resign or word");
            return Err(Refusal::unclear(sentence));
        }
    })
}

fn body<T: DeserializeOwned>(text: &str, example: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| {
        Refusal::unclear(format!("the request was not understood ({error}): expected {example}"))
    })
}

/// Settings one by one, or the text of all of them.
#[derive(Deserialize)]
#[serde(untagged)]
enum RawSettings {
    Text(String),
    Single(BTreeMap<String, String>),
}

impl Default for RawSettings {
    fn default() -> RawSettings {
        RawSettings::Text(String::new())
    }
}

impl RawSettings {
    /// What a game reads.
    fn text(self) -> Result<String, Refusal> {
        match self {
            RawSettings::Text(text) => Ok(text),
            RawSettings::Single(settings) => settings_lines(&settings),
        }
    }
}

fn start() -> String {
    "start".to_owned()
}

fn no_clock() -> String {
    "none".to_owned()
}

/// A table to be opened.
pub(crate) fn opening(text: &str) -> Result<Opening, Refusal> {
    #[derive(Deserialize)]
    struct RawOpening {
        game: String,
        #[serde(default)]
        settings: RawSettings,
        #[serde(default = "no_clock")]
        clock: String,
        #[serde(default = "start")]
        position: String,
        seats: Vec<RawSeat>,
        #[serde(default)]
        listed: bool,
    }
    #[derive(Deserialize)]
    struct RawSeat {
        who: String,
        level: Option<u8>,
        name: Option<String>,
    }
    let raw: RawOpening = body(
        text,
        "{\"game\": \"othello\", \"seats\": [{\"who\": \"me\"}, {\"who\": \"engine\", \"level\": 5}]}",
    )?;
    let seat = |seat: RawSeat| match (seat.who.as_str(), seat.level) {
        ("me", _) => Ok(SeatWish::Me),
        ("here", _) => Ok(SeatWish::Here { name: seat.name }),
        ("link", _) => Ok(SeatWish::Link),
        ("engine", Some(level)) => Ok(SeatWish::Engine { level }),
        ("engine", None) => Err(Refusal::unclear("an engine's seat needs a \"level\"")),
        (other, _) => {
            let found = rules::InputError::quote(other);
            Err(Refusal::unclear(format!("nobody is {found}: expected me, here, link or engine")))
        }
    };
    Ok(Opening {
        game: raw.game,
        settings: raw.settings.text()?,
        clock: raw.clock,
        position: raw.position,
        seats: raw.seats.into_iter().map(seat).collect::<Result<_, _>>()?,
        is_listed: raw.listed,
    })
}

/// A position to be shown: the game, its settings, the position.
pub(crate) fn preview(text: &str) -> Result<(String, String, String), Refusal> {
    #[derive(Deserialize)]
    struct RawPreview {
        game: String,
        #[serde(default)]
        settings: RawSettings,
        #[serde(default = "start")]
        position: String,
    }
    let raw: RawPreview = body(text, "{\"game\": \"othello\", \"settings\": {}, \"position\": \"start\"}")?;
    Ok((raw.game, raw.settings.text()?, raw.position))
}

/// The longest name of a piece that is repeated in a sentence, in bytes.
const LONGEST_NAME: usize = 120;

/// Pieces put up by hand: the game, its settings, the arrangement.
pub(crate) fn arrangement(text: &str) -> Result<(String, String, Arrangement), Refusal> {
    #[derive(Deserialize)]
    struct RawArrangement {
        game: String,
        #[serde(default)]
        settings: RawSettings,
        turn: u8,
        stacks: Vec<Vec<Value>>,
    }
    #[derive(Deserialize)]
    struct RawPiece {
        figure: String,
        paint: String,
        letter: char,
        name: Option<String>,
    }
    fn known<T>(found: Option<T>, word: &str) -> Result<T, Refusal> {
        found.ok_or_else(|| {
            Refusal::unclear(format!("no piece is made of {}", rules::InputError::quote(word)))
        })
    }
    let paint = |word: &str| PAINTS.iter().find(|(_, known)| *known == word).map(|(paint, _)| *paint);
    let raw: RawArrangement =
        body(text, "{\"game\": \"othello\", \"settings\": {}, \"turn\": 1, \"stacks\": [[0, PIECE], ...]}")?;
    let turn =
        Seat::numbered(raw.turn).ok_or_else(|| Refusal::unclear(format!("there is no seat {}", raw.turn)))?;
    let piece = |raw: RawPiece| {
        let figure = known(Figure::named(&raw.figure), &raw.figure)?;
        let piece = Piece::new(figure, known(paint(&raw.paint), &raw.paint)?, raw.letter);
        // Which kind it is follows from the rest; the name is there for sentences about it.
        let name = raw.name.filter(|name| name.len() <= LONGEST_NAME);
        Ok(match name {
            Some(name) => piece.called(&name),
            None => piece,
        })
    };
    let stack = |parts: Vec<Value>| {
        let unclear = || Refusal::unclear("a stack is a place and its pieces: expected [19, PIECE, ...]");
        let mut parts = parts.into_iter();
        let place = parts.next().and_then(|place| place.as_u64()).and_then(|place| u16::try_from(place).ok());
        let pieces = parts.map(|part| serde_json::from_value(part).map_err(|_| unclear()).and_then(piece));
        Ok((Place(place.ok_or_else(unclear)?), pieces.collect::<Result<_, Refusal>>()?))
    };
    let stacks = raw.stacks.into_iter().map(stack).collect::<Result<_, Refusal>>()?;
    Ok((raw.game, raw.settings.text()?, Arrangement { stacks, turn }))
}
