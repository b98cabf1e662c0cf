//! The page of a serial line, or of a relay, as JSON, and what its visitors say.

use std::time::Instant;

use line::{Claim, Ended, Why};
use rules::Seat;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{board, places};
use crate::line_page::{About, Entry, LineSight, Part, Sight, Stage, Tally, TimeFor, TimeLeft, What, Wish};
use crate::refusal::Refusal;

/// What somebody who looks at a line has not been told yet.
pub(crate) fn line(about: Option<&About>, sight: Option<&Sight>, entries: &[Entry]) -> String {
    let mut message = json!({"kind": "line", "entries": entries.iter().map(entry).collect::<Vec<_>>()});
    if let Value::Object(message) = &mut message {
        if let Some(about) = about {
            message.insert("about".to_owned(), about_value(about));
        }
        if let Some(sight) = sight {
            if about.is_some() {
                message.insert("ground".to_owned(), board::ground(&sight.diagram));
            }
            message.insert("sight".to_owned(), sight_value(sight));
        }
    }
    message.to_string()
}

fn about_value(about: &About) -> Value {
    let part = match about.part {
        Part::Device => "device",
        Part::Pc => "pc",
        Part::Relay => "relay",
    };
    json!({"part": part, "strict": about.is_strict, "engine": about.engine})
}

fn entry(entry: &Entry) -> Value {
    let what = match entry.what {
        What::Sent => "sent",
        What::Heard => "heard",
        What::Move => "move",
        What::Claim => "claim",
        What::Game => "game",
        What::Leds => "leds",
        What::Note => "note",
    };
    json!({
        "number": entry.number, "at": entry.at.as_millis() as u64, "what": what, "line": entry.line,
        "text": entry.text,
    })
}

fn sight_value(sight: &Sight) -> Value {
    let stage = match sight.stage {
        Stage::Opening => "opening",
        Stage::Playing => "playing",
        Stage::Over => "over",
        Stage::Gone => "gone",
    };
    json!({
        "lines": sight.lines.iter().map(line_sight).collect::<Vec<_>>(), "stage": stage,
        "own": sight.own.number(), "turn": sight.turn.map(Seat::number), "question": sight.question,
        "awaited": sight.is_to_choose, "finished": sight.is_finished,
        "times": sight.times.each_ref().map(|one| one.as_ref().map(time)),
        "standing": board::standing(&sight.diagram), "trail": places(&sight.trail),
        "legal": places(&sight.legal), "discs": sight.discs, "ended": sight.ended.as_ref().map(ended_object),
        "tally": tally(sight.tally),
    })
}

fn line_sight(line: &LineSight) -> Value {
    json!({"place": line.place, "leds": line.leds, "gone": line.is_gone})
}

fn tally(tally: Tally) -> Value {
    json!({"own": tally.own, "other": tally.other, "ties": tally.ties})
}

fn time(time: &TimeLeft) -> Value {
    let what = match time.what {
        TimeFor::Move => "move",
        TimeFor::Answer => "answer",
    };
    let left = time.until.saturating_duration_since(Instant::now());
    json!({"for": what, "left": left.as_millis() as u64})
}

/// How a game of the line ended, as an object.
pub fn ended_object(ended: &Ended) -> Value {
    let (why, by) = match ended.why {
        Why::PlayedOut => ("played out", None),
        Why::Stopped => ("stopped", None),
        Why::GivenUp(seat) => ("given up", Some(seat)),
        Why::Claimed(seat, Claim::Illegal) => ("illegal", Some(seat)),
        Why::Claimed(seat, Claim::Late) => ("late", Some(seat)),
        Why::Reset => ("reset", None),
        Why::Silent => ("silent", None),
        Why::Disputed => ("disputed", None),
        Why::Cut => ("cut", None),
    };
    json!({
        "winner": ended.winner.map(Seat::number), "void": ended.why.is_void(), "why": why,
        "by": by.map(Seat::number), "discs": ended.discs,
    })
}

const KINDS: &str = "play, resign, stop, again";

/// Reads what a visitor wishes, and the visitor's number for it; a error carries the number if one could be read.
pub(crate) fn line_order(text: &str) -> Result<(u64, Wish), (Option<u64>, Refusal)> {
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
            Refusal::unclear(format!(
                "the message is not JSON ({error}): expected an object such as {example}"
            )),
        )
    })?;
    let id = value.get("id").and_then(Value::as_u64);
    let unclear = |sentence: String| (id, Refusal::unclear(sentence));
    let raw: Raw = serde_json::from_value(value).map_err(|error| {
        unclear(format!(
            "the message does not fit: {error}; expected an \"id\" and a \"kind\", one of {KINDS}"
        ))
    })?;
    let need = |name: &str| unclear(format!("a message of kind play needs \"{name}\""));
    let wish = match raw.kind.as_str() {
        "play" => Wish::Play {
            question: raw.question.ok_or_else(|| need("question"))?,
            square: raw.r#move.ok_or_else(|| need("move"))?,
        },
        "resign" => Wish::Resign,
        "stop" => Wish::Stop,
        "again" => Wish::Again,
        other => {
            let found = rules::InputError::quote(other);
            return Err(unclear(format!("there is no message of kind {found}: expected one of {KINDS}")));
        }
    };
    Ok((raw.id, wish))
}
