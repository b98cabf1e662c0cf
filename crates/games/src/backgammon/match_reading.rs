//! Conversion of an XGID to a match position.

use rules::{InputError, Rules, Seat};

use super::match_position::{MatchPosition, Phase};
use super::match_rules::BackgammonMatch;
use super::position::Position;
use super::position_text::{self, CUBE_LIMIT};
use super::xgid::{DiceField, Xgid};

impl BackgammonMatch {
    /// The position of an XGID, if it can occur in this match.
    pub(super) fn position(&self, xgid: &Xgid) -> Result<MatchPosition, InputError> {
        self.check_score(xgid)?;
        self.check_cube(xgid)?;
        let dice = if let DiceField::Dice(dice) = xgid.dice { Some(dice) } else { None };
        let position = MatchPosition {
            board: Position::new(xgid.sides, xgid.turn.unwrap_or(Seat::FIRST), dice)?,
            score: xgid.score,
            cube: xgid.cube,
            owner: xgid.owner,
            crawford: xgid.flag == 1,
            phase: Phase::Over,
        };
        Ok(MatchPosition { phase: self.phase(&position, xgid)?, ..position })
    }

    /// The position with these checkers in the first game of the match, with the cube in the middle.
    pub(super) fn first_game(&self, board: &Position) -> Result<MatchPosition, InputError> {
        let flag = u8::from(self.start().crawford);
        self.position(&Xgid { length: self.length, flag, ..position_text::single(board) })
    }

    fn check_score(&self, xgid: &Xgid) -> Result<(), InputError> {
        let [white, black] = xgid.score;
        // The last game began below the length and was worth a triple of the largest cube at most.
        let most = self.length - 1 + (3 << CUBE_LIMIT);
        if xgid.length != self.length {
            return Err(InputError::new(format!(
                "the text is of a match to {}: expected one to {}",
                xgid.length, self.length
            )));
        }
        if white >= self.length && black >= self.length {
            return Err(InputError::new(format!(
                "the score is {white}:{black}: expected one side at least below {}",
                self.length
            )));
        }
        if white > most || black > most {
            return Err(InputError::new(format!(
                "the score is {white}:{black}: expected {most} points at most"
            )));
        }
        match xgid.flag {
            0 => Ok(()),
            1 if !self.crawford => {
                Err(InputError::new("this match has no Crawford game: expected the flag 0"))
            }
            1 if self.winner(xgid.score).is_none() && self.match_point(xgid.score) => Ok(()),
            1 => {
                Err(InputError::new("this cannot be the Crawford game: expected a side that needs one point"))
            }
            flag => Err(InputError::new(format!("the Crawford flag is {flag}: expected 0 or 1 in a match"))),
        }
    }

    fn check_cube(&self, xgid: &Xgid) -> Result<(), InputError> {
        let error = match (xgid.cube, xgid.owner) {
            (0, None) => return Ok(()),
            _ if !self.cube => "this match is played without a cube: expected it at 0 in the middle",
            _ if xgid.flag == 1 => "the Crawford game has no doubling: expected the cube at 0 in the middle",
            (0, Some(_)) => "the cube has an owner but was not turned: expected it in the middle",
            (_, None) => "the cube was turned and lies in the middle: expected an owner",
            (cube, _) if cube > CUBE_LIMIT => "the cube is too high: expected 10, which is 1024, at most",
            _ => return Ok(()),
        };
        Err(InputError::new(error))
    }

    /// The phase of a position whose own phase is not set yet.
    fn phase(&self, position: &MatchPosition, xgid: &Xgid) -> Result<Phase, InputError> {
        let no_dice = xgid.dice == DiceField::NotRolled;
        if self.winner(position.score).is_some() {
            let over = no_dice && xgid.turn.is_some();
            return over.then_some(Phase::Over).ok_or_else(|| {
                InputError::new("the match is over: expected the turn 1 or -1 and the dice 00")
            });
        }
        if position.board.winner().is_some() {
            return Err(InputError::new("a side has no checkers left: expected a game that is not over"));
        }
        if xgid.turn.is_none() {
            let fresh = position.board == Position::start() && position.cube == 0 && no_dice;
            return fresh.then_some(Phase::Opening).ok_or_else(|| {
                InputError::new("no player is on turn: expected the start position without dice and cube")
            });
        }
        match xgid.dice {
            DiceField::Dice(_) => Ok(Phase::Playing),
            DiceField::Rolling => Ok(Phase::Rolling),
            DiceField::NotRolled => Ok(self.before_rolling(position)),
            DiceField::Doubled if self.may_double(position) => Ok(Phase::Answering),
            DiceField::Doubled => Err(InputError::new("a double was offered by a player who may not double")),
        }
    }
}
