//! What a person at the terminal sees of a line.

use std::io::Write;
use std::time::Duration;

use games::othello::{Move, Othello};
use line::{End, Event, Framer, Game, board_print, name};
use rules::Notation;
use rules::cpu::Portable;

use super::objects::{Devices, event_object};
use crate::error::CliError;
use crate::output::{Output, Value, json};

/// Which way a message went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Said,
    Heard,
}

impl Way {
    /// As logs mark it: `>` was sent, `<` was heard, with the device behind it if there are two.
    pub(super) fn sign(self, device: Option<End>) -> String {
        let sign = if self == Way::Said { '>' } else { '<' };
        device.map_or(sign.to_string(), |device| format!("{sign}{device}"))
    }
}

/// An object that says which device it is about, if there are two.
fn with_device(mut object: Value, device: Option<End>) -> Value {
    if let Some(device) = device {
        object["device"] = json!(device.to_string());
    }
    object
}

/// Tells what is said and what happens, as text or as JSON.
pub(super) struct Screen<'a> {
    output: &'a mut Output,
    /// Standard output is the line itself: people read standard error.
    is_line: bool,
    is_quiet: bool,
}

impl<'a> Screen<'a> {
    pub(super) fn new(output: &'a mut Output, is_line: bool, is_quiet: bool) -> Screen<'a> {
        Screen { output, is_line, is_quiet }
    }

    /// Where others find the line, of which device if there are two.
    pub(super) fn line(&mut self, address: &str, device: Option<End>) -> Result<(), CliError> {
        let line = device.map_or("The line".to_owned(), |device| format!("Line {device}"));
        self.tell(&format!("{line} is {address}"), || {
            with_device(json!({"event": "line", "address": address}), device)
        })
    }

    /// Where the page is found.
    pub(super) fn page(&mut self, address: &str) -> Result<(), CliError> {
        self.tell(&format!("The page is {address}"), || json!({"event": "page", "address": address}))
    }

    /// A line of text that went or came, to or from which device if there are two.
    pub(super) fn passed(
        &mut self,
        at: Duration,
        way: Way,
        device: Option<End>,
        text: &str,
    ) -> Result<(), CliError> {
        if self.is_quiet {
            return Ok(());
        }
        let (sign, shown) = (way.sign(device), text.escape_default());
        let event = if way == Way::Said { "said" } else { "heard" };
        self.tell(&format!("{:9.3} {sign} {shown}", at.as_secs_f64()), || {
            with_device(json!({"at": at.as_secs_f64(), "event": event, "text": text}), device)
        })
    }

    /// Something that happened; with two devices, these.
    pub(super) fn happened(
        &mut self,
        at: Duration,
        event: &Event,
        devices: Option<Devices>,
    ) -> Result<(), CliError> {
        let is_worth = !self.is_quiet || is_result(event);
        if !is_worth || matches!(event, Event::Finished) {
            return Ok(());
        }
        let text = text(event);
        self.tell(&format!("{:9.3} # {text}", at.as_secs_f64()), || event_object(at, event, devices))
    }

    /// The board, for somebody who is to choose.
    pub(super) fn board(&mut self, game: &Game, question: &str) -> Result<(), CliError> {
        let mut text = board_print(game, game.moves()).join("\n");
        text.push('\n');
        text.push_str(question);
        self.tell(&text, || {
            let position = game.position();
            let moves = (0..64).map(Move::on).filter(|&mv| game.is_legal(mv));
            let rules = Othello::new(position.turn(), Portable);
            json!({
                "event": "awaits_move", "seat": position.turn().number(),
                "moves": moves.map(|mv| name(mv).to_lowercase()).collect::<Vec<_>>(),
                "position": rules.write_position(position), "sentence": question,
            })
        })
    }

    /// A sentence for people, with a word for programs.
    pub(super) fn sentence(&mut self, event: &str, sentence: &str) -> Result<(), CliError> {
        self.tell(sentence, || json!({"event": event, "sentence": sentence}))
    }

    fn tell(&mut self, text: &str, object: impl FnOnce() -> Value) -> Result<(), CliError> {
        if self.is_line {
            let line = if self.output.is_json() { object().to_string() } else { text.to_owned() };
            // Whoever has closed standard error does not want to read it.
            let _ = writeln!(std::io::stderr(), "{line}");
            return Ok(());
        }
        self.output.result(|| text.to_owned(), object)?;
        self.output.flush()
    }
}

/// Whether an event is a result, or something that went wrong, as a claim has between two devices.
fn is_result(event: &Event) -> bool {
    match event {
        Event::Ended(_) | Event::Note(_) => true,
        Event::At(_, event) => !matches!(**event, Event::Leds(_)),
        _ => false,
    }
}

/// An event in words, but for LEDs.
fn text(event: &Event) -> String {
    match event {
        Event::Leds(leds) => format!("LEDs {}", leds.map(|on| if on { "●" } else { "○" }).join(" ")),
        Event::At(end, event) => format!("device {end}: {}", text(event)),
        event => event.to_string(),
    }
}

/// Bytes of one direction as the lines that people see.
pub(super) struct Subtitles {
    framer: Framer,
}

impl Subtitles {
    pub(super) fn new() -> Subtitles {
        Subtitles { framer: Framer::new(line::Ends::Any) }
    }

    /// The lines that these bytes end.
    pub(super) fn lines(&mut self, bytes: &[u8]) -> Vec<String> {
        let told = |line| match line {
            line::Line::Text(text) => text,
            line::Line::TooLong(length) | line::Line::Noise(length) => format!("({length} bytes)"),
        };
        bytes.iter().filter_map(|&byte| self.framer.push(byte)).map(told).collect()
    }
}
