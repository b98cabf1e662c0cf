//! Results on stdout, as text or as JSON: the one place of this program that knows JSON.

use std::io::{BufWriter, Stdout, Write};

use rules::{Leaving, Seat};
pub(crate) use serde_json::{Map, Value, json};
use table::{Event, Happening, Offer};

use crate::failure::Failure;

/// Where results go.
pub(crate) struct Output {
    json: bool,
    stdout: BufWriter<Stdout>,
}

impl Output {
    pub(crate) fn new(json: bool) -> Output {
        Output { json, stdout: BufWriter::new(std::io::stdout()) }
    }

    /// Whether results are wanted as JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// One result: a line of text, or an object.
    pub(crate) fn result(
        &mut self,
        text: impl FnOnce() -> String,
        object: impl FnOnce() -> Value,
    ) -> Result<(), Failure> {
        let line = if self.json { object().to_string() } else { text() };
        writeln!(self.stdout, "{line}")?;
        Ok(())
    }

    /// Text for people; nothing if results are wanted as JSON.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        if !self.json {
            self.stdout.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// Bytes as they are: pictures and scripts.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        Ok(self.stdout.write_all(bytes)?)
    }

    /// Shows what was written so far.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.stdout.flush()?)
    }
}

/// An event of a table as an object.
pub(crate) fn event_object(event: &Event) -> Value {
    let mut object = Map::new();
    object.insert("number".to_owned(), json!(event.number));
    object.insert("at".to_owned(), json!(event.at.0));
    let (kind, details) = match &event.what {
        Happening::Opened(setup) => (
            "opened",
            json!({
                "rules": setup.rules, "names": setup.names, "clock": setup.time.to_string(),
                "position": setup.position, "commitment": setup.commitment,
            }),
        ),
        Happening::Word { seat, word } => ("word", json!({"seat": seat.number(), "word": word})),
        Happening::Begun => ("begun", json!({})),
        Happening::Rolled { roll } => ("rolled", json!({"roll": roll})),
        Happening::Moved { seat, text } => ("moved", json!({"seat": seat.number(), "move": text})),
        Happening::Offered { seat, offer } => {
            let offer = match offer {
                Offer::Draw => "draw",
                Offer::Claim => "claim",
                Offer::Takeback => "takeback",
                Offer::Concession(_) => "concession",
            };
            ("offered", json!({"seat": seat.number(), "offer": offer}))
        }
        Happening::Answered { seat, yes } => ("answered", json!({"seat": seat.number(), "yes": yes})),
        Happening::Lapsed => ("lapsed", json!({})),
        Happening::Retired { seat, why } => {
            ("retired", json!({"seat": seat.number(), "why": Leaving::rule(*why)}))
        }
        Happening::Conceded { seat, concession } => {
            ("conceded", json!({"seat": seat.number(), "concession": concession}))
        }
        Happening::TookBack { moves } => ("took_back", json!({"moves": moves})),
        Happening::Resumed => ("resumed", json!({})),
        Happening::Ended(ending) => {
            ("ended", json!({"places": ending.places, "points": ending.points, "rule": ending.rule}))
        }
        Happening::Revealed { secret } => ("revealed", json!({"secret": secret})),
    };
    object.insert("event".to_owned(), json!(kind));
    if let Value::Object(details) = details {
        object.extend(details);
    }
    Value::Object(object)
}

/// How a seat is named to people: its number and its colour.
pub(crate) fn seat_title(seat: Seat, colour: &str, player: &str) -> String {
    let mut colour = colour.to_owned();
    if let Some(first) = colour.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    format!("{colour} (seat {seat}, {player})")
}
