//! The match as text.

use rules::{InputError, Notation, Seat};

use super::action::{Action, Roll};
use super::dice::Dice;
use super::match_id::{self, MatchId};
use super::match_position::{MatchPosition, Phase};
use super::match_rules::BackgammonMatch;
use super::notation::yes;
use super::position_text::{self, PositionText};
use super::xgid::{self, DiceField, Xgid};

impl Notation for BackgammonMatch {
    fn rules_text(&self) -> String {
        format!(
            "backgammon 1\nlength = {}\ncrawford = {}\ncube = {}\ntriple = {}\n",
            self.length,
            yes(self.crawford),
            yes(self.cube),
            yes(self.game.triple())
        )
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    /// The position as an XGID, with the two additions described in [`xgid`].
    fn write_position(&self, position: &MatchPosition) -> String {
        let dice = match (position.phase, position.board.dice()) {
            (_, Some(dice)) => DiceField::Dice(dice),
            (Phase::Answering, None) => DiceField::Doubled,
            (Phase::Rolling, None) if self.may_double(position) => DiceField::Rolling,
            (_, None) => DiceField::NotRolled,
        };
        xgid::write(&Xgid {
            cube: position.cube,
            owner: position.owner,
            turn: (position.phase != Phase::Opening).then(|| position.board.turn()),
            dice,
            score: position.score,
            flag: u8::from(position.crawford),
            length: self.length,
            ..position_text::single(&position.board)
        })
    }

    /// Reads an XGID, a Position ID and a Match ID with a colon between, or a Position ID alone: White is on roll at
    /// the start of the match, with the cube in the middle.
    fn read_position(&self, text: &str) -> Result<MatchPosition, InputError> {
        match position_text::read(text)? {
            PositionText::Full(xgid) => self.position(&xgid),
            PositionText::Checkers(board) => self.first_game(&board),
        }
    }

    fn write_move(&self, position: &MatchPosition, action: Action) -> String {
        match action {
            Action::Roll => "roll".to_owned(),
            Action::Double => "double".to_owned(),
            Action::Take => "take".to_owned(),
            Action::Drop => "drop".to_owned(),
            Action::Play(play) => self.game.write_move(&position.board, play),
        }
    }

    fn read_move_among(
        &self,
        position: &MatchPosition,
        _moves: &[Action],
        text: &str,
    ) -> Result<Action, InputError> {
        let word = text.trim().to_ascii_lowercase();
        match (position.phase, word.as_str()) {
            (Phase::Playing, "roll" | "double" | "doubles" | "redouble") => {
                Err(InputError::new("the dice are rolled already: expected where the checkers go"))
            }
            (Phase::Playing, _) => self.game.read_move(&position.board, text).map(Action::Play),
            (Phase::Deciding, "roll") => Ok(Action::Roll),
            (Phase::Deciding, "double" | "doubles" | "redouble") => Ok(Action::Double),
            (Phase::Answering, "take" | "takes") => Ok(Action::Take),
            (Phase::Answering, "drop" | "drops" | "pass") => Ok(Action::Drop),
            (Phase::Deciding, _) => Err(InputError::unexpected(text.trim(), "roll or double")),
            (Phase::Answering, _) => Err(InputError::unexpected(text.trim(), "take or drop")),
            (Phase::Opening | Phase::Rolling, _) => {
                Err(InputError::new("the dice are not rolled yet: expected a roll, not a move"))
            }
            (Phase::Over, _) => Err(InputError::new("the match is over: no move can be played")),
        }
    }

    /// Both dice as `53`; in the opening roll White's die and Black's as `5-3`.
    fn write_roll(&self, roll: Roll) -> String {
        roll.write()
    }

    fn read_roll(&self, position: &MatchPosition, text: &str) -> Result<Roll, InputError> {
        let text = text.trim();
        match position.phase {
            Phase::Rolling => Dice::read(text).map(Roll::Turn),
            Phase::Opening => Roll::read_opening(text),
            _ => Err(InputError::new("no roll is due: the dice are rolled already or the match is over")),
        }
    }
}

impl BackgammonMatch {
    /// The Match ID of this position; together with [`position_id::write`](super::position_id::write) of its board it
    /// describes the position to GNU Backgammon.
    pub fn match_id(&self, position: &MatchPosition) -> MatchId {
        let turn = position.board.turn();
        let doubled = position.phase == Phase::Answering;
        MatchId {
            cube: position.cube,
            owner: position.owner,
            roller: turn,
            crawford: position.crawford,
            state: match position.phase {
                Phase::Opening => match_id::NO_GAME,
                Phase::Over => match_id::OVER,
                _ => match_id::PLAYING,
            },
            turn: if doubled { turn.other() } else { turn },
            doubled,
            resigned: 0,
            dice: position.board.dice(),
            length: self.length,
            score: position.score,
        }
    }
}
