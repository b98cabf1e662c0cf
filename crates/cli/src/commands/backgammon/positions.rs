//! Positions of a single game or of a match, as their text says.

use games::backgammon::{Backgammon, BackgammonMatch, MatchPosition, Position, fibs, match_id, xgid};
use rules::{InputError, Notation};

/// A position and the form of the game it belongs to.
pub(super) enum AnyPosition {
    /// A single game.
    Single(Backgammon, Position),
    /// A match.
    Match(BackgammonMatch, MatchPosition),
}

impl AnyPosition {
    /// Reads a position as a single game, or as one of the match that the text names.
    pub(super) fn read(text: &str) -> Result<AnyPosition, InputError> {
        let single = Backgammon::new().with_opening_roll();
        match (single.read_position(text), length(text)) {
            (Ok(position), _) => Ok(AnyPosition::Single(single, position)),
            (Err(_), Some(length)) => {
                let rules = BackgammonMatch::to(length);
                let position = rules.read_position(text)?;
                Ok(AnyPosition::Match(rules, position))
            }
            (Err(error), None) => Err(error),
        }
    }

    /// The checkers and dice.
    pub(super) fn board(&self) -> &Position {
        match self {
            AnyPosition::Single(_, position) => position,
            AnyPosition::Match(_, position) => position.board(),
        }
    }

    /// The position as text.
    pub(super) fn xgid(&self) -> String {
        match self {
            AnyPosition::Single(rules, position) => rules.write_position(position),
            AnyPosition::Match(rules, position) => rules.write_position(position),
        }
    }
}

/// The points of the match that a position belongs to.
fn length(text: &str) -> Option<u16> {
    let text = text.trim();
    let length = match *text.split(':').collect::<Vec<_>>().as_slice() {
        _ if fibs::is_board(text) => fibs::read(text).ok()?.length,
        [_, id] => match_id::read(id).ok()?.length,
        _ => xgid::read(text).ok()?.length,
    };
    (1..=BackgammonMatch::LONGEST as u16).contains(&length).then_some(length)
}
