//! JSON client: an external program that receives lines of JSON.

use games::catalog;
use rules::InputError;
use search::{SearchLimits, Unit};

use super::game_lines::{GameLines, LineAnswer};
use crate::client::{ChosenMove, EngineClient, GameHistory, wait_policy};
use crate::failure::{EngineFailure, FailureKind};
use crate::open_error::OpenError;
use crate::process::Process;
use crate::program_options::ProgramOptions;

/// Client of a program for one game. A program that failed is started again.
pub(crate) struct JsonClient {
    command: String,
    options: ProgramOptions,
    process: Option<Process>,
    lines: GameLines,
}

impl JsonClient {
    /// Starts the program for a game with these rules; one that cannot be started is reported at once.
    pub(crate) fn new(command: &str, rules: &str, options: &ProgramOptions) -> Result<JsonClient, OpenError> {
        let lines = GameLines::new(catalog::open_rules(rules)?);
        let process = Some(options.start(command, None)?);
        Ok(JsonClient { command: command.to_owned(), options: options.clone(), process, lines })
    }
}

impl EngineClient for JsonClient {
    fn new_game(&mut self, _seed: u64) -> Result<(), EngineFailure> {
        self.lines.new_game();
        Ok(())
    }

    fn choose_move(
        &mut self,
        history: &GameHistory,
        limits: &SearchLimits<'_>,
    ) -> Result<ChosenMove, EngineFailure> {
        // The process is put back only on success: the state of one that failed is unknown.
        let mut process = match self.process.take() {
            Some(process) => process,
            None => {
                self.lines.new_game();
                self.options.start(&self.command, None).map_err(|error| EngineFailure {
                    kind: FailureKind::Crash,
                    sentence: error.to_string(),
                })?
            }
        };
        let (line, latest) = self.lines.request(history, limits.time)?;
        process.send(&line)?;
        let answer = process.receive("the line", wait_policy(limits, None), |line| {
            GameLines::read_answer(line, latest).map(|answer| Ok((answer, line.to_owned())))
        })?;
        let (answer, line) = answer;
        let text = match answer {
            Ok(LineAnswer::Move(text)) => text,
            Ok(LineAnswer::Resign) => return Err(process.failure(FailureKind::Resignation, "resigned")),
            Err(error) => {
                let what = format_args!("answered {}: {error}", InputError::quote(&line));
                return Err(process.failure(FailureKind::Protocol, what));
            }
        };
        self.process = Some(process);
        Ok(ChosenMove { text, score: 0.0, unit: Unit::Raw, nodes: 0 })
    }
}
