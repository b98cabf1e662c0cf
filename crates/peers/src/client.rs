//! Clients of external engines.

use std::str::FromStr;
use std::time::Duration;

use games::othello::Othello;
use games::othello::formats::PlayedGame;
use rules::cpu::Portable;
use rules::{InputError, Notation, Seat};
use search::{SearchLimits, Unit};

use crate::failure::{EngineFailure, FailureKind};
use crate::open_error::OpenError;
use crate::process::{Process, WaitPolicy};
use crate::program_options::ProgramOptions;

/// Grace period before a move counts as late: the round trip on a busy machine.
const MARGIN: Duration = Duration::from_secs(2);
/// Timeout of a move without a time limit.
const UNLIMITED: Duration = Duration::from_secs(600);

/// Clocks of a game before a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// Time left to the side to move.
    pub own: Duration,
    /// Its increment per move.
    pub own_increment: Duration,
    /// Time left to the opponent.
    pub other: Duration,
    /// Its increment per move.
    pub other_increment: Duration,
}

impl FromStr for Clocks {
    type Err = InputError;

    /// Reads four numbers of milliseconds, in the order of the fields.
    fn from_str(text: &str) -> Result<Clocks, InputError> {
        let numbers: Option<Vec<u64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[own, own_increment, other, other_increment]) => {
                let [own, own_increment, other, other_increment] =
                    [own, own_increment, other, other_increment].map(Duration::from_millis);
                Ok(Clocks { own, own_increment, other, other_increment })
            }
            _ => Err(InputError::unexpected(text, "four numbers of milliseconds")),
        }
    }
}

/// A game so far, in its notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameHistory {
    /// The start position.
    pub start: String,
    /// The moves.
    pub moves: Vec<String>,
    /// The position before each move, dice included, and the current position.
    pub positions: Vec<String>,
    /// The clocks, in a game with clocks.
    pub clocks: Option<Clocks>,
}

/// A move chosen by an external engine.
#[derive(Clone, PartialEq, Debug)]
pub struct ChosenMove {
    /// The move as the engine wrote it.
    pub text: String,
    /// The engine's evaluation of the position.
    pub score: f64,
    /// Unit of the evaluation.
    pub unit: Unit,
    /// Number of nodes the engine reports.
    pub nodes: u64,
}

/// Client of an external engine.
pub trait EngineClient: Send {
    /// Starts a new game. An engine that failed is restarted.
    fn new_game(&mut self, seed: u64) -> Result<(), EngineFailure>;

    /// Requests a move. Depth and time are sent if the protocol has commands for them.
    fn choose_move(
        &mut self,
        history: &GameHistory,
        limits: &SearchLimits<'_>,
    ) -> Result<ChosenMove, EngineFailure>;
}

/// A running engine after the handshake of its protocol.
pub(crate) trait ProtocolSession: Send + Sized {
    /// Command that ends the engine.
    const QUIT: &'static str;

    /// Performs the handshake with a process that was just started, for a game with these rules, and sets options of the program.
    fn handshake(process: Process, rules: &str, options: &[(String, String)]) -> Result<Self, EngineFailure>;

    /// See [`EngineClient::new_game`].
    fn new_game(&mut self, seed: u64) -> Result<(), EngineFailure>;

    /// See [`EngineClient::choose_move`].
    fn choose_move(
        &mut self,
        history: &GameHistory,
        limits: &SearchLimits<'_>,
    ) -> Result<ChosenMove, EngineFailure>;
}

/// Client that restarts its engine after a failure.
pub(crate) struct RestartingClient<S> {
    command: String,
    rules: String,
    options: ProgramOptions,
    session: Option<S>,
}

impl<S: ProtocolSession> RestartingClient<S> {
    /// Starts the engine; an unusable one is reported at once.
    pub(crate) fn new(
        command: &str,
        rules: &str,
        options: &ProgramOptions,
    ) -> Result<RestartingClient<S>, OpenError> {
        let process = options.start(command, Some(S::QUIT))?;
        let session = S::handshake(process, rules, &options.options).map_err(OpenError::Failed)?;
        Ok(RestartingClient {
            command: command.to_owned(),
            rules: rules.to_owned(),
            options: options.clone(),
            session: Some(session),
        })
    }

    /// Takes the session, restarting the engine if it failed.
    fn take_session(&mut self) -> Result<S, EngineFailure> {
        if let Some(session) = self.session.take() {
            return Ok(session);
        }
        let process = self
            .options
            .start(&self.command, Some(S::QUIT))
            .map_err(|error| EngineFailure { kind: FailureKind::Crash, sentence: error.to_string() })?;
        S::handshake(process, &self.rules, &self.options.options)
    }
}

impl<S: ProtocolSession> EngineClient for RestartingClient<S> {
    fn new_game(&mut self, seed: u64) -> Result<(), EngineFailure> {
        let mut session = self.take_session()?;
        session.new_game(seed)?;
        self.session = Some(session);
        Ok(())
    }

    fn choose_move(
        &mut self,
        history: &GameHistory,
        limits: &SearchLimits<'_>,
    ) -> Result<ChosenMove, EngineFailure> {
        // The session is put back only on success: the state of an engine that failed is unknown.
        let mut session = self.take_session()?;
        let chosen = session.choose_move(history, limits)?;
        self.session = Some(session);
        Ok(chosen)
    }
}

/// Wait policy for a move; `sent` is the time limit that was sent to the engine.
pub(crate) fn wait_policy<'a>(limits: &SearchLimits<'a>, sent: Option<Duration>) -> WaitPolicy<'a> {
    match limits.time {
        Some(time) => WaitPolicy {
            timeout: time.max(sent.unwrap_or_default()).saturating_add(MARGIN),
            on_timeout: FailureKind::Time,
            // The stop flag is set when our own time is over; the engine may have been sent a rounded time.
            stop: None,
        },
        None => WaitPolicy { timeout: UNLIMITED, on_timeout: FailureKind::Stall, stop: Some(limits.stop) },
    }
}

/// Wait policy for a move in a game that may have clocks.
pub(crate) fn move_policy<'a>(
    history: &GameHistory,
    limits: &SearchLimits<'a>,
    sent: Option<Duration>,
) -> WaitPolicy<'a> {
    match history.clocks {
        Some(Clocks { own, .. }) => {
            WaitPolicy { timeout: own.saturating_add(MARGIN), on_timeout: FailureKind::Time, stop: None }
        }
        None => wait_policy(limits, sent),
    }
}

/// The history as a game of Othello.
pub(crate) fn othello(history: &GameHistory) -> Option<PlayedGame> {
    let start = Othello::new(Seat::FIRST, Portable).read_position(&history.start).ok()?;
    let mut game = PlayedGame::from_position(start);
    history.moves.iter().all(|mv| game.add(mv).is_ok()).then_some(game)
}
