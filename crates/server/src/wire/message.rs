//! Messages of the server over the socket.

use axum::extract::ws::Utf8Bytes;
use engine::Analysis;
use rules::Status;
use search::Evaluation;
use serde::Serialize;
use view::{DynPosition, Place};
use web_host::board_json::{BoardLayout, PiecePlacement, places};

use super::table::{TableView, TouchView};
use super::{ChallengeView, ChatLineView, EndingView, to_json};
use crate::api_error::ApiError;
use crate::room::{GameSummary, PastPosition};

/// Length in bytes that most messages about a table do not exceed: their text need not grow step by step.
const USUAL_LENGTH: usize = 4096;

/// A message of the server.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum ServerMessage<'a> {
    /// First message of a connection.
    Welcome { name: &'a str, registered: bool, version: &'static str },
    /// Reply to a request that was carried out.
    Done { id: u64 },
    /// Reply to a request that failed.
    Refused {
        id: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        table: Option<&'a str>,
        status: u16,
        message: &'a str,
    },
    /// Reply to `touch`.
    Touched { id: u64, touch: TouchView },
    /// Reply to `position`.
    Position {
        id: u64,
        ply: usize,
        layout: BoardLayout,
        placement: PiecePlacement,
        trail: Vec<u16>,
        position: &'a str,
    },
    /// Reply to `analyse`, once for every depth.
    Analysis {
        id: u64,
        ply: usize,
        r#final: bool,
        #[serde(flatten)]
        analysis: AnalysisView,
    },
    /// It has become the user's turn in a game with other people, or no longer is.
    Turn { table: &'a str, title: &'a str, opponents: Vec<&'a str>, yours: bool },
    /// Challenges of a user that wait for an answer.
    Challenges { received: Vec<ChallengeView>, sent: Vec<ChallengeView> },
    /// A player has declined the user's challenge.
    Declined { table: &'a str, name: &'a str },
    /// Lines of the chat at a table; all of them with `reset`.
    Chat { table: &'a str, reset: bool, lines: Vec<ChatLineView<'a>> },
    /// A table as a watcher sees it.
    Table(Box<TableView<'a>>),
}

/// Evaluation of a position. Of a position in which the game is over, only the result.
#[derive(Serialize)]
pub(crate) struct AnalysisView {
    /// Seat to move, for which the evaluation is.
    seat: Option<u8>,
    best: Option<String>,
    evaluation: Option<EvaluationView>,
    line: Vec<String>,
    depth: u32,
    nodes: u64,
    trail: Vec<u16>,
    ending: Option<EndingView>,
}

/// An evaluation: a number with its unit, or the plies to a forced win or loss, and the text to show.
#[derive(Serialize)]
struct EvaluationView {
    #[serde(flatten)]
    value: EvaluationValue,
    text: String,
}

#[derive(Serialize)]
#[serde(untagged)]
enum EvaluationValue {
    Value { value: f64, unit: &'static str },
    Win { win: u32 },
    Loss { loss: u32 },
}

impl From<Evaluation> for EvaluationView {
    fn from(evaluation: Evaluation) -> EvaluationView {
        let value = match evaluation {
            Evaluation::Value { value, unit } => EvaluationValue::Value { value, unit: unit.name() },
            Evaluation::Win { plies, .. } => EvaluationValue::Win { win: plies },
            Evaluation::Loss { plies, .. } => EvaluationValue::Loss { loss: plies },
        };
        EvaluationView { value, text: evaluation.to_string() }
    }
}

impl AnalysisView {
    /// Result of a search of `position`; `trail` are the places that the best move passes.
    pub(crate) fn new(position: &dyn DynPosition, analysis: &Analysis, trail: &[Place]) -> AnalysisView {
        AnalysisView {
            seat: match position.status() {
                Status::Turn(seat) => Some(seat.number()),
                Status::Over(_) | Status::Chance => None,
            },
            best: position.write_move(&analysis.best),
            evaluation: Some(analysis.evaluation.into()),
            line: position.write_moves(&analysis.pv),
            depth: analysis.depth,
            nodes: analysis.nodes,
            trail: places(trail),
            ending: None,
        }
    }

    /// Result of a game that is over.
    pub(crate) fn of_result(ending: EndingView) -> AnalysisView {
        AnalysisView {
            seat: None,
            best: None,
            evaluation: None,
            line: Vec::new(),
            depth: 0,
            nodes: 0,
            trail: Vec::new(),
            ending: Some(ending),
        }
    }
}

impl<'a> ServerMessage<'a> {
    /// First message of a connection.
    pub(crate) fn welcome(name: &'a str, registered: bool) -> ServerMessage<'a> {
        ServerMessage::Welcome { name, registered, version: env!("CARGO_PKG_VERSION") }
    }

    /// Reply to a request that failed; `id` is `None` if it could not be read.
    pub(crate) fn refused(id: Option<u64>, error: &'a ApiError) -> ServerMessage<'a> {
        let (status, message) = (error.status.as_u16(), &error.message);
        ServerMessage::Refused { id, table: None, status, message }
    }

    /// Reply to a `watch` that failed.
    pub(crate) fn watch_refused(table: &'a str, error: &'a ApiError) -> ServerMessage<'a> {
        let (status, message) = (error.status.as_u16(), &error.message);
        ServerMessage::Refused { id: None, table: Some(table), status, message }
    }

    /// Reply to `position`.
    pub(crate) fn position(id: u64, position: &'a PastPosition) -> ServerMessage<'a> {
        ServerMessage::Position {
            id,
            ply: position.ply,
            layout: BoardLayout::from(&position.diagram),
            placement: PiecePlacement::from(&position.diagram),
            trail: places(&position.trail),
            position: &position.position,
        }
    }

    /// It is a user's turn in this game.
    pub(crate) fn turn(game: &'a GameSummary, user: &str) -> ServerMessage<'a> {
        let (details, opponents) = (&game.details, game.details.opponents(user));
        ServerMessage::Turn { table: &details.id, title: details.title, opponents, yours: true }
    }

    /// Frame of a message about a table, which several watchers may share.
    pub(crate) fn to_frame(&self) -> Utf8Bytes {
        let mut text = Vec::with_capacity(USUAL_LENGTH);
        // Messages have text keys and finite numbers, so they always serialize.
        let text = serde_json::to_writer(&mut text, self).ok().and_then(|()| String::from_utf8(text).ok());
        text.unwrap_or_default().into()
    }

    /// JSON text of the message.
    pub(crate) fn to_json(&self) -> String {
        to_json(self)
    }
}
