//! The referee of one game under the dispatcher.

use games::backgammon::Dice;
use rules::{Outcome, Seat};

use super::{CRASHED, EMPTY_LINE, STOPPED, TIMEOUT};
use crate::judge::Referee;

/// A referee that talks to its players through the dispatcher. Player 1 starts.
pub struct CaiaReferee<D> {
    referee: Referee,
    dice: D,
    state: State,
}

/// The line that the referee waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// A move of the player on turn.
    Move,
    /// The last line of a player.
    Finish(Seat),
    /// Nothing: the report was sent.
    Finished,
}

impl<D: FnMut() -> Dice> CaiaReferee<D> {
    /// A game with these dice.
    pub fn new(dice: D) -> CaiaReferee<D> {
        CaiaReferee { referee: Referee::new(), dice, state: State::Move }
    }

    /// Lines that begin the game.
    pub fn begin(&mut self) -> Vec<String> {
        self.roll()
    }

    /// `true` once the result was reported.
    pub fn is_finished(&self) -> bool {
        self.state == State::Finished
    }

    /// Handles the answer to the last `I listen`; returns the lines to send.
    pub fn on_line(&mut self, line: &str) -> Vec<String> {
        let line = line.trim();
        let word = line.split_whitespace().next().unwrap_or_default();
        match self.state {
            State::Move if word == EMPTY_LINE => vec![listen(self.referee.turn())],
            State::Move => match word {
                CRASHED | STOPPED | TIMEOUT => self.forfeit(word),
                _ => {
                    let seat = self.referee.turn();
                    match self.referee.on_line(line) {
                        Ok(None) => vec![listen(seat)],
                        Ok(Some(_)) => match self.referee.outcome() {
                            Some(_) => {
                                self.state = State::Finish(seat);
                                vec![listen(seat)]
                            }
                            None => self.roll(),
                        },
                        Err(crate::judge::Fault::Illegal(_)) => self.forfeit("illegal"),
                        Err(crate::judge::Fault::Garbage(_)) => self.forfeit("garbage"),
                    }
                }
            },
            // What the players send after the last move does not change the result.
            State::Finish(seat) if seat == self.referee.turn().other() => {
                let loser = seat.other();
                self.state = State::Finish(loser);
                let line = self.referee.last_line().unwrap_or_default();
                vec![format!("{} {line}", loser.number()), listen(loser)]
            }
            State::Finish(_) => self.referee.outcome().map_or_else(Vec::new, |outcome| self.report(&outcome)),
            State::Finished => Vec::new(),
        }
    }

    /// Rolls until a player has a move to make.
    fn roll(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let seat = self.referee.turn();
            lines.push(format!("{} {}", seat.number(), self.referee.roll((self.dice)())));
            if self.referee.awaits_line() {
                lines.push(listen(seat));
                return lines;
            }
        }
    }

    fn report(&mut self, outcome: &Outcome) -> Vec<String> {
        self.state = State::Finished;
        let points = [Seat::FIRST, Seat::SECOND].map(|seat| outcome.points(seat));
        vec![format!("M report {} {} {}", points[0], points[1], outcome.rule().replace(' ', "_"))]
    }

    /// Ends the game: the player on turn has failed.
    fn forfeit(&mut self, why: &str) -> Vec<String> {
        self.state = State::Finished;
        let loser = self.referee.turn();
        let mut points = [0; 2];
        points[loser.other().index()] = self.referee.forfeit_points(loser);
        vec![format!("M report {} {} player_{}_{why}", points[0], points[1], loser.number())]
    }
}

fn listen(seat: Seat) -> String {
    format!("I listen {}", seat.number())
}
