//! Game loop of a game on a server: messages of the server and typed lines, over as many connections as it takes.

use std::sync::Arc;
use std::time::Duration;

use client::{Action, Client, ClientError, Connection, Request, ServerMessage, TableMessage};
use games::catalog;
use rules::Seat;
use store::secrets::random_hexadecimal;
use table::{Offer, SeatAction};
use tokio::sync::mpsc;
use view::{DynGame, DynPosition};

use super::remote_text::{clocks_text, ending_text, event_text, seat_title};
use crate::commands::play::input::{self, PlayCommand, Resignation};
use crate::error::CliError;
use crate::output::{Output, counted, json};

/// Attempts to reach the server again, and the longest pause between two.
const MAX_ATTEMPTS: u32 = 60;
const MAX_PAUSE: Duration = Duration::from_secs(10);

/// Reason why a connection is left.
enum End {
    /// The game is over, or the user has quit.
    Finished,
    /// The connection was lost.
    Lost(String),
}

/// A game on a server.
pub(super) struct RemoteGame<'a> {
    client: Client,
    id: String,
    /// Name of the game that the user expects.
    name: &'a str,
    output: &'a mut Output,
    lines: mpsc::Receiver<std::io::Result<String>>,
    game: Option<Arc<dyn DynGame>>,
    has_dice: bool,
    table: Option<TableMessage>,
    /// Number of the last event shown.
    shown: Option<u64>,
    /// Number of the last event that the user was prompted after.
    prompted: Option<u64>,
    has_requested_seat: bool,
    has_sent_seed: bool,
}

impl RemoteGame<'_> {
    pub(super) fn new<'a>(
        client: Client,
        id: String,
        name: &'a str,
        output: &'a mut Output,
    ) -> RemoteGame<'a> {
        RemoteGame {
            client,
            id,
            name,
            output,
            lines: input::async_lines(),
            game: None,
            has_dice: false,
            table: None,
            shown: None,
            prompted: None,
            has_requested_seat: false,
            has_sent_seed: false,
        }
    }

    /// Plays until the game is over or the input ends. `store_token` stores the session after each connection.
    pub(super) async fn run(
        mut self,
        store_token: impl Fn(&Client) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let link = format!("{}/table/{}", self.client.url(), self.id);
        let id = self.id.clone();
        self.output.result(|| format!("Game {id} at {link}"), || json!({"table": id, "link": link}))?;
        self.output.flush()?;
        let mut attempts = 0;
        loop {
            let why = match self.client.connect().await {
                Ok(connection) => {
                    store_token(&self.client)?;
                    attempts = 0;
                    match self.play(connection).await? {
                        End::Finished => return Ok(()),
                        End::Lost(why) => why,
                    }
                }
                // A first attempt that fails is an error; later ones are repeated.
                Err(ClientError::Lost(why)) if self.table.is_some() => why,
                Err(error) => return Err(error.into()),
            };
            attempts += 1;
            if attempts > MAX_ATTEMPTS {
                return Err(CliError::failed(format_args!("cannot reach the server again: {why}")));
            }
            if attempts == 1 {
                self.show(&format!("The connection was lost ({why}); reconnecting."), "lost")?;
            }
            if !self.pause(attempts).await? {
                return self.leave();
            }
        }
    }

    /// Waits before the next attempt; `false` if the user quits meanwhile.
    async fn pause(&mut self, attempts: u32) -> Result<bool, CliError> {
        let pause = Duration::from_millis(250).saturating_mul(1 << attempts.min(6)).min(MAX_PAUSE);
        let until = tokio::time::sleep(pause);
        tokio::pin!(until);
        loop {
            tokio::select! {
                () = &mut until => return Ok(true),
                line = self.lines.recv() => match line {
                    Some(Ok(line)) if PlayCommand::parse(&line, false) == PlayCommand::Quit => return Ok(false),
                    Some(Ok(_)) => self.show("Not possible: there is no connection.", "refused")?,
                    Some(Err(error)) => return Err(cannot_read(&error)),
                    None => return Ok(false),
                },
            }
        }
    }

    fn show(&mut self, text: &str, key: &str) -> Result<(), CliError> {
        self.output.result(|| text.to_owned(), || json!({ key: text }))?;
        self.output.flush()
    }

    fn leave(&mut self) -> Result<(), CliError> {
        self.show("The game continues on the server.", "left")
    }

    /// Plays over one connection.
    async fn play(&mut self, mut connection: Connection) -> Result<End, CliError> {
        let have = self.table.as_ref().and_then(|table| table.latest);
        self.prompted = None;
        let id = self.id.clone();
        if let Err(error) = connection.send(&Request::Watch { table: &id, have }).await {
            return lost(error);
        }
        loop {
            let step = tokio::select! {
                message = connection.next() => match message {
                    Ok(message) => self.receive(&mut connection, message).await,
                    Err(error) => return lost(error),
                },
                // Lines wait until there is a game.
                line = self.lines.recv(), if self.table.is_some() => match line {
                    Some(Ok(line)) => self.handle_line(&mut connection, &line).await,
                    Some(Err(error)) => return Err(cannot_read(&error)),
                    None => {
                        self.leave()?;
                        return Ok(End::Finished);
                    }
                },
            };
            match step? {
                Ok(true) => {}
                Ok(false) => return Ok(End::Finished),
                Err(error) => return lost(error),
            }
        }
    }

    /// Handles a message; `false` if the game is over.
    async fn receive(
        &mut self,
        connection: &mut Connection,
        message: ServerMessage,
    ) -> Result<Result<bool, ClientError>, CliError> {
        match message {
            ServerMessage::Table(table) if table.table == self.id => {
                self.receive_table(connection, *table).await
            }
            ServerMessage::Refused(refused) if refused.id.is_none() && refused.status >= 500 => {
                Ok(Err(ClientError::Lost(refused.message)))
            }
            ServerMessage::Refused(refused) if refused.id.is_none() => {
                Err(CliError::failed(format_args!("the server refused: {}", refused.message)))
            }
            ServerMessage::Refused(refused) => {
                let text = format!("Not possible: {}.", refused.message.trim_end_matches('.'));
                let message = refused.message;
                self.output.result(|| text, || json!({"refused": message}))?;
                self.prompted = None;
                self.prompt()?;
                Ok(Ok(true))
            }
            _ => Ok(Ok(true)),
        }
    }

    async fn receive_table(
        &mut self,
        connection: &mut Connection,
        table: TableMessage,
    ) -> Result<Result<bool, ClientError>, CliError> {
        if let Some(about) = &table.about {
            if about.game != self.name {
                let (found, name) = (&about.game, self.name);
                return Err(CliError::usage(format_args!("game {} is {found}, not {name}", self.id)));
            }
            self.game = Some(catalog::open_rules(&about.rules)?);
            self.has_dice = about.has_dice;
        }
        for event in &table.events {
            if self.shown.is_none_or(|shown| event.number > shown) {
                self.shown = Some(event.number);
                if self.output.is_json() {
                    self.output.result(String::new, || json!(event))?;
                } else if let Some(text) = event_text(&table.seats, event) {
                    self.output.text(&format!("{text}\n"))?;
                }
            }
        }
        let is_new = self.table.is_none();
        let (state, latest) = (table.state.clone(), table.latest);
        self.table = Some(table);
        if state == "over" {
            self.show_ending()?;
            return Ok(Ok(false));
        }
        let requests = self.due_requests(&state, latest);
        for request in requests {
            if let Err(error) = connection.send(&request.as_request(&self.id)).await {
                return Ok(Err(error));
            }
        }
        if is_new && state == "waiting" {
            self.show("Waiting for players.", "waiting")?;
        }
        self.prompt()?;
        self.output.flush()?;
        Ok(Ok(true))
    }

    /// Requests that the program sends for the user: for a free seat, and seeds of the dice.
    fn due_requests(&mut self, state: &str, latest: Option<u64>) -> Vec<DueRequest> {
        let Some(table) = &self.table else { return Vec::new() };
        let own: Vec<u8> =
            table.seats.iter().filter(|seat| seat.who == "you").map(|seat| seat.seat).collect();
        let open = table.seats.iter().find(|seat| seat.who == "open").map(|seat| seat.seat);
        let mut due = Vec::new();
        if let (true, Some(seat), false) = (own.is_empty(), open, self.has_requested_seat) {
            self.has_requested_seat = true;
            due.push(DueRequest::Sit(seat));
        }
        if state == "opening" && self.has_dice && !self.has_sent_seed && !own.is_empty() {
            self.has_sent_seed = true;
            due.extend(own.into_iter().map(|seat| DueRequest::Seed(seat, latest.unwrap_or(0))));
        }
        due
    }

    /// The current position.
    fn board(&self) -> Result<Box<dyn DynPosition>, CliError> {
        match (&self.game, &self.table) {
            (Some(game), Some(table)) => Ok(game.read_position(&table.position)?),
            _ => Err(CliError::failed("the server has not sent the game yet")),
        }
    }

    /// Own seat that has to answer an offer, and own seat to move.
    fn own_seats(&self) -> (Option<u8>, Option<u8>, Option<u8>) {
        let Some(table) = &self.table else { return (None, None, None) };
        let is_own = |number: &u8| table.seats.iter().any(|seat| seat.seat == *number && seat.who == "you");
        let awaits = table.offer.as_ref().map(|offer| offer.awaits.as_slice()).unwrap_or_default();
        let first = table.seats.iter().find(|seat| seat.who == "you").map(|seat| seat.seat);
        (awaits.iter().copied().find(is_own), table.turn.filter(is_own), first)
    }

    /// Prompts for a move or an answer, once for each event.
    fn prompt(&mut self) -> Result<(), CliError> {
        let Some(table) = &self.table else { return Ok(()) };
        if table.state != "playing" || self.prompted.is_some_and(|prompted| Some(prompted) == table.latest) {
            return Ok(());
        }
        let (answering, moving, _) = self.own_seats();
        let Some(seat) = answering.or(moving) else { return Ok(()) };
        self.prompted = table.latest;
        let awaits = if answering.is_some() { "answer" } else { "move" };
        if self.output.is_json() {
            let object = json!({"awaits": awaits, "seat": seat, "position": table.position});
            self.output.result(String::new, || object)?;
            return self.output.flush();
        }
        let title = seat_title(&table.seats, seat);
        let text = match (&table.offer, answering) {
            (Some(offer), Some(_)) => {
                let by = seat_title(&table.seats, offer.seat);
                format!("{by} offers: {}. Do you accept? yes or no\n> ", offer.text)
            }
            _ => format!("{}{title}, your move (or help)\n> ", clocks_text(table)),
        };
        if answering.is_none() {
            self.show_board()?;
        }
        self.output.text(&text)?;
        self.output.flush()
    }

    fn show_board(&mut self) -> Result<(), CliError> {
        let board = self.board()?;
        let (text, position) = (view::diagram::text::draw(&board.diagram()), board.position());
        self.output
            .result(|| format!("\n{}", text.trim_end()), || json!({"position": position, "text": text}))
    }

    fn show_ending(&mut self) -> Result<(), CliError> {
        if !self.output.is_json() {
            self.show_board()?;
        }
        let Some(table) = &self.table else { return Ok(()) };
        let (text, rule) = (ending_text(table), table.ending.as_ref().map(|ending| ending.rule.clone()));
        self.output.result(|| text, || json!({"over": rule}))?;
        self.output.flush()
    }

    /// Carries out a typed line; `false` if the user quits.
    async fn handle_line(
        &mut self,
        connection: &mut Connection,
        line: &str,
    ) -> Result<Result<bool, ClientError>, CliError> {
        let (answering, moving, first) = self.own_seats();
        let seat = answering.or(moving).or(first);
        let action = match (PlayCommand::parse(line, answering.is_some()), seat) {
            (PlayCommand::Empty, _) => None,
            (PlayCommand::Quit, _) => {
                self.leave()?;
                return Ok(Ok(false));
            }
            (PlayCommand::Board, _) => {
                self.show_board()?;
                None
            }
            (PlayCommand::Moves, _) => {
                let moves = self.board()?.moves();
                let text = format!("{}: {}", counted(moves.len(), "move"), input::wrapped(&moves));
                self.output.result(|| text, || json!({"moves": moves}))?;
                None
            }
            (_, None) => {
                self.show("Not possible: you have no seat in this game.", "refused")?;
                None
            }
            (PlayCommand::Help, Some(seat)) => {
                let board = self.board()?;
                let help = input::help(&board.moves(), board.draw().is_some(), &resignations(&*board, seat));
                self.output.result(|| help.trim_end().to_owned(), || json!({"help": help}))?;
                None
            }
            (PlayCommand::Resign(what), Some(seat)) => self.resign(seat, &what)?,
            (PlayCommand::Act(action), Some(_)) => client_action(action),
        };
        self.output.flush()?;
        let latest = self.table.as_ref().and_then(|table| table.latest);
        let (Some(action), Some(seat)) = (action, seat) else { return Ok(Ok(true)) };
        // A move is for the seat to move, even while an offer waits for its answer.
        let seat = if matches!(action, Action::Move { .. }) { moving.unwrap_or(seat) } else { seat };
        let request = Request::Act { table: &self.id, seat, seen: latest.unwrap_or(0), action };
        Ok(connection.send(&request).await.map(|_| true))
    }

    /// The action of a resignation; `None` if the choices were listed instead.
    fn resign(&mut self, seat: u8, what: &str) -> Result<Option<Action>, CliError> {
        let choices = resignations(&*self.board()?, seat);
        match Resignation::choose(&choices, what) {
            Resignation::List => {
                let text = input::resignation_help(&choices);
                self.output.result(|| text.trim_end().to_owned(), || json!({"resignations": choices}))?;
                Ok(None)
            }
            Resignation::Offer(which) => Ok(Some(Action::Offer { offer: "concession", which })),
            Resignation::Resign => Ok(Some(Action::Resign)),
            Resignation::Unknown(reason) => {
                self.output.result(|| format!("Not possible: {reason}."), || json!({"refused": reason}))?;
                Ok(None)
            }
        }
    }
}

/// A request that the program sends for the user.
enum DueRequest {
    Sit(u8),
    Seed(u8, u64),
}

impl DueRequest {
    fn as_request<'a>(&self, table: &'a str) -> Request<'a> {
        match *self {
            DueRequest::Sit(seat) => Request::Sit { table, seat },
            DueRequest::Seed(seat, seen) => {
                let action = Action::ClientSeed { seed: random_hexadecimal::<8>() };
                Request::Act { table, seat, seen, action }
            }
        }
    }
}

/// Names of what a seat can resign, the cheapest first.
fn resignations(board: &dyn DynPosition, seat: u8) -> Vec<&'static str> {
    let seat = Seat::numbered(seat).unwrap_or(Seat::FIRST);
    [board.concessions(seat), &[board.resignation(seat)]].concat()
}

/// The action as the server receives it; `None` for actions that are not typed.
fn client_action(action: SeatAction) -> Option<Action> {
    let offer = |offer: Offer| match offer {
        Offer::Draw => ("draw", 0),
        Offer::Claim => ("claim", 0),
        Offer::Takeback => ("takeback", 0),
        Offer::Concession(which) => ("concession", which),
    };
    Some(match action {
        SeatAction::Move(text) => Action::Move { r#move: text },
        SeatAction::ClaimWith(text) => Action::Claim { r#move: text },
        SeatAction::Answer(yes) => Action::Answer { yes },
        SeatAction::Offer(offered) => {
            let (offer, which) = offer(offered);
            Action::Offer { offer, which }
        }
        SeatAction::Resign => Action::Resign,
        _ => return None,
    })
}

fn lost(error: ClientError) -> Result<End, CliError> {
    match error {
        ClientError::Lost(why) => Ok(End::Lost(why)),
        other => Err(other.into()),
    }
}

fn cannot_read(error: &std::io::Error) -> CliError {
    CliError::failed(format_args!("cannot read stdin: {error}"))
}
