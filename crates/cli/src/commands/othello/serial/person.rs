//! What a person wants at our end of a line, typed in the terminal or clicked on the page.

use std::io::BufRead;
use std::sync::mpsc::Sender;

use games::othello::Move;
use line::{Effects, Station, colour, name};
use line_page::{PageCommand, PageRequest};
use rules::InputError;

use super::super::chooser::read_move;
use super::letter::Letter;
use super::session::{Role, Session};
use crate::error::CliError;

/// What can be typed.
const HELP: &str = "\
a square   play there, for example e3; passes are said by themselves
board      print the board again
resign     give up
stop       PC: end the game here, the discs are counted
again      PC with a page: another game, after the last, or the first one before the page is open
quit       leave the line; a game that is on is given up";

/// Lets a thread listen to the terminal.
pub(super) fn listen_to_person(sender: Sender<Letter>) {
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if sender.send(Letter::Typed(Some(line))).is_err() {
                return;
            }
        }
        // If the session is over, nobody minds.
        let _ = sender.send(Letter::Typed(None));
    });
}

impl Session<'_> {
    /// What a person has typed.
    pub(super) fn obey(&mut self, text: &str) -> Result<(), CliError> {
        let done = match text {
            "" => return Ok(()),
            "help" | "?" => return self.witnesses.screen.sentence("help", HELP),
            "board" => return self.show_board(),
            "quit" | "exit" => return self.leave(),
            "stop" => self.grant(&PageCommand::Stop)?,
            "resign" => self.grant(&PageCommand::Resign)?,
            "again" => self.grant(&PageCommand::NewGame)?,
            text => self.play(text)?,
        };
        match done {
            Ok(()) => Ok(()),
            Err(error) => {
                self.witnesses.screen.sentence("refused", &format!("That cannot be done: {error}."))
            }
        }
    }

    /// What somebody on the page wishes.
    pub(super) fn follow(&mut self, request: PageRequest) -> Result<(), CliError> {
        if !request.is_abandoned() {
            let done = self.grant(&request.command)?;
            request.reply(done);
        }
        Ok(())
    }

    /// Does it, or says why it cannot be done.
    fn grant(&mut self, wish: &PageCommand) -> Result<Result<(), InputError>, CliError> {
        let now = self.clock.now();
        let effects = match (wish, &mut self.role) {
            (PageCommand::Play { prompt, square }, _) => {
                if self.witnesses.page.as_ref().is_some_and(|page| page.prompt() != *prompt) {
                    return Ok(Err(InputError::new(
                        "that was for an earlier turn: the board has changed since",
                    )));
                }
                return self.play(square);
            }
            (PageCommand::Resign, role) => role.station().give_up(now),
            (PageCommand::Stop, Role::Pc(pc)) if pc.is_playing() => Ok(pc.stop(now)),
            (PageCommand::Stop, Role::Pc(_)) => Err(InputError::new("no game is on that could be ended")),
            (PageCommand::Stop, Role::Device(_)) => {
                Err(InputError::new("only the PC can end a game: expected resign"))
            }
            (PageCommand::NewGame, _) if self.is_finished => {
                self.begin_again()?;
                return Ok(Ok(()));
            }
            (PageCommand::NewGame, Role::Pc(_)) if self.is_asked_again => {
                Err(InputError::new("the game is not over yet"))
            }
            (PageCommand::NewGame, _) => Err(InputError::new(
                "games begin by themselves here: expected a PC with a person and a page, without --games",
            )),
        };
        self.carry_out_if(effects)
    }

    /// Plays on a square, or says why nobody can play there now.
    fn play(&mut self, square: &str) -> Result<Result<(), InputError>, CliError> {
        let now = self.clock.now();
        let station = self.role.station();
        let effects = match read_move(square) {
            None => Err(InputError::unexpected(square, "a square from a1 to h8, or help")),
            Some(mv) => may_play(station, mv).and_then(|()| station.choose(mv, now)),
        };
        self.carry_out_if(effects)
    }

    fn carry_out_if(
        &mut self,
        effects: Result<Effects, InputError>,
    ) -> Result<Result<(), InputError>, CliError> {
        match effects {
            Ok(effects) => self.carry_out(&effects).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }
}

/// Whether a person may make this move now; if not, why, in words for somebody who looks at the board.
fn may_play(station: &dyn Station, mv: Move) -> Result<(), InputError> {
    let game = station.game();
    let turn = game.position().turn();
    let why = if !station.is_playing() {
        "no game is on".to_owned()
    } else if turn != station.own() {
        format!("it is not your turn: {} is to move", colour(turn))
    } else if !station.is_to_choose() {
        "the other end has not answered your last word yet".to_owned()
    } else if game.is_legal(mv) {
        return Ok(());
    } else {
        let taken = game.position().discs(turn) | game.position().discs(turn.other());
        let square = name(mv).to_lowercase();
        match mv.square() {
            None => "you have a move, and cannot pass".to_owned(),
            Some(at) if taken >> at & 1 == 1 => format!("{square} is taken: expected an empty square"),
            Some(_) => format!("{square} is not legal: a disc there would turn nothing over"),
        }
    };
    Err(InputError::new(why))
}
