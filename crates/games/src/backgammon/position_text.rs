//! Text formats of a position.

use rules::{InputError, Seat};

use super::fibs;
use super::match_id::{self, PLAYING};
use super::position::Position;
use super::position_id;
use super::xgid::{self, DiceField, Xgid};

/// The largest cube, as a power of two.
pub(super) const CUBE_LIMIT: u8 = 10;

/// A position read from text.
pub(super) enum PositionText {
    /// Only where the checkers stand: a Position ID.
    Checkers(Position),
    /// The whole situation: an XGID, a Position ID and a Match ID, or a board of FIBS.
    Full(Xgid),
}

/// Reads an XGID, a Position ID, a Position ID and a Match ID with a colon between them, or a board of FIBS.
pub(super) fn read(text: &str) -> Result<PositionText, InputError> {
    let text = text.trim();
    if fibs::is_board(text) {
        return fibs::read(text).map(PositionText::Full);
    }
    match *text.split(':').take(3).collect::<Vec<_>>().as_slice() {
        [position] if position.chars().count() == position_id::LENGTH => {
            position_id::read(position, Seat::FIRST).map(PositionText::Checkers)
        }
        [_] => Err(InputError::unexpected(text, "an XGID, or a position ID of 14 characters")),
        [position, id] => read_ids(position, id).map(PositionText::Full),
        _ => xgid::read(text).map(PositionText::Full),
    }
}

fn read_ids(position: &str, id: &str) -> Result<Xgid, InputError> {
    let id = match_id::read(id)?;
    let position = position_id::read(position, id.roller)?;
    if id.state != PLAYING {
        return Err(InputError::new(format!(
            "the match ID is of a game that is not being played: expected state {PLAYING}, found {}",
            id.state
        )));
    }
    if id.resigned != 0 {
        return Err(InputError::new("the match ID has an offer to resign: expected none"));
    }
    let dice = match id.dice {
        _ if id.doubled => DiceField::Doubled,
        Some(dice) => DiceField::Dice(dice),
        None => DiceField::NotRolled,
    };
    Ok(Xgid {
        sides: position.on_board(),
        cube: id.cube,
        owner: id.owner,
        turn: Some(id.roller),
        dice,
        score: id.score,
        flag: u8::from(id.crawford),
        length: id.length,
        limit: CUBE_LIMIT,
    })
}

/// The XGID of a single game: no cube, no score, and no turn before the opening roll.
pub(super) fn single(position: &Position) -> Xgid {
    Xgid {
        sides: position.on_board(),
        cube: 0,
        owner: None,
        turn: (!position.is_opening()).then(|| position.turn()),
        dice: position.dice().map_or(DiceField::NotRolled, DiceField::Dice),
        score: [0; 2],
        flag: 0,
        length: 0,
        limit: CUBE_LIMIT,
    }
}
