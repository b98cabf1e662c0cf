//! Judge client: an external program as an engine.

use games::backgammon::{Backgammon, Play, Position};
use rules::{InputError, Notation, Seat};
use search::{SearchLimits, Unit};

use super::referee::Referee;
use super::wire::write_step;
use crate::client::{ChosenMove, EngineClient, GameHistory, wait_policy};
use crate::failure::{EngineFailure, FailureKind};
use crate::open_error::OpenError;
use crate::process::Process;
use crate::program_options::ProgramOptions;

/// Client of a program that plays by the judge protocol.
///
/// The protocol transmits whole games and no positions, so a program is started for each game, and a move of its own
/// cannot be taken back. The end of its input tells the program that a game has ended.
pub(crate) struct JudgeClient {
    command: String,
    options: ProgramOptions,
    program: Option<Program>,
}

/// A running program and the game as it knows it.
struct Program {
    process: Process,
    referee: Referee,
    /// The game so far: the positions, dice included, of the turns that the referee has seen.
    known: Vec<String>,
}

impl Program {
    fn start(command: &str, options: &ProgramOptions) -> Result<Program, InputError> {
        Ok(Program { process: options.start(command, None)?, referee: Referee::new(), known: Vec::new() })
    }

    fn failure(&self, what: &str) -> EngineFailure {
        self.process.failure(FailureKind::Protocol, what)
    }

    /// Sends what the program does not know yet and waits for its moves.
    fn choose_move(
        &mut self,
        history: &GameHistory,
        limits: &SearchLimits<'_>,
    ) -> Result<ChosenMove, EngineFailure> {
        let rules = Backgammon::new().with_opening_roll();
        let positions: Vec<Position> =
            history.positions.iter().map(|text| rules.read_position(text)).collect::<Result<_, _>>()?;
        let (Some(first), Some(last)) = (positions.first(), positions.last()) else {
            return Err(self.failure("cannot receive an empty game"));
        };
        let starts = Seat::all(2).all(|seat| first.side(seat) == Position::start().side(seat));
        if !starts {
            return Err(self.failure(
                "cannot receive this position: the judge protocol transmits games from the start position only",
            ));
        }
        if !history.positions.starts_with(&self.known) {
            return Err(self.failure("cannot take moves back: the judge protocol has no command for it"));
        }
        let own = if last.turn() == first.turn() { Seat::FIRST } else { Seat::SECOND };
        for (index, position) in positions.iter().enumerate().skip(self.known.len()) {
            let Some(dice) = position.dice() else {
                return Err(self.failure("cannot receive this game: a turn has no dice"));
            };
            let line = self.referee.roll(dice);
            self.known.push(history.positions[index].clone());
            let is_own = (position.turn() == first.turn()) == (own == Seat::FIRST);
            if is_own {
                self.process.send(&line)?;
            }
            match history.moves.get(index) {
                // A turn without a move is complete after the roll.
                _ if !self.referee.awaits_line() => {}
                Some(text) if !is_own => self.replay(&rules, position, text)?,
                None if is_own => return self.receive(&line, position, limits),
                _ => return Err(self.failure("cannot continue a game whose moves it has not played itself")),
            }
        }
        // The program cannot move, and sends nothing.
        let text = rules.write_move(last, Play::PASS);
        Ok(ChosenMove { text, score: 0.0, unit: Unit::Raw, nodes: 0 })
    }

    /// Passes a play of the opponent to the referee.
    fn replay(&mut self, rules: &Backgammon, position: &Position, text: &str) -> Result<(), EngineFailure> {
        let play = rules.read_move(position, text)?;
        let seat = self.referee.turn();
        for &step in play.steps() {
            let line = write_step(seat, step);
            self.referee
                .on_line(&line)
                .map_err(|fault| self.process.failure(FailureKind::Protocol, fault))?;
        }
        Ok(())
    }

    fn receive(
        &mut self,
        request: &str,
        position: &Position,
        limits: &SearchLimits<'_>,
    ) -> Result<ChosenMove, EngineFailure> {
        let (process, referee) = (&mut self.process, &mut self.referee);
        let played = process.receive(request, wait_policy(limits, None), |line| {
            if line.trim().is_empty() {
                return None;
            }
            referee
                .on_line(line)
                .map_or_else(|fault| Some(Ok(Err(fault))), |play| play.map(|play| Ok(Ok(play))))
        })?;
        let play = played.map_err(|fault| process.failure(fault.kind(), fault))?;
        let rules = Backgammon::new();
        let text = rules.write_move(position, play);
        Ok(ChosenMove { text, score: 0.0, unit: Unit::Raw, nodes: 0 })
    }
}

impl JudgeClient {
    /// Starts the program; one that cannot be started is reported at once.
    pub(crate) fn new(command: &str, options: &ProgramOptions) -> Result<JudgeClient, OpenError> {
        let program = Some(Program::start(command, options)?);
        Ok(JudgeClient { command: command.to_owned(), options: options.clone(), program })
    }

    fn take_program(&mut self) -> Result<Program, EngineFailure> {
        match self.program.take() {
            Some(program) => Ok(program),
            None => Program::start(&self.command, &self.options)
                .map_err(|error| EngineFailure { kind: FailureKind::Crash, sentence: error.to_string() }),
        }
    }
}

impl EngineClient for JudgeClient {
    fn new_game(&mut self, _seed: u64) -> Result<(), EngineFailure> {
        // A program plays one game.
        let program = self.take_program()?;
        let is_unused = program.known.is_empty();
        self.program = if is_unused { Some(program) } else { None };
        Ok(())
    }

    fn choose_move(
        &mut self,
        history: &GameHistory,
        limits: &SearchLimits<'_>,
    ) -> Result<ChosenMove, EngineFailure> {
        // The program is put back only on success: the state of one that failed is unknown.
        let mut program = self.take_program()?;
        let chosen = program.choose_move(history, limits)?;
        self.program = Some(program);
        Ok(chosen)
    }
}
