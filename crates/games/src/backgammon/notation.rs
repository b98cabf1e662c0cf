//! The single game as text.

use rules::{InputError, Notation, Rules, Seat, Status};

use super::action::Roll;
use super::dice::Dice;
use super::play::Play;
use super::position::{Position, name};
use super::position_text::{self, PositionText};
use super::single::Backgammon;
use super::xgid::{self, DiceField, Xgid};
use super::{play_reading, play_writing};

/// `yes` or `no`.
pub(super) fn yes(on: bool) -> &'static str {
    if on { "yes" } else { "no" }
}

impl Notation for Backgammon {
    fn rules_text(&self) -> String {
        let opening = if self.has_opening_roll() { "roll" } else { "white" };
        format!("backgammon 1\ntriple = {}\nopening = {opening}\n", yes(self.triple()))
    }

    fn seat_name(&self, seat: Seat) -> String {
        name(seat).to_owned()
    }

    /// The position as an XGID without cube and score.
    fn write_position(&self, position: &Position) -> String {
        xgid::write(&position_text::single(position))
    }

    /// Reads an XGID, a Position ID (White is on roll), or a Position ID and a Match ID with a colon between.
    ///
    /// A cube, a score or a length is an error: only a match has them. The flags for the Jacoby rule and beavers concern
    /// only the cube and are ignored.
    fn read_position(&self, text: &str) -> Result<Position, InputError> {
        let xgid = match position_text::read(text)? {
            PositionText::Checkers(position) => return Ok(position),
            PositionText::Full(xgid) => xgid,
        };
        check_single(&xgid)?;
        let dice = match xgid.dice {
            DiceField::NotRolled | DiceField::Rolling => None,
            DiceField::Dice(dice) => Some(dice),
            DiceField::Doubled => {
                return Err(InputError::new("a double is to be answered: a single game has no cube"));
            }
        };
        let position = Position::new(xgid.sides, xgid.turn.unwrap_or(Seat::FIRST), dice)?;
        match xgid.turn {
            Some(_) => Ok(position),
            None if self.has_opening_roll() && position == Position::start() => {
                Ok(Position::before_opening_roll())
            }
            None => Err(InputError::new("no player is on turn: expected the turn 1 or -1")),
        }
    }

    fn write_move(&self, position: &Position, play: Play) -> String {
        play_writing::write(position, play)
    }

    /// Reads a play by where it ends; the points are counted from the mover's side, 24 to 1.
    fn read_move_among(&self, position: &Position, _moves: &[Play], text: &str) -> Result<Play, InputError> {
        if let Status::Over(_) = self.status(position) {
            return Err(InputError::new("the game is over: no move can be played"));
        }
        play_reading::read(position, text)
    }

    fn write_roll(&self, roll: Roll) -> String {
        roll.write()
    }

    fn read_roll(&self, position: &Position, text: &str) -> Result<Roll, InputError> {
        if self.rolls(position).is_empty() {
            return Err(InputError::new("no roll is due: the dice are rolled already or the game is over"));
        }
        if position.is_opening() { Roll::read_opening(text.trim()) } else { Dice::read(text).map(Roll::Turn) }
    }
}

/// Rejects what only a match has: a length, a score, a turned cube.
fn check_single(xgid: &Xgid) -> Result<(), InputError> {
    let [white, black] = xgid.score;
    let (found, length) = match xgid.length {
        0 if xgid.score != [0; 2] => (format!("has the score {white}:{black}"), "N".to_owned()),
        0 if xgid.cube != 0 || xgid.owner.is_some() => ("has a turned cube".to_owned(), "N".to_owned()),
        0 => return Ok(()),
        length => (format!("is of a match to {length}, score {white}:{black}"), length.to_string()),
    };
    Err(InputError::new(format!(
        "the position {found}: a single game has no cube and no score; expected a match, --set length={length}"
    )))
}
