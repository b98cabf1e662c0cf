//! Output of a line on the terminal, as text or JSON.

use std::io::Write;
use std::time::Duration;

use games::othello::{Move, Othello};
use line::{DeviceId, Event, Framer, LineGame, board_print, move_name};
use rules::Notation;
use rules::cpu::Portable;

use super::json_events::{Devices, event_object};
use crate::error::CliError;
use crate::output::{Output, Value, json};

/// Direction of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Sent,
    Received,
}

impl Direction {
    /// Mark in logs: `>` for sent, `<` for received, followed by the device if there are two.
    pub(super) fn sign(self, device: Option<DeviceId>) -> String {
        let sign = if self == Direction::Sent { '>' } else { '<' };
        device.map_or(sign.to_string(), |device| format!("{sign}{device}"))
    }
}

/// Adds the device to an object, if there are two.
fn with_device(mut object: Value, device: Option<DeviceId>) -> Value {
    if let Some(device) = device {
        object["device"] = json!(device.to_string());
    }
    object
}

/// Terminal output of a session.
pub(super) struct Terminal<'a> {
    output: &'a mut Output,
    /// `true` if stdout is the line itself; output goes to stderr then.
    stdout_is_line: bool,
    is_quiet: bool,
}

impl<'a> Terminal<'a> {
    pub(super) fn new(output: &'a mut Output, stdout_is_line: bool, is_quiet: bool) -> Terminal<'a> {
        Terminal { output, stdout_is_line, is_quiet }
    }

    /// Prints the address of a line, with its device if there are two.
    pub(super) fn line(&mut self, address: &str, device: Option<DeviceId>) -> Result<(), CliError> {
        let line = device.map_or("The line".to_owned(), |device| format!("Line {device}"));
        self.print(&format!("{line} is {address}"), || {
            with_device(json!({"event": "line", "address": address}), device)
        })
    }

    /// Prints the address of the page.
    pub(super) fn page(&mut self, address: &str) -> Result<(), CliError> {
        self.print(&format!("The page is {address}"), || json!({"event": "page", "address": address}))
    }

    /// Prints a sent or received line of text, with its device if there are two.
    pub(super) fn message(
        &mut self,
        at: Duration,
        direction: Direction,
        device: Option<DeviceId>,
        text: &str,
    ) -> Result<(), CliError> {
        if self.is_quiet {
            return Ok(());
        }
        let (sign, shown) = (direction.sign(device), text.escape_default());
        let event = if direction == Direction::Sent { "sent" } else { "received" };
        self.print(&format!("{:9.3} {sign} {shown}", at.as_secs_f64()), || {
            with_device(json!({"at": at.as_secs_f64(), "event": event, "text": text}), device)
        })
    }

    /// Prints an event; `devices` are given in a relay.
    pub(super) fn event(
        &mut self,
        at: Duration,
        event: &Event,
        devices: Option<Devices>,
    ) -> Result<(), CliError> {
        let is_shown = !self.is_quiet || is_result(event);
        if !is_shown || matches!(event, Event::Finished) {
            return Ok(());
        }
        let text = text(event);
        self.print(&format!("{:9.3} # {text}", at.as_secs_f64()), || event_object(at, event, devices))
    }

    /// Prints the board and a prompt for a move.
    pub(super) fn board(&mut self, game: &LineGame, prompt: &str) -> Result<(), CliError> {
        let mut text = board_print(game, game.moves()).join("\n");
        text.push('\n');
        text.push_str(prompt);
        self.print(&text, || {
            let position = game.position();
            let moves = (0..64).map(Move::on).filter(|&mv| game.is_legal(mv));
            let rules = Othello::new(position.turn(), Portable);
            json!({
                "event": "awaits_move", "seat": position.turn().number(),
                "moves": moves.map(|mv| move_name(mv).to_lowercase()).collect::<Vec<_>>(),
                "position": rules.write_position(position), "sentence": prompt,
            })
        })
    }

    /// Prints a sentence; `event` is its kind in JSON.
    pub(super) fn sentence(&mut self, event: &str, sentence: &str) -> Result<(), CliError> {
        self.print(sentence, || json!({"event": event, "sentence": sentence}))
    }

    /// Prints a result; `object` is its JSON form.
    pub(super) fn result(&mut self, text: &str, object: impl FnOnce() -> Value) -> Result<(), CliError> {
        self.print(text, object)
    }

    fn print(&mut self, text: &str, object: impl FnOnce() -> Value) -> Result<(), CliError> {
        if self.stdout_is_line {
            let line = if self.output.is_json() { object().to_string() } else { text.to_owned() };
            // If stderr is closed, the output is not wanted.
            let _ = writeln!(std::io::stderr(), "{line}");
            return Ok(());
        }
        self.output.result(|| text.to_owned(), object)?;
        self.output.flush()
    }
}

/// `true` for results and problems, including claims between two devices.
fn is_result(event: &Event) -> bool {
    match event {
        Event::Ended(_) | Event::Note(_) => true,
        Event::OnDevice(_, event) => !matches!(**event, Event::Leds(_)),
        _ => false,
    }
}

/// Text of an event; LEDs are drawn.
fn text(event: &Event) -> String {
    match event {
        Event::Leds(leds) => format!("LEDs {}", leds.map(|on| if on { "●" } else { "○" }).join(" ")),
        Event::OnDevice(end, event) => format!("device {end}: {}", text(event)),
        event => event.to_string(),
    }
}

/// Splits the bytes of one direction into displayed lines.
pub(super) struct LineSplitter {
    framer: Framer,
}

impl LineSplitter {
    pub(super) fn new() -> LineSplitter {
        LineSplitter { framer: Framer::new(line::LineEndings::Any) }
    }

    /// Lines that end within these bytes.
    pub(super) fn lines(&mut self, bytes: &[u8]) -> Vec<String> {
        let text = |line| match line {
            line::Line::Text(text) => text,
            line::Line::TooLong => format!("(more than {} bytes)", line::MAX_LINE),
            line::Line::Noise(length) => format!("({length} bytes)"),
        };
        bytes.iter().filter_map(|&byte| self.framer.push(byte)).map(text).collect()
    }
}
