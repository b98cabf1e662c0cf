//! The referee of one game.

use std::fmt;

use games::backgammon::{Backgammon, Dice, Play, Position, Roll, TurnSteps};
use rules::{InputError, Outcome, Rules, Seat, Status};

use super::wire;
use crate::failure::FailureKind;

/// A wrong line of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A move that the rules do not allow.
    Illegal(String),
    /// A line that is not a move at all.
    Garbage(String),
}

impl Fault {
    /// The kind of failure.
    pub fn kind(&self) -> FailureKind {
        match self {
            Fault::Illegal(_) => FailureKind::Illegal,
            Fault::Garbage(_) => FailureKind::Protocol,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Illegal(sentence) | Fault::Garbage(sentence) => f.write_str(sentence),
        }
    }
}

/// The referee's side of one game: checks every move and says what each player has to be sent.
///
/// The first seat is X, the player who starts. Call [`Referee::roll`], send its line to the player on turn, and pass the
/// player's lines to [`Referee::on_line`] until the turn is complete.
pub struct Referee {
    rules: Backgammon,
    position: Position,
    /// The roll and play of the last turn.
    last: Option<(Dice, Play)>,
    /// The turn in progress.
    turn: Option<TurnSteps>,
}

impl Default for Referee {
    fn default() -> Referee {
        Referee::new()
    }
}

impl Referee {
    /// A game before its first roll.
    pub fn new() -> Referee {
        let rules = Backgammon::traditional();
        Referee { position: rules.start(), rules, last: None, turn: None }
    }

    /// The rules: a gammon is the most that can be won.
    pub fn rules(&self) -> &Backgammon {
        &self.rules
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The player on turn.
    pub fn turn(&self) -> Seat {
        self.position.turn()
    }

    /// Rolls for the player on turn; returns the line to send to it. The turn is already complete if
    /// [`Referee::awaits_line`] is `false` afterwards.
    pub fn roll(&mut self, dice: Dice) -> String {
        let line = match self.last {
            None => wire::write_start(dice),
            Some((roll, play)) => wire::write_turn(self.turn().other(), roll, play.steps(), Some(dice)),
        };
        self.rules.apply_roll(&mut self.position, Roll::Turn(dice));
        self.turn = TurnSteps::begin(&self.position);
        if let Some(pass) = self.turn.as_ref().and_then(TurnSteps::play) {
            self.play(dice, pass);
        }
        line
    }

    /// `true` if the player on turn has to send another move.
    pub fn awaits_line(&self) -> bool {
        self.turn.is_some()
    }

    /// The number of moves received in this turn and the number that is needed.
    pub fn progress(&self) -> (usize, usize) {
        self.turn.as_ref().map_or((0, 0), |turn| (turn.steps().len(), turn.needed()))
    }

    /// Handles a line of the player on turn; returns the play once the turn is complete.
    pub fn on_line(&mut self, line: &str) -> Result<Option<Play>, Fault> {
        let seat = self.turn();
        let line = line.trim();
        let is_pair = line.split_whitespace().count() == 2
            && line.split_whitespace().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let (Some(turn), Some(dice), true) = (&mut self.turn, self.position.dice(), is_pair) else {
            let quoted = InputError::quote(line);
            return Err(Fault::Garbage(format!("sent {quoted}: expected a move, two numbers from 0 to 25")));
        };
        let illegal = |error: InputError| {
            Fault::Illegal(format!("played {} with the roll {dice}: {error}", InputError::quote(line)))
        };
        let play = wire::read_step(seat, line).and_then(|step| turn.add(step)).map_err(illegal)?;
        if let Some(play) = play {
            self.play(dice, play);
        }
        Ok(play)
    }

    fn play(&mut self, dice: Dice, play: Play) {
        self.rules.play(&mut self.position, play);
        self.last = Some((dice, play));
        self.turn = None;
    }

    /// The end of the game, once a player has borne off the last checker.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.rules.status(&self.position) {
            Status::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The last line to the loser: the winner's roll and moves.
    pub fn last_line(&self) -> Option<String> {
        let (roll, play) = self.last?;
        Some(wire::write_turn(self.turn().other(), roll, play.steps(), None))
    }

    /// The last line that a seat must send.
    pub fn finish_line(&self, seat: Seat) -> Option<String> {
        let outcome = self.outcome()?;
        Some(format!("finish {} {}", outcome.points(seat), outcome.points(seat.other())))
    }

    /// The points that the opponent of a failed player gets: what the position can still cost.
    pub fn forfeit_points(&self, loser: Seat) -> u16 {
        self.rules.loss(&self.position, loser).points()
    }
}
