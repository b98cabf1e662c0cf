//! The lines of one game: a state machine without process and clock.

use std::sync::Arc;
use std::time::Duration;

use bot_lines::{BotAction, Clock, Moved, SeatLine, TableLine};
use rules::{InputError, Seat, Status};
use view::DynGame;

use crate::client::GameHistory;

/// Id of the table in the lines of a local program.
const TABLE: &str = "local";

/// Writer of the lines of one game, and reader of the answers.
pub struct GameLines {
    game: Arc<dyn DynGame>,
    /// Moves that the program has been sent, with their seats.
    sent: Vec<(Seat, String)>,
    /// `true` once the program has been sent the rules.
    has_rules: bool,
}

/// Answer of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineAnswer {
    /// A move, which need not be legal.
    Move(String),
    /// The program resigns.
    Resign,
}

impl GameLines {
    /// Lines of a new game.
    pub fn new(game: Arc<dyn DynGame>) -> GameLines {
        GameLines { game, sent: Vec::new(), has_rules: false }
    }

    /// Begins another game.
    pub fn new_game(&mut self) {
        self.sent.clear();
        self.has_rules = false;
    }

    /// The line that requests a move, and the number of its last event.
    pub fn request(
        &mut self,
        history: &GameHistory,
        time: Option<Duration>,
    ) -> Result<(String, u64), InputError> {
        let position = self.game.read_position(history.positions.last().map_or("start", String::as_str))?;
        let Status::Turn(turn) = position.status() else {
            return Err(InputError::new("cannot request a move: no seat is to move in this position"));
        };
        let known = self.sent.iter().zip(&history.moves).take_while(|((_, sent), mv)| sent == *mv).count();
        self.sent.truncate(known);
        for (mv, before) in history.moves.iter().zip(&history.positions).skip(known) {
            let Status::Turn(seat) = self.game.read_position(before)?.status() else {
                return Err(InputError::new("cannot write the game: no seat was to move before a move"));
            };
            self.sent.push((seat, mv.clone()));
        }
        let moved = |(index, (seat, mv)): (usize, &(Seat, String))| Moved {
            number: index as u64 + 1,
            event: "moved".to_owned(),
            seat: seat.number(),
            r#move: mv.clone(),
        };
        let latest = self.sent.len() as u64;
        let rules = self.game.rules_text();
        let line = TableLine {
            table: TABLE.to_owned(),
            game: rules.split_whitespace().next().unwrap_or_default().to_owned(),
            rules: (!self.has_rules).then_some(rules),
            start: history.start.clone(),
            clock: "none".to_owned(),
            state: "playing".to_owned(),
            seats: Seat::all(self.game.seats()).map(|seat| self.seat(seat, turn)).collect(),
            you: vec![turn.number()],
            latest: Some(latest),
            events: self.sent.iter().enumerate().skip(known).map(moved).collect(),
            ply: history.moves.len(),
            turn: Some(turn.number()),
            position: position.position(),
            legal: Some(position.moves()),
            clocks: Seat::all(self.game.seats()).map(|seat| clock(seat == turn, time)).collect(),
            offer: None,
            ending: None,
        };
        self.has_rules = true;
        Ok((line.to_json(), latest))
    }

    fn seat(&self, seat: Seat, turn: Seat) -> SeatLine {
        SeatLine {
            seat: seat.number(),
            title: self.game.seat_name(seat),
            name: None,
            who: if seat == turn { "you" } else { "engine" }.to_owned(),
            playing: true,
        }
    }

    /// Reads the answer to the line whose last event has the number `latest`; `None` for an empty line.
    pub fn read_answer(line: &str, latest: u64) -> Option<Result<LineAnswer, InputError>> {
        if line.trim().is_empty() {
            return None;
        }
        Some(bot_lines::read_action(line, None).and_then(|action| match action {
            BotAction::Move { seen, .. } if seen != latest => {
                Err(InputError::new(format!("the move answers event {seen}: expected {latest}")))
            }
            BotAction::Move { r#move, .. } => Ok(LineAnswer::Move(r#move)),
            BotAction::Resign { .. } => Ok(LineAnswer::Resign),
            _ => Err(InputError::new("this action is not possible here: expected a move or resign")),
        }))
    }
}

fn clock(runs: bool, time: Option<Duration>) -> Clock {
    let left = time.filter(|_| runs).map(|time| time.as_millis() as u64);
    Clock { left, runs: left.is_some() }
}
