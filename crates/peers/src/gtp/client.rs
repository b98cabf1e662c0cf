//! GTP client: an external engine behind GTP.

use std::collections::HashSet;
use std::time::Duration;

use games::othello::formats::{PlayedGame, ggf};
use games::othello::{Move, Othello};
use rules::cpu::Portable;
use rules::{InputError, Rules, Seat};
use search::{SearchLimits, Unit};

use crate::client::{ChosenMove, GameHistory, ProtocolSession, othello, wait_policy};
use crate::failure::{EngineFailure, FailureKind};
use crate::process::{Process, WaitPolicy};

/// Session with an Othello engine that uses GTP.
///
/// The protocol transmits games rather than positions, time in whole seconds, and no depth.
pub(crate) struct GtpSession {
    process: Process,
    /// Supported commands; empty if the engine does not list them.
    commands: HashSet<String>,
    /// Game on the engine's board.
    sent: Option<PlayedGame>,
    /// Time for a move that was sent to the engine.
    seconds: Option<u64>,
}

impl ProtocolSession for GtpSession {
    const QUIT: &'static str = "quit";

    fn handshake(
        process: Process,
        _rules: &str,
        _options: &[(String, String)],
    ) -> Result<GtpSession, EngineFailure> {
        let mut session = GtpSession { process, commands: HashSet::new(), sent: None, seconds: None };
        let version = session.require("protocol_version")?;
        if version.trim() != "2" {
            let what = format!("uses GTP version {}: expected 2", InputError::quote(&version));
            return Err(session.process.failure(FailureKind::Protocol, what));
        }
        if let Ok(commands) = session.request("list_commands", WaitPolicy::COMMAND)? {
            session.commands = commands.split_whitespace().map(str::to_owned).collect();
        }
        if session.commands.contains("set_game") {
            session.require("set_game Othello")?;
        }
        session.require("boardsize 8")?;
        Ok(session)
    }

    fn new_game(&mut self, seed: u64) -> Result<(), EngineFailure> {
        self.require("clear_board")?;
        if self.commands.contains("set_random_seed") {
            // Engines store seeds in integers of various sizes.
            self.require(&format!("set_random_seed {}", seed & 0x7fff_ffff))?;
        }
        self.sent = None;
        Ok(())
    }

    fn choose_move(
        &mut self,
        history: &GameHistory,
        limits: &SearchLimits<'_>,
    ) -> Result<ChosenMove, EngineFailure> {
        let Some(game) = othello(history) else {
            return Err(self.process.failure(FailureKind::Protocol, "cannot receive this game"));
        };
        self.send_game(&game)?;
        let time = self.set_time(limits.time)?;
        let seat = game.position().turn();
        let command = format!("genmove {}", colour(seat));
        let answer = match self.request(&command, wait_policy(limits, time))? {
            Ok(answer) => answer,
            // A forced pass: engines that skip passes may reject the command.
            Err(_) if game.must_pass() => "pass".to_owned(),
            Err(error) => return Err(self.rejected(&command, &error)),
        };
        let text = answer.trim().to_ascii_lowercase();
        if text == "resign" {
            return Err(self.process.failure(FailureKind::Resignation, "resigned"));
        }
        let mut sent = game;
        sent.add(&text).map_err(|error| {
            let kind = FailureKind::Illegal;
            self.process.failure(kind, format_args!("played {}, but {error}", InputError::quote(&answer)))
        })?;
        // The engine has played the move on its own board.
        self.sent = Some(sent);
        Ok(ChosenMove { text, score: 0.0, unit: Unit::Discs, nodes: 0 })
    }
}

impl GtpSession {
    /// Sends the moves the engine does not have yet.
    fn send_game(&mut self, game: &PlayedGame) -> Result<(), EngineFailure> {
        let starts = [Seat::FIRST, Seat::SECOND].map(|seat| Othello::new(seat, Portable).start());
        if !starts.contains(game.start()) {
            let what = "cannot play from this position: GTP transmits games from the start position only";
            return Err(self.process.failure(FailureKind::Protocol, what));
        }
        let sent = self
            .sent
            .take()
            .filter(|sent| sent.start() == game.start() && game.moves().starts_with(sent.moves()));
        let known = match sent {
            Some(sent) => sent.moves().len(),
            None => {
                self.require("clear_board")?;
                0
            }
        };
        let positions = game.positions();
        for (position, &mv) in positions.iter().zip(game.moves()).skip(known) {
            let word = if mv == Move::PASS { "pass".to_owned() } else { ggf::word(mv) };
            let command = format!("play {} {word}", colour(position.turn()));
            match self.request(&command, WaitPolicy::COMMAND)? {
                Err(error) if mv != Move::PASS => return Err(self.rejected(&command, &error)),
                // An engine that rejects a pass has skipped it.
                _ => {}
            }
        }
        Ok(())
    }

    /// Sends the time for a move, if it has changed, as a period of one stone.
    fn set_time(&mut self, time: Option<Duration>) -> Result<Option<Duration>, EngineFailure> {
        let Some(time) = time else { return Ok(None) };
        // 0 would mean no time at all.
        let seconds = time.as_secs().max(1);
        if self.seconds != Some(seconds) {
            self.require(&format!("time_settings 0 {seconds} 1"))?;
            self.seconds = Some(seconds);
        }
        Ok(Some(Duration::from_secs(seconds)))
    }

    /// Sends a command that must succeed.
    fn require(&mut self, command: &str) -> Result<String, EngineFailure> {
        self.request(command, WaitPolicy::COMMAND)?.map_err(|error| self.rejected(command, &error))
    }

    fn rejected(&self, command: &str, error: &str) -> EngineFailure {
        let what = format_args!("rejected {}: {}", InputError::quote(command), InputError::quote(error));
        self.process.failure(FailureKind::Protocol, what)
    }

    /// Sends a command and waits for its response: the text after `=`, or an error after `?`.
    fn request(
        &mut self,
        command: &str,
        policy: WaitPolicy<'_>,
    ) -> Result<Result<String, String>, EngineFailure> {
        self.process.send(command)?;
        let mut answer: Option<(bool, String)> = None;
        let name = self.process.name().to_owned();
        self.process.receive(command, policy, |line| {
            let line = line.trim_end();
            match &mut answer {
                Some((is_good, text)) if line.is_empty() => {
                    let text = std::mem::take(text);
                    Some(Ok(if *is_good { Ok(text) } else { Err(text) }))
                }
                Some((_, text)) => {
                    text.push('\n');
                    text.push_str(line);
                    None
                }
                None if line.is_empty() => None,
                None => match line.split_at_checked(1) {
                    Some((sign @ ("=" | "?"), text)) => {
                        answer = Some((sign == "=", text.trim().to_owned()));
                        None
                    }
                    _ => Some(Err(EngineFailure {
                        kind: FailureKind::Protocol,
                        sentence: format!(
                            "{name} answered {} to {}: expected = or ?",
                            InputError::quote(line),
                            InputError::quote(command)
                        ),
                    })),
                },
            }
        })
    }
}

fn colour(seat: Seat) -> char {
    if seat == Seat::FIRST { 'b' } else { 'w' }
}
