//! Session at one end of a line: clock, line, player and observers.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use games::othello::Move;
use line::{Device, Effects, EndReason, Endpoint, Event, Pc, colour_name};
use line_page::LineSource;

use super::super::clock::LineClock;
use super::super::engine_player::EnginePlayer;
use super::super::link::{LineInput, LineWriter};
use super::super::observers::Observers;
use super::session_event::{Reconnector, SessionEvent};
use crate::error::CliError;

/// Role of this end.
pub(super) enum Role {
    Device(Box<Device>),
    Pc(Box<Pc>),
}

impl Role {
    pub(super) fn endpoint(&mut self) -> &mut dyn Endpoint {
        match self {
            Role::Device(device) => &mut **device,
            Role::Pc(pc) => &mut **pc,
        }
    }
}

/// Player at this end.
pub(super) enum LinePlayer {
    Human,
    Engine(Box<EnginePlayer>),
}

/// Session at one end of a line.
pub(super) struct SerialSession<'a> {
    pub(super) role: Role,
    /// Writer of the line; `None` while a device waits for its next connection.
    pub(super) writer: Option<LineWriter>,
    /// Listener for further connections, for a device without `--games`.
    pub(super) reconnector: Option<Reconnector>,
    /// Number of the connection; input of earlier ones is ignored.
    pub(super) connection: u32,
    pub(super) events: Receiver<SessionEvent>,
    pub(super) player: LinePlayer,
    pub(super) observers: Observers<'a>,
    pub(super) clock: LineClock,
    pub(super) games_left: u32,
    /// `true` if a person starts further games.
    pub(super) starts_games_by_command: bool,
    /// `true` if the first game waits for a client of the page.
    pub(super) waits_for_client: bool,
    /// `true` between games that a person starts.
    pub(super) is_finished: bool,
    /// Number of games without a result.
    pub(super) void_games: u32,
    /// Time at which the session ends even without a reply.
    pub(super) stop_by: Option<Duration>,
    pub(super) is_over: bool,
}

impl SerialSession<'_> {
    /// Runs until the line is closed, all games are played, or the person quits.
    pub(super) fn run(mut self) -> Result<(), CliError> {
        if self.waits_for_client {
            let sentence = "The first game begins when the page is opened";
            self.observers.terminal.sentence("awaits_client", sentence)?;
        } else {
            self.start_game()?;
        }
        self.update_page();
        while !self.is_over {
            match self.next_event()? {
                None => {
                    let now = self.clock.now();
                    let effects = self.role.endpoint().on_timer(now);
                    self.apply(&effects)?;
                }
                Some(event) => self.handle(event)?,
            }
            self.update_page();
            if let Some(by) = self.stop_by {
                self.is_over |= self.clock.elapsed() >= by || !self.is_reply_due();
            }
        }
        match self.void_games {
            0 => Ok(()),
            1 => Err(CliError::failed("a game ended without a result")),
            games => Err(CliError::failed(format_args!("{games} games ended without a result"))),
        }
    }

    /// Next event; `None` at a deadline.
    fn next_event(&mut self) -> Result<Option<SessionEvent>, CliError> {
        let deadline = [self.role.endpoint().deadline(), self.stop_by].into_iter().flatten().min();
        let received = match deadline {
            None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => self.events.recv_timeout(deadline.saturating_sub(self.clock.elapsed())),
        };
        match received {
            Ok(event) => Ok(Some(event)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(CliError::failed("the reader thread has ended")),
        }
    }

    fn update_page(&mut self) {
        self.observers.update_page(LineSource::Endpoint(self.role.endpoint()), self.clock.elapsed());
    }

    fn handle(&mut self, event: SessionEvent) -> Result<(), CliError> {
        match event {
            SessionEvent::Line(connection, ..) if connection != self.connection => Ok(()),
            SessionEvent::Line(_, at, LineInput::Bytes(bytes)) => self.on_bytes(&bytes, at),
            SessionEvent::Line(_, at, LineInput::Disconnected(cause)) => self.on_disconnect(&cause, at),
            SessionEvent::Connected(link) => self.on_connect(link?),
            SessionEvent::Stop => self.stop(),
            SessionEvent::Search(event) => {
                let LinePlayer::Engine(engine) = &self.player else { return Ok(()) };
                engine.chosen_move(event).map_or(Ok(()), |choice| self.play_choice(choice))
            }
            SessionEvent::Typed(text) => self.execute_typed(text.trim()),
            SessionEvent::StdinClosed(result) => self.on_stdin_closed(result),
            SessionEvent::PageRequest(request) => self.execute_request(request),
            SessionEvent::FirstClient if self.waits_for_client => self.start_game(),
            SessionEvent::FirstClient => Ok(()),
        }
    }

    fn on_bytes(&mut self, bytes: &[u8], at: Duration) -> Result<(), CliError> {
        self.observers.received(0, bytes, at)?;
        let effects = self.role.endpoint().on_bytes(bytes, self.clock.at(at));
        self.apply(&effects)
    }

    /// Plays the engine's move, or resigns without one.
    fn play_choice(&mut self, choice: Result<Move, String>) -> Result<(), CliError> {
        let now = self.clock.now();
        let endpoint = self.role.endpoint();
        match choice.and_then(|mv| endpoint.play(mv, now).map_err(|error| error.to_string())) {
            Ok(effects) => self.apply(&effects),
            Err(error) => {
                self.on_event(&Event::Note(error))?;
                match self.role.endpoint().resign(now) {
                    Ok(effects) => self.apply(&effects),
                    Err(_) => Ok(()),
                }
            }
        }
    }

    pub(super) fn show_board(&mut self) -> Result<(), CliError> {
        let endpoint = self.role.endpoint();
        let prompt = format!("You play {}. Your move:", colour_name(endpoint.own()));
        self.observers.terminal.board(endpoint.game(), &prompt)
    }

    /// Records the events, then sends the bytes.
    pub(super) fn apply(&mut self, effects: &Effects) -> Result<(), CliError> {
        for event in &effects.events {
            self.on_event(event)?;
        }
        if effects.bytes.is_empty() {
            return self.react(&effects.events);
        }
        let now = self.clock.elapsed();
        self.observers.sent(0, &effects.bytes, now)?;
        if let Some(writer) = &self.writer {
            writer.send(&effects.bytes);
        }
        self.react(&effects.events)
    }

    /// Passes an event to the observers.
    pub(super) fn on_event(&mut self, event: &Event) -> Result<(), CliError> {
        let now = self.clock.elapsed();
        self.observers.event(event, self.role.endpoint().own(), now)
    }

    /// Lets the player react to events after the bytes were sent.
    fn react(&mut self, events: &[Event]) -> Result<(), CliError> {
        for event in events {
            match (event, &mut self.player) {
                (Event::Began { .. }, LinePlayer::Engine(engine)) => engine.new_game(),
                (Event::YourTurn { limit, .. }, LinePlayer::Engine(engine)) => {
                    engine.start_search(self.role.endpoint().game().position(), *limit);
                }
                (Event::YourTurn { .. }, LinePlayer::Human) => self.show_board()?,
                (Event::Claimed(_) | Event::TurnLost { .. }, LinePlayer::Engine(engine)) => engine.cancel(),
                (Event::Ended(result), player) => {
                    if let LinePlayer::Engine(engine) = player {
                        engine.cancel();
                    }
                    let reason = result.reason;
                    // A game that is started again does not count, and a lost connection is no error while the device
                    // waits for others.
                    let is_fault = reason.is_void() && !reason.is_restarted();
                    self.void_games += u32::from(
                        is_fault && !(reason == EndReason::Disconnected && self.reconnector.is_some()),
                    );
                    self.games_left = self.games_left.saturating_sub(u32::from(!reason.is_restarted()));
                }
                (Event::Finished, _) => self.next_game()?,
                _ => {}
            }
        }
        self.is_over |= self.games_left == 0 && matches!(self.role, Role::Device(_)) && !self.is_reply_due();
        Ok(())
    }

    /// `true` if the end of the last game still waits for its reply.
    fn is_reply_due(&mut self) -> bool {
        self.role.endpoint().deadline().is_some()
    }

    /// Starts the first game of a PC, or another one with colours reversed.
    pub(super) fn start_game(&mut self) -> Result<(), CliError> {
        let now = self.clock.now();
        let Role::Pc(pc) = &mut self.role else { return Ok(()) };
        (self.waits_for_client, self.is_finished) = (false, false);
        let effects = if pc.has_begun_game() { pc.new_game(pc.own().other(), now) } else { pc.start(now) };
        self.apply(&effects)
    }

    /// Starts the next game of a PC, or ends the session.
    fn next_game(&mut self) -> Result<(), CliError> {
        self.is_over |= self.stop_by.is_some();
        if self.starts_games_by_command && !self.is_over {
            self.is_finished = true;
            return Ok(());
        }
        let is_next = self.games_left > 0 && self.void_games == 0 && !self.is_over;
        match &self.role {
            Role::Pc(pc) if !pc.has_begun_game() && self.stop_by.is_none() => {
                Err(CliError::failed("no game was played"))
            }
            Role::Pc(_) if is_next => self.start_game(),
            Role::Device(_) => Ok(()),
            Role::Pc(_) => {
                self.is_over = true;
                Ok(())
            }
        }
    }
}
