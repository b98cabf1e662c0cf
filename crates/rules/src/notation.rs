//! Positions, moves and rolls as text.

use std::error::Error;
use std::fmt;

use crate::Rules;

/// What was wrong with a text, as the sentence its writer would like to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault(String);

impl Fault {
    /// A fault told in one sentence: what was wrong, where, and what was expected.
    pub fn new(sentence: impl Into<String>) -> Fault {
        Fault(sentence.into())
    }

    /// The same fault, told as part of something larger ("line 3: ...").
    #[must_use]
    pub fn within(self, place: impl fmt::Display) -> Fault {
        Fault(format!("{place}: {}", self.0))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Fault {}

/// Text for everything a person or a file says about a game. Search never sees it.
pub trait Notation: Rules {
    /// The rules in full, so that a record can be replayed without knowing anything else: a line with the game's
    /// name and the version of its rules, then its settings as `key = value` lines.
    fn rules_text(&self) -> String;

    /// What a seat is called: a colour, mostly.
    fn seat_name(&self, seat: crate::Seat) -> String;

    /// The position as one line that [`read_position`](Notation::read_position) understands.
    fn write_position(&self, position: &Self::Position) -> String;

    /// Reads a position; only positions that can be played on are accepted.
    fn read_position(&self, text: &str) -> Result<Self::Position, Fault>;

    /// The move as it is written in this position.
    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a legal move. By default it must be written as [`write_move`](Notation::write_move) does, in either case.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Fault> {
        let mut moves = Vec::new();
        self.survey(position, &mut moves);
        let wanted = text.trim();
        let found = moves.iter().find(|&&mv| self.write_move(position, mv).eq_ignore_ascii_case(wanted));
        found.copied().ok_or_else(|| match moves.first() {
            Some(&first) => Fault::new(format!(
                "\"{}\" is not a legal move here: expected one of {} such as \"{}\"",
                shown(wanted),
                moves.len(),
                self.write_move(position, first)
            )),
            None => Fault::new(format!("\"{}\" cannot be played: no move is awaited", shown(wanted))),
        })
    }

    /// The throw as text.
    fn write_roll(&self, roll: Self::Roll) -> String {
        format!("{roll:?}")
    }

    /// Reads one of the throws that can come in this position.
    fn read_roll(&self, position: &Self::Position, text: &str) -> Result<Self::Roll, Fault> {
        let rolls = self.rolls(position);
        let found = rolls.iter().find(|(roll, _)| self.write_roll(*roll) == text.trim());
        found.map(|(roll, _)| *roll).ok_or_else(|| match rolls.first() {
            Some((first, _)) => Fault::new(format!(
                "\"{}\" is not a roll that can come here: expected one such as \"{}\"",
                shown(text.trim()),
                self.write_roll(*first)
            )),
            None => Fault::new(format!("\"{}\" cannot be rolled: no dice are awaited", shown(text.trim()))),
        })
    }
}

/// Somebody's text, short and printable enough to stand in a sentence.
pub(crate) fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        short.push_str("...");
    }
    short
}

impl Fault {
    /// A fault about a piece of text: quotes it, cut to a readable length, and says what was expected instead.
    pub fn unexpected(text: &str, expected: impl fmt::Display) -> Fault {
        Fault(format!("\"{}\" was not understood: expected {expected}", shown(text)))
    }

    /// The text as [`Fault::unexpected`] quotes it, for sentences of another shape.
    pub fn quote(text: &str) -> String {
        format!("\"{}\"", shown(text))
    }
}
