//! The single game as text.

use rules::{InputError, Notation, Rules, Seat, Status};

use super::dice::Dice;
use super::play::Play;
use super::position::{Position, name};
use super::position_text::{self, PositionText};
use super::single::Backgammon;
use super::xgid::{self, DiceField};
use super::{play_reading, play_writing};

/// `yes` or `no`.
pub(super) fn yes(on: bool) -> &'static str {
    if on { "yes" } else { "no" }
}

impl Notation for Backgammon {
    fn rules_text(&self) -> String {
        format!("backgammon 1\ntriple = {}\n", yes(self.triple()))
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
    /// Cube, score and length of a match mean nothing here and are passed over.
    fn read_position(&self, text: &str) -> Result<Position, InputError> {
        let xgid = match position_text::read(text)? {
            PositionText::Checkers(position) => return Ok(position),
            PositionText::Full(xgid) => xgid,
        };
        let dice = match xgid.dice {
            DiceField::NotRolled | DiceField::Rolling => None,
            DiceField::Dice(dice) => Some(dice),
            DiceField::Doubled => {
                return Err(InputError::new("a double is to be answered: a single game has no cube"));
            }
        };
        let turn =
            xgid.turn.ok_or_else(|| InputError::new("no player is on turn: expected the turn 1 or -1"))?;
        Position::new(xgid.sides, turn, dice)
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

    fn write_roll(&self, roll: Dice) -> String {
        roll.to_string()
    }

    fn read_roll(&self, position: &Position, text: &str) -> Result<Dice, InputError> {
        if self.rolls(position).is_empty() {
            return Err(InputError::new("no roll is due: the dice are rolled already or the game is over"));
        }
        Dice::read(text)
    }
}
