//! A player of the judge protocol.

use games::backgammon::{Backgammon, Dice, Play, Position, Roll, TurnSteps};
use rules::{InputError, Outcome, Rules, Seat, Status};

use super::wire::{self, PlayerMessage};

/// Something the caller of a [`JudgePlayer`] has to do.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayerEffect {
    /// Draw this position, which a turn has led to.
    Draw(Position),
    /// Choose a play in this position and pass it to [`JudgePlayer::on_play`].
    Choose(Position),
    /// Write this line.
    Send(String),
    /// Exit: the game is over.
    Exit,
}

/// The player side of the judge protocol.
pub struct JudgePlayer {
    rules: Backgammon,
    position: Position,
    /// The own seat: the first if this player starts. `None` before the first line.
    seat: Option<Seat>,
}

impl Default for JudgePlayer {
    fn default() -> JudgePlayer {
        JudgePlayer::new()
    }
}

impl JudgePlayer {
    /// A player before its first line.
    pub fn new() -> JudgePlayer {
        let rules = Backgammon::traditional();
        JudgePlayer { position: rules.start(), rules, seat: None }
    }

    /// The rules: a gammon is the most that can be won.
    pub fn rules(&self) -> &Backgammon {
        &self.rules
    }

    /// Handles a line of the judge. An error means that the judge or the opponent broke the rules.
    pub fn on_line(&mut self, line: &str) -> Result<Vec<PlayerEffect>, InputError> {
        let mut effects = Vec::new();
        match (wire::read_message(line)?, self.seat) {
            (PlayerMessage::Start(roll), None) => {
                self.seat = Some(Seat::FIRST);
                self.roll(roll, &mut effects);
            }
            (PlayerMessage::Start(_), Some(_)) => {
                return Err(InputError::new("the line has only two dice, but the game has started"));
            }
            (PlayerMessage::Turn { opponent, moves, roll }, seat) => {
                let seat = *self.seat.insert(seat.unwrap_or(Seat::SECOND));
                self.opponent_turn(seat.other(), opponent, &moves)?;
                effects.push(PlayerEffect::Draw(self.position));
                match (self.rules.status(&self.position), roll) {
                    (Status::Over(outcome), None) => self.finish(seat, &outcome, &mut effects),
                    (Status::Over(_), Some(_)) => {
                        return Err(InputError::new(
                            "the game is over: expected no dice after the last move",
                        ));
                    }
                    (_, Some(roll)) => self.roll(roll, &mut effects),
                    (_, None) => {
                        return Err(InputError::new(
                            "the game is not over: expected dice after the last move",
                        ));
                    }
                }
            }
        }
        Ok(effects)
    }

    /// Plays the chosen play of the position in [`PlayerEffect::Choose`].
    pub fn on_play(&mut self, play: Play) -> Vec<PlayerEffect> {
        let seat = self.position.turn();
        let mut effects: Vec<PlayerEffect> =
            play.steps().iter().map(|&step| PlayerEffect::Send(wire::write_step(seat, step))).collect();
        self.rules.play(&mut self.position, play);
        effects.push(PlayerEffect::Draw(self.position));
        if let Status::Over(outcome) = self.rules.status(&self.position) {
            self.finish(seat, &outcome, &mut effects);
        }
        effects
    }

    fn roll(&mut self, roll: Dice, effects: &mut Vec<PlayerEffect>) {
        self.rules.apply_roll(&mut self.position, Roll::Turn(roll));
        match TurnSteps::begin(&self.position).and_then(|turn| turn.play()) {
            // No checker can move, so there is nothing to choose and nothing to send.
            Some(pass) => effects.extend(self.on_play(pass)),
            None => effects.push(PlayerEffect::Choose(self.position)),
        }
    }

    fn opponent_turn(&mut self, opponent: Seat, roll: Dice, moves: &[(u8, u8)]) -> Result<(), InputError> {
        if self.position.turn() != opponent {
            return Err(InputError::new("it is not the opponent's turn: expected this player to have moved"));
        }
        self.rules.apply_roll(&mut self.position, Roll::Turn(roll));
        let mut turn = TurnSteps::begin(&self.position).ok_or_else(|| InputError::new("the game is over"))?;
        let mut play = turn.play();
        for &(from, to) in moves {
            let step = wire::step(opponent, (from, to));
            play = step.and_then(|step| turn.add(step)).map_err(|error| {
                error.within(format_args!("the opponent's move {from} {to} with the roll {roll}"))
            })?;
        }
        let Some(play) = play else {
            return Err(InputError::new(format!(
                "the opponent played {} of {} moves with the roll {roll}: expected all that can be played",
                moves.len(),
                turn.needed()
            )));
        };
        self.rules.play(&mut self.position, play);
        Ok(())
    }

    fn finish(&self, seat: Seat, outcome: &Outcome, effects: &mut Vec<PlayerEffect>) {
        let (own, other) = (outcome.points(seat), outcome.points(seat.other()));
        effects.extend([PlayerEffect::Send(format!("finish {own} {other}")), PlayerEffect::Exit]);
    }
}
