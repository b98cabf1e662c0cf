//! Results on stdout, as text or as JSON: the one place of this program that knows JSON.

use std::io::{BufWriter, Stdout, Write};

use rules::Seat;
pub(crate) use serde_json::{Map, Value, json};
use table::{Event, EventKind};

use crate::error::CliError;

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
    ) -> Result<(), CliError> {
        let line = if self.json { object().to_string() } else { text() };
        writeln!(self.stdout, "{line}")?;
        Ok(())
    }

    /// Text for people; nothing if results are wanted as JSON.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), CliError> {
        if !self.json {
            self.stdout.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// Bytes as they are: pictures and scripts.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        Ok(self.stdout.write_all(bytes)?)
    }

    /// Shows what was written so far.
    pub(crate) fn flush(&mut self) -> Result<(), CliError> {
        Ok(self.stdout.flush()?)
    }
}

/// An event of a table as an object: as the server tells it, and the first with all that the game is played by.
pub(crate) fn event_object(event: &Event) -> Value {
    let mut object = server::event_object(event);
    if let EventKind::Opened(setup) = &event.what {
        object["rules"] = json!(setup.rules);
        object["names"] = json!(setup.names);
        object["clock"] = json!(setup.time.to_string());
        object["position"] = json!(setup.position);
    }
    object
}

/// How a seat is named to people: its number and its colour.
pub(crate) fn seat_title(seat: Seat, colour: &str, player: &str) -> String {
    let mut colour = colour.to_owned();
    if let Some(first) = colour.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    format!("{colour} (seat {seat}, {player})")
}

/// A number of things, in words that agree.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
