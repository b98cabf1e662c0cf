//! Positions, moves and rolls as text.

use std::error::Error;
use std::fmt;

use crate::{Rules, Seat};

/// Error in a text that a person or a program wrote, as the sentence its author should read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError(String);

impl InputError {
    /// An error in one sentence: the mistake, its location, and the expected input.
    pub fn new(sentence: impl Into<String>) -> InputError {
        InputError(sentence.into())
    }

    /// Error about a piece of text: quotes it, cut to a readable length, and states what was expected instead.
    pub fn unexpected(text: &str, expected: impl fmt::Display) -> InputError {
        InputError(format!("cannot read {}: expected {expected}", InputError::quote(text)))
    }

    /// The same error with its location in front ("line 3: ...").
    #[must_use]
    pub fn within(self, location: impl fmt::Display) -> InputError {
        InputError(format!("{location}: {}", self.0))
    }

    /// Quotes a text for an error message: at most 40 characters, control characters replaced.
    pub fn quote(text: &str) -> String {
        let mut short: String = text.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect();
        if text.chars().nth(40).is_some() {
            short.push_str("...");
        }
        format!("\"{short}\"")
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for InputError {}

/// Text forms of a game's positions, moves and rolls. Search never uses them.
pub trait Notation: Rules {
    /// The complete rules, sufficient to replay a record: a line with the game's name and the version of its rules,
    /// then its settings as `key = value` lines.
    fn rules_text(&self) -> String;

    /// Name of a seat, usually a colour.
    fn seat_name(&self, seat: Seat) -> String;

    /// Writes the position as one line that [`read_position`](Notation::read_position) accepts.
    fn write_position(&self, position: &Self::Position) -> String;

    /// Reads a position; only playable positions are accepted.
    fn read_position(&self, text: &str) -> Result<Self::Position, InputError>;

    /// Writes a move in the game's notation.
    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a legal move.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, InputError> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        self.read_move_among(position, &moves, text)
    }

    /// Reads one of `moves`, the legal moves of the position. By default the text must equal
    /// [`write_move`](Notation::write_move) except for upper and lower case.
    fn read_move_among(
        &self,
        position: &Self::Position,
        moves: &[Self::Move],
        text: &str,
    ) -> Result<Self::Move, InputError> {
        let wanted = text.trim();
        let found = moves.iter().find(|&&mv| self.write_move(position, mv).eq_ignore_ascii_case(wanted));
        found.copied().ok_or_else(|| {
            let quoted = InputError::quote(wanted);
            InputError::new(match moves.first() {
                Some(&first) => format!(
                    "{quoted} is not a legal move here: expected one of {} such as \"{}\"",
                    moves.len(),
                    self.write_move(position, first)
                ),
                None => format!("cannot play {quoted}: no player is to move"),
            })
        })
    }

    /// Writes a roll.
    fn write_roll(&self, roll: Self::Roll) -> String {
        format!("{roll:?}")
    }

    /// Reads one of the possible rolls of the position.
    fn read_roll(&self, position: &Self::Position, text: &str) -> Result<Self::Roll, InputError> {
        let rolls = self.rolls(position);
        let found = rolls.iter().find(|(roll, _)| self.write_roll(*roll) == text.trim());
        found.map(|(roll, _)| *roll).ok_or_else(|| {
            let quoted = InputError::quote(text.trim());
            InputError::new(match rolls.first() {
                Some((first, _)) => format!(
                    "{quoted} is not a possible roll here: expected one such as \"{}\"",
                    self.write_roll(*first)
                ),
                None => format!("cannot roll {quoted}: no roll is due"),
            })
        })
    }
}

/// Reads a position; `start` is the start position of every game.
pub fn read_position<R: Notation>(rules: &R, text: &str) -> Result<R::Position, InputError> {
    if text.trim() == "start" { Ok(rules.start()) } else { rules.read_position(text.trim()) }
}
