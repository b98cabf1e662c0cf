//! Game loop of the terminal.

use std::time::{Duration, Instant};

use rules::{Outcome, Seat};
use table::{ActionReply, EventKind, Millis, Offer, SeatAction, Table};
use terminal::messages::{event_text, outcome_text, title};
use view::diagram::TokenKind;

use super::input::{self, Input, InputEvent, PlayCommand, Resignation};
use super::players::Player;
use super::rolls::{RollSource, roll_text};
use crate::error::CliError;
use crate::output::{Output, counted, event_object, json};
use crate::record_file::RecordFile;

/// Maximum number of lines in a row that change nothing. More can only come from a program that does not read the answers.
const MAX_REJECTED: usize = 1000;

/// Game played at this terminal.
pub(super) struct TerminalGame<'a> {
    table: Table,
    players: Vec<Player>,
    record: Option<RecordFile>,
    output: &'a mut Output,
    started: Instant,
    input: Input,
    /// Source of the rolls, if they are given.
    rolls: Option<RollSource>,
    /// Number of lines in a row that changed nothing.
    rejected: usize,
    /// Maximum number of moves in a row without a human in the game.
    max_plies: u32,
    /// Number of these moves so far.
    engine_plies: u32,
}

impl TerminalGame<'_> {
    pub(super) fn new<'a>(
        table: Table,
        players: Vec<Player>,
        record: Option<RecordFile>,
        rolls: Option<RollSource>,
        max_plies: u32,
        output: &'a mut Output,
    ) -> TerminalGame<'a> {
        TerminalGame {
            table,
            players,
            record,
            output,
            started: Instant::now(),
            input: Input::new(),
            rolls,
            rejected: 0,
            max_plies,
            engine_plies: 0,
        }
    }

    /// Plays until the game is over or the input ends.
    pub(super) fn run(&mut self) -> Result<(), CliError> {
        self.publish(0)?;
        self.apply(Table::begin)?;
        loop {
            if let Some(outcome) = self.table.outcome() {
                return self.show_outcome(outcome);
            }
            if self.table.awaits_roll() {
                if !self.add_roll()? {
                    return self.output.text("The game is left unfinished.\n");
                }
                continue;
            }
            let answering = Seat::all(self.table.game().seats()).find(|&seat| self.table.awaits_answer(seat));
            let Some(seat) = answering.or(self.table.turn()) else {
                return Err(CliError::failed("cannot continue the game: no seat is to move"));
            };
            if self.engine_plies >= self.max_plies {
                return self.stop(seat);
            }
            let now = self.now();
            match self.players[seat.index()].decide(&self.table, seat, now) {
                Ok(Some(action)) => self.apply_engine_action(seat, action)?,
                Ok(None) => {
                    if !self.read_command(seat)? {
                        return self.output.text("The game is left unfinished.\n");
                    }
                }
                Err(error) => self.forfeit(seat, &error.to_string())?,
            }
        }
    }

    fn now(&self) -> Millis {
        Millis(self.started.elapsed().as_millis() as u64)
    }

    /// Adds the next roll of real dice. Returns `false` if the human has left.
    fn add_roll(&mut self) -> Result<bool, CliError> {
        let possible = self.table.board().rolls();
        let roll = match &mut self.rolls {
            Some(RollSource::File(file)) => file.next(&possible)?,
            _ => {
                let position = self.table.board().position();
                let is_opening = possible.iter().all(|(roll, _)| roll.contains('-'));
                let whose = if is_opening {
                    "opening roll, the first player's die and the second's, such as 5-3".to_owned()
                } else {
                    "roll, such as 31".to_owned()
                };
                if self.output.is_json() {
                    self.output.result(String::new, || json!({"awaits": "roll", "position": position}))?;
                } else {
                    self.show_board()?;
                    self.output.text(&format!("Your dice: {whose}\n> "))?;
                }
                self.output.flush()?;
                match self.input.next(None) {
                    InputEvent::Line(line) => match PlayCommand::parse(&line, false) {
                        PlayCommand::Quit => return Ok(false),
                        PlayCommand::Empty => return Ok(true),
                        _ => roll_text(&line, &possible),
                    },
                    InputEvent::Failed(error) => {
                        return Err(CliError::failed(format_args!("cannot read stdin: {error}")));
                    }
                    InputEvent::Closed | InputEvent::TimedOut => return Ok(false),
                }
            }
        };
        let before = self.table.events().len();
        self.apply(|table, now| table.add_roll(&roll, now))?;
        if self.table.events().len() == before {
            self.rejected += 1;
            if self.rejected >= MAX_REJECTED {
                return Err(CliError::failed(format_args!("{MAX_REJECTED} lines in a row are not rolls")));
            }
        } else {
            self.rejected = 0;
        }
        Ok(true)
    }

    /// Reads commands of the human on this seat until one changes the game. Returns `false` if the human has left.
    fn read_command(&mut self, seat: Seat) -> Result<bool, CliError> {
        self.prompt(seat)?;
        loop {
            let deadline = self.table.clocks().deadline().map(|(_, deadline)| deadline);
            let timeout =
                deadline.map(|deadline| Duration::from_millis(deadline.0.saturating_sub(self.now().0)));
            let command = match self.input.next(timeout) {
                InputEvent::Line(text) => PlayCommand::parse(&text, self.table.awaits_answer(seat)),
                InputEvent::TimedOut => {
                    self.apply(Table::tick)?;
                    return Ok(true);
                }
                InputEvent::Closed => return Ok(false),
                InputEvent::Failed(error) => {
                    self.output.text("The game is left unfinished.\n")?;
                    self.output.flush()?;
                    return Err(CliError::failed(format_args!("cannot read stdin: {error}")));
                }
            };
            let before = self.table.events().len();
            match command {
                PlayCommand::Empty => {}
                PlayCommand::Quit => return Ok(false),
                PlayCommand::Help => self.show_help(seat)?,
                PlayCommand::Board => self.show_board()?,
                PlayCommand::Moves => self.show_moves()?,
                PlayCommand::Resign(what) => self.resign(seat, &what)?,
                PlayCommand::Act(action) => {
                    let seat = self.acting_seat(seat, &action);
                    self.apply(|table, now| table.act(seat, table.latest(), action, now))?;
                }
            }
            if self.table.events().len() > before {
                self.rejected = 0;
                return Ok(true);
            }
            self.rejected += 1;
            if self.rejected >= MAX_REJECTED {
                return Err(CliError::failed(format_args!(
                    "cannot continue the game: {MAX_REJECTED} lines in a row were not moves: expected a legal move"
                )));
            }
            self.output.text("> ")?;
            self.output.flush()?;
        }
    }

    /// Seat that a typed action is for. Players share the screen, so a takeback is proposed by the seat that has moved,
    /// and a move is made by the seat to move even while another seat has an offer to answer.
    fn acting_seat(&self, prompted: Seat, action: &SeatAction) -> Seat {
        let last = self.table.moves().next_back().map(|(seat, _)| seat);
        let meant = match action {
            SeatAction::Offer(Offer::Takeback) => last,
            SeatAction::Move(_) | SeatAction::Play(_) | SeatAction::ClaimWith(_) => self.table.turn(),
            _ => None,
        };
        meant.filter(|seat| self.players[seat.index()].is_human()).unwrap_or(prompted)
    }

    /// Changes the table, records the events, and only then shows them.
    fn apply(&mut self, act: impl FnOnce(&mut Table, Millis) -> ActionReply) -> Result<(), CliError> {
        match self.try_apply(act)? {
            Some(error) => self.reject(&error),
            None => Ok(()),
        }
    }

    /// The same, but returns the reason if the action was rejected.
    fn try_apply(
        &mut self,
        act: impl FnOnce(&mut Table, Millis) -> ActionReply,
    ) -> Result<Option<String>, CliError> {
        let now = self.now();
        let from = self.table.events().len();
        let before = self.table.board().duplicate();
        let reply = act(&mut self.table, now);
        self.publish(from)?;
        let moved = self.table.events()[from..].iter().find_map(|event| match &event.kind {
            EventKind::Moved { text, .. } => Some(text.clone()),
            _ => None,
        });
        if let Some(mv) = moved.and_then(|text| before.read_move(&text).ok()) {
            for player in &mut self.players {
                player.on_move(&*before, &mv);
            }
        }
        Ok(reply.error.map(|error| error.to_string()))
    }

    fn reject(&mut self, reason: &str) -> Result<(), CliError> {
        self.output.result(|| format!("Not possible: {reason}."), || json!({"refused": reason}))
    }

    /// Applies the action of an engine; a rejected move loses the game.
    fn apply_engine_action(&mut self, seat: Seat, action: SeatAction) -> Result<(), CliError> {
        let is_move = matches!(action, SeatAction::Play(_));
        match self.try_apply(|table, now| table.act(seat, table.latest(), action, now))? {
            Some(error) if self.table.outcome().is_none() => self.forfeit(seat, &error),
            _ => {
                self.engine_plies = if self.has_human() { 0 } else { self.engine_plies + u32::from(is_move) };
                Ok(())
            }
        }
    }

    /// `true` if a human still takes part in the game.
    fn has_human(&self) -> bool {
        let mut players = Seat::all(self.table.game().seats()).zip(&self.players);
        players.any(|(seat, player)| player.is_human() && self.table.board().is_active(seat))
    }

    /// Ends a game between engines that has reached the move limit: they agree to a draw, which a record can express. A
    /// game without draws is left unfinished.
    fn stop(&mut self, seat: Seat) -> Result<(), CliError> {
        let max_plies = self.max_plies;
        self.output.result(
            || format!("The move limit of {max_plies} is reached."),
            || json!({"move_limit": max_plies}),
        )?;
        let proposal = SeatAction::Offer(Offer::Draw);
        if self.try_apply(|table, now| table.act(seat, table.latest(), proposal, now))?.is_none() {
            for seat in Seat::all(self.table.game().seats()) {
                if self.table.awaits_answer(seat) {
                    self.try_apply(|table, now| {
                        table.act(seat, table.latest(), SeatAction::Answer(true), now)
                    })?;
                }
            }
        }
        match self.table.outcome() {
            Some(outcome) => self.show_outcome(outcome),
            None => self.output.text("The game is left unfinished.\n"),
        }
    }

    /// Removes an engine that has failed from the game and prints the reason.
    fn forfeit(&mut self, seat: Seat, reason: &str) -> Result<(), CliError> {
        let title = title(&self.table, seat);
        self.output.result(
            || format!("{title} forfeits: {reason}."),
            || json!({"forfeit": seat.number(), "reason": reason}),
        )?;
        self.players[seat.index()] = Player::Left;
        match self.try_apply(|table, now| table.act(seat, table.latest(), SeatAction::Leave, now))? {
            Some(error) if self.table.outcome().is_none() => {
                Err(CliError::failed(format_args!("cannot continue the game: {error}")))
            }
            _ => Ok(()),
        }
    }

    /// Resigns, or offers to resign for less than the position can cost. Lists the choices if `what` names none and there
    /// are several.
    fn resign(&mut self, seat: Seat, what: &str) -> Result<(), CliError> {
        let choices = self.resignation_choices(seat);
        let action = match Resignation::choose(&choices, what) {
            Resignation::List => {
                let text = input::resignation_help(&choices);
                return self
                    .output
                    .result(|| text.trim_end().to_owned(), || json!({"resignations": choices}));
            }
            Resignation::Offer(index) => SeatAction::Offer(Offer::Concession(index)),
            Resignation::Resign => SeatAction::Resign,
            Resignation::Unknown(reason) => return self.reject(&reason),
        };
        self.apply(|table, now| table.act(seat, table.latest(), action, now))
    }

    /// Names of what the seat can resign, the cheapest first. The last is the full loss and needs no agreement.
    fn resignation_choices(&self, seat: Seat) -> Vec<&'static str> {
        let board = self.table.board();
        [board.concessions(seat), &[board.resignation(seat)]].concat()
    }

    fn publish(&mut self, from: usize) -> Result<(), CliError> {
        let events = self.table.events()[from..].to_vec();
        if let Some(record) = &mut self.record {
            record.append(&events)?;
        }
        for event in &events {
            if self.output.is_json() {
                self.output.result(String::new, || event_object(&self.table, event))?;
            } else if let Some(text) = event_text(&self.table, event) {
                self.output.text(&format!("{text}\n"))?;
            }
        }
        self.output.flush()
    }

    fn prompt(&mut self, seat: Seat) -> Result<(), CliError> {
        let is_answer = self.table.awaits_answer(seat);
        if self.output.is_json() {
            let (awaits, position) =
                (if is_answer { "answer" } else { "move" }, self.table.board().position());
            let object = json!({"awaits": awaits, "seat": seat.number(), "position": position});
            self.output.result(String::new, || object)?;
            return self.output.flush();
        }
        let title = title(&self.table, seat);
        if is_answer {
            self.output.text(&format!("{title}, do you accept? yes or no\n> "))?;
        } else {
            self.show_board()?;
            let clocks = self.clocks();
            self.output.text(&format!("{clocks}{title}, your move (or help)\n> "))?;
        }
        self.output.flush()
    }

    /// Remaining times of all seats; empty without a clock.
    fn clocks(&self) -> String {
        let now = self.now();
        let left = Seat::all(self.table.game().seats()).filter_map(|seat| {
            let Millis(left) = self.table.clocks().left(seat, now)?;
            let (minutes, seconds) = (left / 60_000, (left % 60_000) as f64 / 1000.0);
            Some(format!("{} {}:{:04.1}", self.table.game().seat_name(seat), minutes, seconds))
        });
        let left: Vec<String> = left.collect();
        if left.is_empty() { String::new() } else { format!("Time: {}\n", left.join(", ")) }
    }

    fn show_board(&mut self) -> Result<(), CliError> {
        let mut diagram = self.table.board().diagram();
        if self.table.outcome().is_some() {
            // The position does not show a resignation; the outcome is printed below the board.
            diagram.caption.clear();
            diagram.tokens.retain(|token| !matches!(token.kind, TokenKind::Button { .. }));
        }
        let text = view::diagram::text::draw(&diagram);
        let position = self.table.board().position();
        self.output
            .result(|| format!("\n{}", text.trim_end()), || json!({"position": position, "text": text}))
    }

    fn show_moves(&mut self) -> Result<(), CliError> {
        let moves = self.table.board().moves();
        self.output.result(
            || format!("{}: {}", counted(moves.len(), "move"), input::wrapped(&moves)),
            || json!({"moves": moves}),
        )
    }

    fn show_help(&mut self, seat: Seat) -> Result<(), CliError> {
        let choices = self.resignation_choices(seat);
        let board = self.table.board();
        let help = input::help(&board.moves(), board.draw().is_some(), &choices);
        self.output.result(|| help.trim_end().to_owned(), || json!({"help": help}))
    }

    fn show_outcome(&mut self, outcome: Outcome) -> Result<(), CliError> {
        if self.output.is_json() {
            return Ok(());
        }
        self.show_board()?;
        self.output.text(&outcome_text(&self.table, outcome))
    }
}
