//! Results on stdout, as text or as JSON. The only module of the command line that uses `serde_json`.

use std::io::{BufWriter, Stdout, Write};

pub(crate) use serde_json::{Map, Value, json};
use table::{EventKind, Offer, Table, TableEvent};
pub(crate) use terminal::messages::counted;

use crate::error::CliError;

/// Writer of results to stdout.
pub(crate) struct Output {
    json: bool,
    stdout: BufWriter<Stdout>,
}

impl Output {
    pub(crate) fn new(json: bool) -> Output {
        Output { json, stdout: BufWriter::new(std::io::stdout()) }
    }

    /// `true` if results are printed as JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Prints one result: a line of text, or a JSON object.
    pub(crate) fn result(
        &mut self,
        text: impl FnOnce() -> String,
        object: impl FnOnce() -> Value,
    ) -> Result<(), CliError> {
        let line = if self.json { object().to_string() } else { text() };
        writeln!(self.stdout, "{line}")?;
        Ok(())
    }

    /// Prints text without a line end; prints nothing with `--json`.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), CliError> {
        if !self.json {
            self.stdout.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// Writes bytes unchanged, for images and scripts.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        Ok(self.stdout.write_all(bytes)?)
    }

    /// Flushes stdout.
    pub(crate) fn flush(&mut self) -> Result<(), CliError> {
        Ok(self.stdout.flush()?)
    }
}

/// Event of a table as a JSON object: the fields that the server sends, for the first event the full setup, and for the
/// offer of a partial resignation its name.
pub(crate) fn event_object(table: &Table, event: &TableEvent) -> Value {
    let mut object = server::event_object(event);
    match &event.kind {
        EventKind::Opened(setup) => {
            object["rules"] = json!(setup.rules);
            object["names"] = json!(setup.names);
            object["clock"] = json!(setup.time.to_string());
            object["position"] = json!(setup.position);
        }
        EventKind::Offered { seat, offer: Offer::Concession(index) } => {
            object["resignation"] = json!(table.board().concessions(*seat).get(usize::from(*index)));
        }
        _ => {}
    }
    object
}

/// Error as a line of JSON: the message and the exit code.
pub(crate) fn error_line(message: &str, exit_code: u8) -> String {
    json!({"error": message, "exit_code": exit_code}).to_string()
}
