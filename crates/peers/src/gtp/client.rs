//! We ask a program that speaks GTP.

use std::collections::HashSet;
use std::time::Duration;

use games::othello::formats::{PlayedGame, ggf};
use games::othello::{Move, Othello};
use rules::cpu::Portable;
use rules::{InputError, Rules, Seat};
use search::{EngineFailure, FailureKind, SearchLimits};

use crate::client::{Choice, Session, Story, othello, patience};
use crate::process::{Patience, Process};

/// A program that plays Othello by GTP.
///
/// The protocol knows games, not positions, whole seconds, and no depth.
pub(crate) struct GtpSession {
    process: Process,
    /// The commands it knows; nothing if it does not say.
    commands: HashSet<String>,
    /// The game it was told of.
    told: Option<PlayedGame>,
    /// The time for a move that it was told.
    seconds: Option<u64>,
}

impl Session for GtpSession {
    const FAREWELL: &'static str = "quit";

    fn greet(process: Process) -> Result<GtpSession, EngineFailure> {
        let mut session = GtpSession { process, commands: HashSet::new(), told: None, seconds: None };
        let version = session.demand("protocol_version")?;
        if version.trim() != "2" {
            let what = format!("speaks version {} of GTP: expected 2", InputError::quote(&version));
            return Err(session.process.failure(FailureKind::Protocol, what));
        }
        if let Ok(commands) = session.ask("list_commands", Patience::BRIEF)? {
            session.commands = commands.split_whitespace().map(str::to_owned).collect();
        }
        if session.commands.contains("set_game") {
            session.demand("set_game Othello")?;
        }
        session.demand("boardsize 8")?;
        Ok(session)
    }

    fn new_game(&mut self, seed: u64) -> Result<(), EngineFailure> {
        self.demand("clear_board")?;
        if self.commands.contains("set_random_seed") {
            // Programs keep it in numbers of various sizes.
            self.demand(&format!("set_random_seed {}", seed & 0x7fff_ffff))?;
        }
        self.told = None;
        Ok(())
    }

    fn choose(&mut self, story: &Story, limits: &SearchLimits<'_>) -> Result<Choice, EngineFailure> {
        let Some(game) = othello(story) else {
            return Err(self.process.failure(FailureKind::Protocol, "cannot be told of this game"));
        };
        self.tell(&game)?;
        let time = self.set_time(limits.time)?;
        let seat = game.position().turn();
        let request = format!("genmove {}", colour(seat));
        let answer = match self.ask(&request, patience(limits, time))? {
            Ok(answer) => answer,
            // There is nothing to choose: a program that skips passes by itself need not know what to say.
            Err(_) if game.must_pass() => "pass".to_owned(),
            Err(complaint) => return Err(self.refused(&request, &complaint)),
        };
        let text = answer.trim().to_ascii_lowercase();
        if text == "resign" {
            return Err(self.process.failure(FailureKind::Resignation, "resigned"));
        }
        let mut told = game;
        told.add(&text).map_err(|error| {
            let kind = FailureKind::Illegal;
            self.process.failure(kind, format_args!("played {}, but {error}", InputError::quote(&answer)))
        })?;
        // It has made the move on its own board.
        self.told = Some(told);
        Ok(Choice { text, score: 0.0, nodes: 0 })
    }
}

impl GtpSession {
    /// Tells the program what it does not know yet of a game.
    fn tell(&mut self, game: &PlayedGame) -> Result<(), EngineFailure> {
        let starts = [Seat::FIRST, Seat::SECOND].map(|seat| Othello::new(seat, Portable).start());
        if !starts.contains(game.start()) {
            let what =
                "cannot be asked about this position: GTP tells games from their beginning, not positions";
            return Err(self.process.failure(FailureKind::Protocol, what));
        }
        let told = self
            .told
            .take()
            .filter(|told| told.start() == game.start() && game.moves().starts_with(told.moves()));
        let known = match told {
            Some(told) => told.moves().len(),
            None => {
                self.demand("clear_board")?;
                0
            }
        };
        let positions = game.positions();
        for (position, &mv) in positions.iter().zip(game.moves()).skip(known) {
            let word = if mv == Move::PASS { "pass".to_owned() } else { ggf::word(mv) };
            let command = format!("play {} {word}", colour(position.turn()));
            match self.ask(&command, Patience::BRIEF)? {
                Err(complaint) if mv != Move::PASS => return Err(self.refused(&command, &complaint)),
                // A program that refuses a pass has skipped it by itself.
                _ => {}
            }
        }
        Ok(())
    }

    /// Tells the program its time for a move, if it has changed: a period of so many seconds for each single move.
    fn set_time(&mut self, time: Option<Duration>) -> Result<Option<Duration>, EngineFailure> {
        let Some(time) = time else { return Ok(None) };
        // Seconds are whole and not 0, which would mean no time at all.
        let seconds = time.as_secs().max(1);
        if self.seconds != Some(seconds) {
            self.demand(&format!("time_settings 0 {seconds} 1"))?;
            self.seconds = Some(seconds);
        }
        Ok(Some(Duration::from_secs(seconds)))
    }

    /// Asks for something that a program must do.
    fn demand(&mut self, command: &str) -> Result<String, EngineFailure> {
        self.ask(command, Patience::BRIEF)?.map_err(|complaint| self.refused(command, &complaint))
    }

    fn refused(&self, command: &str, complaint: &str) -> EngineFailure {
        let what = format_args!("refused {}: {}", InputError::quote(command), InputError::quote(complaint));
        self.process.failure(FailureKind::Protocol, what)
    }

    /// Says a command and waits for its answer: what stands behind `=`, or behind `?`.
    fn ask(
        &mut self,
        command: &str,
        patience: Patience<'_>,
    ) -> Result<Result<String, String>, EngineFailure> {
        self.process.say(command)?;
        let mut answer: Option<(bool, String)> = None;
        let name = self.process.name().to_owned();
        self.process.answer(command, patience, |line| {
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
