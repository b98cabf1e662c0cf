//! The side that asks another program for moves.

use std::time::Duration;

use games::othello::Othello;
use games::othello::formats::PlayedGame;
use rules::cpu::Portable;
use rules::{InputError, Notation, Seat};
use search::{EngineFailure, FailureKind, SearchLimits};

use crate::process::{Patience, Process};

/// What is added to the time for a move before it is called late: the way there and back on a busy machine.
const MARGIN: Duration = Duration::from_secs(2);
/// How long a move may take that has no limit.
const UNLIMITED: Duration = Duration::from_secs(600);

/// A game so far, in the words of its notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Story {
    /// The position it began in.
    pub start: String,
    /// Its moves.
    pub moves: Vec<String>,
}

/// What another program has chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move as the program wrote it.
    pub text: String,
    /// What it thinks of the position.
    pub score: f64,
    /// Positions it says it has looked at.
    pub nodes: u64,
}

/// Asks another program for moves.
pub trait Client: Send {
    /// Another game begins. A program that has broken down is started again.
    fn new_game(&mut self, seed: u64) -> Result<(), EngineFailure>;

    /// Asks for a move in a game. Depth and time are told to the program if its language has words for them.
    fn choose(&mut self, story: &Story, limits: &SearchLimits<'_>) -> Result<Choice, EngineFailure>;
}

/// A program that runs and was greeted in its language.
pub(crate) trait Session: Send + Sized {
    /// What asks such a program to end.
    const FAREWELL: &'static str;

    /// Greets a program that was started, and makes sure that it can play.
    fn greet(process: Process) -> Result<Self, EngineFailure>;

    /// See [`Client::begin`].
    fn new_game(&mut self, seed: u64) -> Result<(), EngineFailure>;

    /// See [`Client::choose`].
    fn choose(&mut self, story: &Story, limits: &SearchLimits<'_>) -> Result<Choice, EngineFailure>;
}

/// A program of which there is always one that has not broken down.
pub(crate) struct Started<S> {
    command: String,
    session: Option<S>,
}

impl<S: Session> Started<S> {
    /// Starts the program, so that one that cannot be used is known at once.
    pub(crate) fn new(command: &str) -> Result<Started<S>, InputError> {
        let process = Process::start(command, S::FAREWELL)?;
        let session = S::greet(process).map_err(|broken| InputError::new(broken.sentence))?;
        Ok(Started { command: command.to_owned(), session: Some(session) })
    }

    /// The program, started anew if it has broken down.
    fn take(&mut self) -> Result<S, EngineFailure> {
        if let Some(session) = self.session.take() {
            return Ok(session);
        }
        let process = Process::start(&self.command, S::FAREWELL)
            .map_err(|error| EngineFailure { kind: FailureKind::Crash, sentence: error.to_string() })?;
        S::greet(process)
    }
}

impl<S: Session> Client for Started<S> {
    fn new_game(&mut self, seed: u64) -> Result<(), EngineFailure> {
        let mut session = self.take()?;
        session.new_game(seed)?;
        self.session = Some(session);
        Ok(())
    }

    fn choose(&mut self, story: &Story, limits: &SearchLimits<'_>) -> Result<Choice, EngineFailure> {
        // It is kept only if all went well: nobody knows what a program that has broken down will do next.
        let mut session = self.take()?;
        let choice = session.choose(story, limits)?;
        self.session = Some(session);
        Ok(choice)
    }
}

/// How long a program that was told this time is waited for.
pub(crate) fn patience<'a>(limits: &SearchLimits<'a>, told: Option<Duration>) -> Patience<'a> {
    match limits.time {
        Some(time) => Patience {
            span: time.max(told.unwrap_or_default()).saturating_add(MARGIN),
            late: FailureKind::Time,
            // It is raised when our own time is over, which the program may not have been told so finely.
            stop: None,
        },
        None => Patience { span: UNLIMITED, late: FailureKind::Stall, stop: Some(limits.stop) },
    }
}

/// The story of a game of Othello.
pub(crate) fn othello(story: &Story) -> Option<PlayedGame> {
    let start = Othello::new(Seat::FIRST, Portable).read_position(&story.start).ok()?;
    let mut game = PlayedGame::from_position(start);
    story.moves.iter().all(|mv| game.add(mv).is_ok()).then_some(game)
}
