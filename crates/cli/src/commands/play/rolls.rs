//! Rolls of real dice, typed in or read from a file.

use std::collections::VecDeque;
use std::path::Path;

use rules::InputError;

use crate::bounded_read::read_text_file;
use crate::error::CliError;

/// Largest file of rolls in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Source of the rolls of a game.
pub(super) enum RollSource {
    /// Typed in.
    Typed,
    /// Read from a file.
    File(RollFile),
}

/// Rolls of a file.
pub(super) struct RollFile {
    name: String,
    /// Rolls that are left, each with its line.
    rolls: VecDeque<(usize, String)>,
}

impl RollSource {
    /// The source with this name: `manual` or a file.
    pub(super) fn open(name: &str) -> Result<RollSource, CliError> {
        if name == "manual" {
            return Ok(RollSource::Typed);
        }
        let text = read_text_file(Path::new(name), MAX_BYTES)?;
        Ok(RollSource::File(RollFile { name: name.to_owned(), rolls: read(&text) }))
    }
}

/// Reads rolls between blanks; the rest of a line after `#` is a comment.
fn read(text: &str) -> VecDeque<(usize, String)> {
    let lines = (1..).zip(text.lines());
    lines
        .flat_map(|(number, line)| {
            let words = line.split('#').next().unwrap_or_default().split_whitespace();
            words.map(move |word| (number, word.to_owned()))
        })
        .collect()
}

impl RollFile {
    /// The next roll; it must be one of the possible rolls.
    pub(super) fn next(&mut self, possible: &[(String, u32)]) -> Result<String, CliError> {
        let name = &self.name;
        let Some((line, roll)) = self.rolls.pop_front() else {
            return Err(CliError::failed(format_args!(
                "{name} has no more rolls: expected one for this turn"
            )));
        };
        let text = roll_text(&roll, possible);
        if possible.iter().all(|(roll, _)| *roll != text) {
            let expected = possible.first().map_or("", |(roll, _)| roll.as_str());
            return Err(CliError::failed(format_args!(
                "{name}, line {line}: cannot use the roll {}: expected one such as {expected}",
                InputError::quote(&roll)
            )));
        }
        Ok(text)
    }
}

/// A roll in the notation of the game, if two dice such as `13`, `1 3` or `1-3` are one of the possible rolls; otherwise the
/// text itself. In an opening roll the first player's die comes first.
pub(super) fn roll_text(text: &str, possible: &[(String, u32)]) -> String {
    let text = text.trim();
    let dice: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
    let is_plain = text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || "-,:".contains(c));
    if let (&[one, two], true) = (dice.as_slice(), is_plain) {
        let ways = [format!("{one}{two}"), format!("{two}{one}"), format!("{one}-{two}")];
        if let Some(way) = ways.iter().find(|way| possible.iter().any(|(roll, _)| roll == *way)) {
            return way.clone();
        }
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_are_found_in_many_ways_to_write_them() {
        let turn = [("31".to_owned(), 2), ("66".to_owned(), 1)];
        for text in ["31", "13", " 1 3 ", "3-1", "1,3"] {
            assert_eq!(roll_text(text, &turn), "31", "{text}");
        }
        let opening = [("3-1".to_owned(), 1), ("1-3".to_owned(), 1)];
        assert_eq!(
            (roll_text("13", &opening), roll_text("3 1", &opening)),
            ("1-3".to_owned(), "3-1".to_owned())
        );
        assert_eq!((roll_text("7x", &turn), roll_text("3/1", &turn)), ("7x".to_owned(), "3/1".to_owned()));
        let read = read("31 # opening\n\n6-6 21");
        assert_eq!(read, [(1, "31"), (3, "6-6"), (3, "21")].map(|(line, roll)| (line, roll.to_owned())));
    }
}
