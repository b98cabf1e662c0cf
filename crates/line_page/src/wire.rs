//! JSON messages of the page. Their fields are described in `docs/protocol.md`.

use std::time::Instant;

use line::{Claim, EndReason, GameResult};
use rules::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use web_host::board_json::{BoardLayout, PiecePlacement, places};
use web_host::responses::to_json;

use crate::error::PageError;
use crate::line_view::{LineStatus, LineView, MatchScore, RunningTimer, SessionState};
use crate::source::TimerKind;
use crate::traffic::TrafficEntry;
use crate::{PageCommand, PageInfo};

/// A message of the page.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum PageMessage<'a> {
    /// The parts of the content that the client does not have yet.
    Line {
        /// Sent in the first message only.
        #[serde(skip_serializing_if = "Option::is_none")]
        about: Option<&'a PageInfo>,
        /// Sent in the first message only.
        #[serde(skip_serializing_if = "Option::is_none")]
        layout: Option<BoardLayout>,
        #[serde(skip_serializing_if = "Option::is_none")]
        view: Option<Box<LineViewMessage<'a>>>,
        entries: &'a [TrafficEntry],
    },
    /// Reply to a request that was carried out.
    Done { id: u64 },
    /// Reply to a request that failed.
    Refused { id: Option<u64>, status: u16, message: &'a str },
}

#[derive(Serialize)]
struct LineViewMessage<'a> {
    lines: &'a [LineStatus],
    state: SessionState,
    own: u8,
    turn: Option<u8>,
    prompt: u64,
    awaits_move: bool,
    finished: bool,
    timers: [Option<TimerMessage>; 2],
    placement: PiecePlacement,
    trail: Vec<u16>,
    legal: Vec<u16>,
    discs: [u32; 2],
    result: Option<ResultMessage>,
    score: MatchScore,
}

#[derive(Serialize)]
struct TimerMessage {
    kind: TimerKind,
    left: u64,
}

#[derive(Serialize)]
struct ResultMessage {
    winner: Option<u8>,
    void: bool,
    why: &'static str,
    by: Option<u8>,
    discs: [u32; 2],
}

impl<'a> From<&'a LineView> for LineViewMessage<'a> {
    fn from(view: &'a LineView) -> LineViewMessage<'a> {
        LineViewMessage {
            lines: &view.lines,
            state: view.state,
            own: view.own.number(),
            turn: view.turn.map(Seat::number),
            prompt: view.prompt,
            awaits_move: view.awaits_move,
            finished: view.is_finished,
            timers: view.timers.map(|timer| timer.map(TimerMessage::from)),
            placement: PiecePlacement::from(&view.diagram),
            trail: places(&view.trail),
            legal: places(&view.legal),
            discs: view.discs,
            result: view.result.as_ref().map(ResultMessage::from),
            score: view.score,
        }
    }
}

impl From<RunningTimer> for TimerMessage {
    fn from(timer: RunningTimer) -> TimerMessage {
        let left = timer.until.saturating_duration_since(Instant::now());
        TimerMessage { kind: timer.kind, left: left.as_millis() as u64 }
    }
}

impl From<&GameResult> for ResultMessage {
    fn from(result: &GameResult) -> ResultMessage {
        let (why, by) = match result.reason {
            EndReason::PlayedOut => ("played out", None),
            EndReason::Stopped => ("stopped", None),
            EndReason::Resigned(seat) => ("resigned", Some(seat)),
            EndReason::RuleBroken(seat, Claim::Illegal) => ("illegal", Some(seat)),
            EndReason::RuleBroken(seat, Claim::Late) => ("late", Some(seat)),
            EndReason::Reset => ("reset", None),
            EndReason::Timeout => ("timeout", None),
            EndReason::WrongOpening => ("wrong opening", None),
            EndReason::Disputed => ("disputed", None),
            EndReason::Disconnected => ("disconnected", None),
        };
        ResultMessage {
            winner: result.winner.map(Seat::number),
            void: result.reason.is_void(),
            why,
            by: by.map(Seat::number),
            discs: result.discs,
        }
    }
}

/// Message with the parts of the content that the client does not have yet.
pub(crate) fn line_message(
    info: Option<&PageInfo>,
    view: Option<&LineView>,
    entries: &[TrafficEntry],
) -> String {
    let layout = info.and(view).map(|view| BoardLayout::from(&view.diagram));
    let view = view.map(|view| Box::new(LineViewMessage::from(view)));
    to_json(&PageMessage::Line { about: info, layout, view, entries })
}

/// Reply to a request that was carried out.
pub(crate) fn done(id: u64) -> String {
    to_json(&PageMessage::Done { id })
}

/// Reply to a request that failed; `id` is `None` if it could not be read.
pub(crate) fn refused(id: Option<u64>, error: &PageError) -> String {
    to_json(&PageMessage::Refused { id, status: error.status(), message: &error.to_string() })
}

/// Result of a game as a JSON object.
pub fn result_object(result: &GameResult) -> Value {
    serde_json::to_value(ResultMessage::from(result)).unwrap_or_default()
}

const EXAMPLE: &str = r#"{"kind": "play", "id": 1, "prompt": 1, "move": "e3"}"#;
/// Longest part of a parser's error, in characters, that is sent: it may quote the request.
const MAX_ERROR: usize = 200;

/// Parses a request into its number and command. An error carries the number if it is readable.
pub(crate) fn parse_command(text: &str) -> Result<(u64, PageCommand), (Option<u64>, PageError)> {
    #[derive(Deserialize)]
    struct Request {
        id: u64,
        #[serde(flatten)]
        command: PageCommand,
    }
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let message = format!("the message is not JSON ({error}): expected an object such as {EXAMPLE}");
        (None, PageError::Malformed(message))
    })?;
    let id = value.get("id").and_then(Value::as_u64);
    // Serde would also read an array as a struct.
    let request = if value.is_object() { Request::deserialize(value) } else { Err(not_an_object()) };
    let Request { id, command } = request.map_err(|error| {
        let error: String = error.to_string().chars().take(MAX_ERROR).collect();
        (id, PageError::Malformed(format!("cannot read the message: {error}; expected {EXAMPLE}")))
    })?;
    Ok((id, command))
}

fn not_an_object() -> serde_json::Error {
    serde::de::Error::custom("it is not an object")
}
