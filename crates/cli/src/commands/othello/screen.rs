//! What a person at the terminal sees of a line.

use std::io::Write;
use std::time::Duration;

use line::{Event, Framer, Game, board_print};

use crate::failure::Failure;
use crate::output::{Output, json};

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

    /// A line that was said (`>`) or heard (`<`).
    pub(super) fn said(&mut self, at: Duration, sign: &str, text: &str) -> Result<(), Failure> {
        if self.is_quiet {
            return Ok(());
        }
        let shown = text.escape_default().to_string();
        self.tell(
            &format!("{:9.3} {sign} {shown}", at.as_secs_f64()),
            || json!({"at": at.as_secs_f64(), "sign": sign, "line": text}),
        )
    }

    /// Something that happened.
    pub(super) fn happened(&mut self, at: Duration, event: &Event) -> Result<(), Failure> {
        let is_worth = !self.is_quiet || matches!(event, Event::Ended(_) | Event::Note(_));
        if !is_worth || matches!(event, Event::Finished) {
            return Ok(());
        }
        let mut text = event.to_string();
        if let Event::Leds(leds) = event {
            text = format!("LEDs {}", leds.map(|on| if on { "●" } else { "○" }).join(" "));
        }
        self.tell(
            &format!("{:9.3} # {text}", at.as_secs_f64()),
            || json!({"at": at.as_secs_f64(), "event": event.to_string()}),
        )
    }

    /// The board, for somebody who is to choose.
    pub(super) fn board(&mut self, game: &Game, question: &str) -> Result<(), Failure> {
        let mut text = board_print(game, game.moves()).join("\n");
        text.push('\n');
        text.push_str(question);
        self.tell(&text, || json!({"awaits": "move", "moves": game.moves().count_ones()}))
    }

    /// Nothing happens before somebody opens the page.
    pub(super) fn wait_for_visitor(&mut self) -> Result<(), Failure> {
        let sentence = "The first game begins when the page is opened";
        self.tell(sentence, || json!({"awaits": "visitor"}))
    }

    /// Something for people.
    pub(super) fn tell(
        &mut self,
        text: &str,
        object: impl FnOnce() -> crate::output::Value,
    ) -> Result<(), Failure> {
        if self.is_line {
            // Whoever has closed standard error does not want to read it.
            let _ = writeln!(std::io::stderr(), "{text}");
            return Ok(());
        }
        self.output.result(|| text.to_owned(), object)?;
        self.output.flush()
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
