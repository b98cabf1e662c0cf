//! Commands of a person, typed in the terminal or sent by the page.

use std::sync::mpsc::SyncSender;

use games::othello::Move;
use line::{Effects, Endpoint, colour_name, move_name};
use line_page::{PageCommand, PageRequest};
use rules::InputError;

use super::super::engine_player::parse_move;
use super::session::{Role, SerialSession};
use super::session_event::SessionEvent;
use crate::bounded_read;
use crate::error::CliError;

/// Longest command in bytes.
const MAX_COMMAND: usize = 256;

/// Help for the terminal.
const HELP: &str = "\
a square   play there, for example e3; passes are automatic
board      print the board again
resign     resign the game
stop       PC: end the game; more discs win
again      PC with a page: start the next game, or the first one without opening the page
quit       leave the line and resign a running game";

/// Reads stdin in a thread.
pub(super) fn read_stdin(sender: SyncSender<SessionEvent>) {
    std::thread::spawn(move || {
        let mut result = Ok(());
        for line in bounded_read::lines(std::io::stdin().lock(), MAX_COMMAND) {
            let event = match line {
                Ok(line) => SessionEvent::Typed(line),
                Err(error) => {
                    result = Err(error);
                    break;
                }
            };
            if sender.send(event).is_err() {
                return;
            }
        }
        // The session may be over already.
        let _ = sender.send(SessionEvent::StdinClosed(result));
    });
}

impl SerialSession<'_> {
    /// Executes a typed command.
    pub(super) fn execute_typed(&mut self, text: &str) -> Result<(), CliError> {
        let done = match text {
            "" => return Ok(()),
            "help" | "?" => return self.observers.terminal.sentence("help", HELP),
            "board" => return self.show_board(),
            "quit" | "exit" => return self.stop(),
            "stop" => self.execute(&PageCommand::Stop)?,
            "resign" => self.execute(&PageCommand::Resign)?,
            "again" => self.execute(&PageCommand::NewGame)?,
            text => self.play_square(text)?,
        };
        match done {
            Ok(()) => Ok(()),
            Err(error) => self.observers.terminal.sentence("refused", &format!("Not possible: {error}.")),
        }
    }

    /// Handles the end of stdin. A person on the page needs no terminal.
    pub(super) fn on_stdin_closed(&mut self, result: std::io::Result<()>) -> Result<(), CliError> {
        if let Err(error) = result {
            let sentence = format!("Cannot read stdin: {error}, expected a square or help.");
            self.observers.terminal.sentence("refused", &sentence)?;
        }
        if self.observers.page.is_none() { self.stop() } else { Ok(()) }
    }

    /// Executes a request of the page.
    pub(super) fn execute_request(&mut self, request: PageRequest) -> Result<(), CliError> {
        if !request.is_abandoned() {
            let done = self.execute(&request.command)?;
            request.reply(done);
        }
        Ok(())
    }

    /// Executes a command; the inner error is for the user.
    fn execute(&mut self, command: &PageCommand) -> Result<Result<(), InputError>, CliError> {
        let now = self.clock.now();
        let effects = match (command, &mut self.role) {
            (PageCommand::Play { prompt, square }, _) => {
                if self.observers.page.as_ref().is_some_and(|page| page.prompt() != *prompt) {
                    return Ok(Err(InputError::new(
                        "the move is for an earlier turn: the board has changed since",
                    )));
                }
                return self.play_square(square);
            }
            (PageCommand::Resign, role) => role.endpoint().resign(now),
            (PageCommand::Stop, Role::Pc(pc)) if pc.is_playing() => Ok(pc.stop(now)),
            (PageCommand::Stop, Role::Pc(_)) => Err(InputError::new("no game to end")),
            (PageCommand::Stop, Role::Device(_)) => {
                Err(InputError::new("only the PC can end a game: expected resign"))
            }
            (PageCommand::NewGame, _) if self.is_finished => {
                self.start_game()?;
                return Ok(Ok(()));
            }
            (PageCommand::NewGame, Role::Pc(_)) if self.starts_games_by_command => {
                Err(InputError::new("the game is not over yet"))
            }
            (PageCommand::NewGame, _) => Err(InputError::new(
                "games start automatically: expected a PC with --seat human and --web, without --games",
            )),
        };
        self.apply_if_ok(effects)
    }

    /// Plays on a square; the inner error is for the user.
    fn play_square(&mut self, square: &str) -> Result<Result<(), InputError>, CliError> {
        let now = self.clock.now();
        let endpoint = self.role.endpoint();
        let effects = match parse_move(square) {
            None => Err(InputError::unexpected(square, "a square from a1 to h8, or help")),
            Some(mv) => check_move(endpoint, mv).and_then(|()| endpoint.play(mv, now)),
        };
        self.apply_if_ok(effects)
    }

    fn apply_if_ok(
        &mut self,
        effects: Result<Effects, InputError>,
    ) -> Result<Result<(), InputError>, CliError> {
        match effects {
            Ok(effects) => self.apply(&effects).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }
}

/// Checks a move of a person, with errors for a player who sees the board.
fn check_move(endpoint: &dyn Endpoint, mv: Move) -> Result<(), InputError> {
    let game = endpoint.game();
    let turn = game.position().turn();
    let reason = if !endpoint.is_playing() {
        "no game is running".to_owned()
    } else if turn != endpoint.own() {
        format!("it is not your turn: {} is to move", colour_name(turn))
    } else if !endpoint.awaits_move() {
        "the other end has not replied to your last move yet".to_owned()
    } else if game.is_legal(mv) {
        return Ok(());
    } else {
        let taken = game.position().discs(turn) | game.position().discs(turn.other());
        let square = move_name(mv).to_lowercase();
        match mv.square() {
            None => "cannot pass: you have a legal move".to_owned(),
            Some(at) if taken >> at & 1 == 1 => format!("{square} is taken: expected an empty square"),
            Some(_) => format!("{square} is not legal: a disc there flips nothing"),
        }
    };
    Err(InputError::new(reason))
}
