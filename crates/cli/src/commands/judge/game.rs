//! One game between two programs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::StopFlags;
use games::backgammon::{Dice, Play, Roll};
use peers::judge::Referee;
use peers::process::{Guard, Process, ProcessOptions, WaitPolicy};
use peers::{EngineFailure, FailureKind};
use rules::{InputError, Notation, Rules, Seat};

use super::logs::{GameLogs, Log};
use crate::engine_args;
use crate::error::CliError;

/// Time after the budget in which an answer is late; without one the player is silent.
const GRACE: Duration = Duration::from_millis(1000);
/// Time for the last line of a player and for its exit.
const FINISH_TIMEOUT: Duration = Duration::from_millis(2000);

/// Programs, time and logs of a game.
pub(super) struct GameSetup<'a> {
    /// Commands; the first starts.
    pub(super) players: &'a [String; 2],
    /// Time of each player for the whole game.
    pub(super) budget: Duration,
    pub(super) logs: GameLogs,
    pub(super) guard: &'a Arc<Guard>,
    pub(super) stop: &'a StopFlags,
}

/// A game that was played. Players are numbered by the order of their first turn.
pub(super) struct PlayedGame {
    /// The winner.
    pub(super) winner: Seat,
    pub(super) points: u16,
    /// `single game`, `gammon`, or the name of the loser's failure.
    pub(super) ending: String,
    /// Message about the loser's failure.
    pub(super) failure: Option<String>,
    /// Messages about mistakes after the last move, which do not change the result.
    pub(super) warnings: Vec<(Seat, String)>,
    pub(super) turns: u32,
    pub(super) used: [Duration; 2],
}

/// Plays a game; `None` if it was cancelled.
pub(super) fn play(
    setup: GameSetup<'_>,
    mut dice: impl FnMut() -> Dice,
) -> Result<Option<PlayedGame>, CliError> {
    let mut game = RunningGame::start(setup)?;
    let mut failure = None;
    while failure.is_none() && game.referee.outcome().is_none() {
        if game.setup.stop.is_raised() {
            return Ok(None);
        }
        failure = game.turn(dice()).err();
    }
    if game.setup.stop.is_raised() {
        return Ok(None);
    }
    let (winner, points, ending) = match (&failure, game.referee.outcome()) {
        (None, Some(outcome)) => {
            let winner = outcome.winner().unwrap_or(Seat::FIRST);
            (winner, outcome.points(winner).unsigned_abs(), outcome.rule().to_owned())
        }
        (failure, _) => {
            let loser = game.on_turn;
            let kind = failure.as_ref().map_or(FailureKind::Protocol, |failure| failure.kind);
            (loser.other(), game.referee.forfeit_points(loser), engine_args::failure(kind).name().to_owned())
        }
    };
    let warnings = if failure.is_none() { game.finish() } else { Vec::new() };
    game.log(&format!("{} wins {points}: {ending}", name(winner)));
    if let Some(failure) = &failure {
        game.log(&format!("{} failed: {failure}", name(winner.other())));
    }
    for (seat, warning) in &warnings {
        game.log(&format!("{}: {warning}", name(*seat)));
    }
    Ok(Some(PlayedGame {
        winner,
        points,
        ending,
        failure: failure.map(|failure| failure.sentence),
        warnings,
        turns: game.turns,
        used: game.used,
    }))
}

struct RunningGame<'a> {
    setup: GameSetup<'a>,
    processes: [Process; 2],
    referee: Referee,
    /// The player of the last turn.
    on_turn: Seat,
    turns: u32,
    used: [Duration; 2],
}

impl<'a> RunningGame<'a> {
    fn start(setup: GameSetup<'a>) -> Result<RunningGame<'a>, CliError> {
        let start = |seat: usize| {
            let options = ProcessOptions {
                stderr: setup.logs.players[seat].stderr(),
                guard: Some(Arc::clone(setup.guard)),
                ..ProcessOptions::default()
            };
            setup.logs.referee.line(&format!("{} is {}", name(Seat::new(seat as u8)), setup.players[seat]));
            Process::start_with(&setup.players[seat], options)
        };
        let processes = [start(0)?, start(1)?];
        let referee = Referee::new();
        let used = [Duration::ZERO; 2];
        Ok(RunningGame { setup, processes, referee, on_turn: Seat::FIRST, turns: 0, used })
    }

    fn log(&self, line: &str) {
        self.setup.logs.referee.line(line);
    }

    fn player_log(&self, seat: Seat) -> Log {
        self.setup.logs.players[seat.index()].clone()
    }

    /// Plays one turn; an error is the failure of the player on turn.
    fn turn(&mut self, dice: Dice) -> Result<(), EngineFailure> {
        let seat = self.referee.turn();
        self.on_turn = seat;
        self.turns += 1;
        let before = *self.referee.position();
        let line = self.referee.roll(dice);
        self.send(seat, &line)?;
        if !self.referee.awaits_line() {
            self.log(&format!("{} {dice}: cannot move", name(seat)));
            return Ok(());
        }
        let left = self.setup.budget.saturating_sub(self.used[seat.index()]);
        let (play, took) = self.receive(seat, &line, left);
        self.used[seat.index()] += took;
        let play = play?;
        let mut rolled = before;
        self.referee.rules().apply_roll(&mut rolled, Roll::Turn(dice));
        let text = self.referee.rules().write_move(&rolled, play);
        self.log(&format!("{} {dice}: {text} ({} ms)", name(seat), took.as_millis()));
        if took > left {
            let late = (took - left).as_millis();
            let what = format!("was {late} ms late: its {} ms are used up", self.setup.budget.as_millis());
            return Err(self.processes[seat.index()].failure(FailureKind::Time, what));
        }
        Ok(())
    }

    /// Waits for the moves of a turn; returns the time they took as well.
    fn receive(&mut self, seat: Seat, line: &str, left: Duration) -> (Result<Play, EngineFailure>, Duration) {
        let log = self.player_log(seat);
        let (process, referee) = (&mut self.processes[seat.index()], &mut self.referee);
        let policy = WaitPolicy {
            timeout: left.saturating_add(GRACE),
            on_timeout: FailureKind::Stall,
            stop: Some(self.setup.stop.stop()),
        };
        let begin = Instant::now();
        let received = process.receive(line, policy, |line| {
            log.line(&format!("< {line}"));
            if line.trim().is_empty() {
                return None;
            }
            referee
                .on_line(line)
                .map_or_else(|fault| Some(Ok(Err(fault))), |play| play.map(|play| Ok(Ok(play))))
        });
        let took = begin.elapsed();
        let play = match received {
            Ok(play) => play.map_err(|fault| process.failure(fault.kind(), fault)),
            Err(mut failure) => {
                let (sent, needed) = referee.progress();
                if failure.kind == FailureKind::Stall && sent > 0 {
                    failure.sentence.push_str(&format!("; it sent {sent} of {needed} moves"));
                }
                Err(failure)
            }
        };
        (play, took)
    }

    fn send(&mut self, seat: Seat, line: &str) -> Result<(), EngineFailure> {
        self.player_log(seat).line(&format!("> {line}"));
        self.processes[seat.index()].send(line)
    }

    /// Checks the last lines and the exit of both players.
    fn finish(&mut self) -> Vec<(Seat, String)> {
        let loser = self.referee.turn();
        let mut warnings = Vec::new();
        for seat in [loser.other(), loser] {
            if let Err(warning) = self.finish_player(seat, seat == loser) {
                warnings.push((seat, warning));
            }
        }
        warnings
    }

    fn finish_player(&mut self, seat: Seat, is_loser: bool) -> Result<(), String> {
        if is_loser && let Some(line) = self.referee.last_line() {
            self.send(seat, &line).map_err(|failure| failure.sentence)?;
        }
        let log = self.player_log(seat);
        let expected = self.referee.finish_line(seat).unwrap_or_default();
        let process = &mut self.processes[seat.index()];
        let policy = WaitPolicy {
            timeout: FINISH_TIMEOUT,
            on_timeout: FailureKind::Stall,
            stop: Some(self.setup.stop.stop()),
        };
        let last = process.receive("the end of the game", policy, |line| {
            log.line(&format!("< {line}"));
            (!line.trim().is_empty()).then(|| Ok(line.split_whitespace().collect::<Vec<_>>().join(" ")))
        });
        let last = last.map_err(|failure| format!("{failure}: expected {}", InputError::quote(&expected)))?;
        if last != expected {
            let (last, expected) = (InputError::quote(&last), InputError::quote(&expected));
            return Err(format!("sent {last} at the end of the game: expected {expected}"));
        }
        process.close_input();
        match process.exit_status(FINISH_TIMEOUT) {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(format!("exited with {status} after the game: expected 0")),
            None => Err("did not exit after the game".to_owned()),
        }
    }
}

/// The name of a player in the referee's log: X starts.
fn name(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "X" } else { "O" }
}
