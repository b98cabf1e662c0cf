//! JSON messages of the page. Their fields are described in `docs/protocol.md`.

use std::time::Instant;

use line::{Claim, EndReason, GameResult};
use rules::Seat;
use serde::Deserialize;
use serde_json::{Value, json};

use web_host::board_json::{self as board, places};

use crate::error::PageError;
use crate::line_view::{LineStatus, LineView, Score, SessionState, Timer};
use crate::source::TimerKind;
use crate::traffic::{Entry, EntryKind};
use crate::{PageCommand, PageInfo, PageRole};

/// Message with the parts of the content that the client does not have yet.
pub(crate) fn line_message(info: Option<&PageInfo>, view: Option<&LineView>, entries: &[Entry]) -> String {
    let mut message =
        json!({"kind": "line", "entries": entries.iter().map(entry_object).collect::<Vec<_>>()});
    if let Value::Object(message) = &mut message {
        if let Some(info) = info {
            message.insert("about".to_owned(), info_object(info));
        }
        if let Some(view) = view {
            if info.is_some() {
                message.insert("ground".to_owned(), board::ground(&view.diagram));
            }
            message.insert("sight".to_owned(), view_object(view));
        }
    }
    message.to_string()
}

fn info_object(info: &PageInfo) -> Value {
    let role = match info.role {
        PageRole::Device => "device",
        PageRole::Pc => "pc",
        PageRole::Relay => "relay",
    };
    json!({"part": role, "strict": info.is_strict, "engine": info.engine})
}

fn entry_object(entry: &Entry) -> Value {
    let kind = match entry.kind {
        EntryKind::Sent => "sent",
        EntryKind::Received => "heard",
        EntryKind::Move => "move",
        EntryKind::Claim => "claim",
        EntryKind::Game => "game",
        EntryKind::Leds => "leds",
        EntryKind::Note => "note",
    };
    json!({
        "number": entry.number, "at": entry.at.as_millis() as u64, "what": kind, "line": entry.line,
        "text": entry.text,
    })
}

fn view_object(view: &LineView) -> Value {
    let state = match view.state {
        SessionState::Opening => "opening",
        SessionState::Playing => "playing",
        SessionState::Over => "over",
        SessionState::Disconnected => "gone",
    };
    json!({
        "lines": view.lines.iter().map(line_object).collect::<Vec<_>>(), "stage": state,
        "own": view.own.number(), "turn": view.turn.map(Seat::number), "question": view.prompt,
        "awaited": view.awaits_move, "finished": view.is_finished,
        "times": view.timers.each_ref().map(|timer| timer.as_ref().map(timer_object)),
        "standing": board::standing(&view.diagram), "trail": places(&view.trail),
        "legal": places(&view.legal), "discs": view.discs, "ended": view.result.as_ref().map(result_object),
        "tally": score_object(view.score),
    })
}

fn line_object(line: &LineStatus) -> Value {
    json!({"place": line.address, "leds": line.leds, "gone": line.is_disconnected})
}

fn score_object(score: Score) -> Value {
    json!({"own": score.own, "other": score.other, "ties": score.ties})
}

fn timer_object(timer: &Timer) -> Value {
    let kind = match timer.kind {
        TimerKind::Move => "move",
        TimerKind::Reply => "answer",
    };
    let left = timer.until.saturating_duration_since(Instant::now());
    json!({"for": kind, "left": left.as_millis() as u64})
}

/// Result of a game as a JSON object.
pub fn result_object(result: &GameResult) -> Value {
    let (reason, by) = match result.reason {
        EndReason::PlayedOut => ("played out", None),
        EndReason::Stopped => ("stopped", None),
        EndReason::Resigned(seat) => ("given up", Some(seat)),
        EndReason::RuleBroken(seat, Claim::Illegal) => ("illegal", Some(seat)),
        EndReason::RuleBroken(seat, Claim::Late) => ("late", Some(seat)),
        EndReason::Reset => ("reset", None),
        EndReason::Timeout => ("silent", None),
        EndReason::Disputed => ("disputed", None),
        EndReason::Disconnected => ("cut", None),
    };
    json!({
        "winner": result.winner.map(Seat::number), "void": result.reason.is_void(), "why": reason,
        "by": by.map(Seat::number), "discs": result.discs,
    })
}

const KINDS: &str = "play, resign, stop, again";

/// Parses a request into its number and command. An error carries the number if it is readable.
pub(crate) fn parse_command(text: &str) -> Result<(u64, PageCommand), (Option<u64>, PageError)> {
    #[derive(Deserialize)]
    struct Raw {
        kind: String,
        id: u64,
        question: Option<u64>,
        r#move: Option<String>,
    }
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let example = "{\"kind\": \"play\", \"id\": 1, \"question\": 1, \"move\": \"e3\"}";
        (
            None,
            PageError::Malformed(format!(
                "the message is not JSON ({error}): expected an object such as {example}"
            )),
        )
    })?;
    let id = value.get("id").and_then(Value::as_u64);
    let malformed = |sentence: String| (id, PageError::Malformed(sentence));
    let raw: Raw = serde_json::from_value(value).map_err(|error| {
        malformed(format!(
            "cannot read the message: {error}; expected an \"id\" and a \"kind\", one of {KINDS}"
        ))
    })?;
    let need = |name: &str| malformed(format!("a message of kind play needs \"{name}\""));
    let command = match raw.kind.as_str() {
        "play" => PageCommand::Play {
            prompt: raw.question.ok_or_else(|| need("question"))?,
            square: raw.r#move.ok_or_else(|| need("move"))?,
        },
        "resign" => PageCommand::Resign,
        "stop" => PageCommand::Stop,
        "again" => PageCommand::NewGame,
        other => {
            let found = rules::InputError::quote(other);
            return Err(malformed(format!("there is no message of kind {found}: expected one of {KINDS}")));
        }
    };
    Ok((raw.id, command))
}
