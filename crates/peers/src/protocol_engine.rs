//! Protocols in which Takhteh is the engine.
//!
//! A [`ProtocolEngine`] is a state machine without clock, thread or stream: a line goes in, [`Effect`]s come out. The caller
//! writes the responses, runs the searches, and hands their results back.

use std::time::Duration;

use engine::{Analysis, Limits};
use rules::InputError;
use search::EngineError;
use view::DynPosition;

/// Something the caller of a [`ProtocolEngine`] has to do.
pub enum Effect {
    /// Write this text, which may be several lines.
    Send(String),
    /// Queue this search.
    Search(SearchTask),
    /// Cancel all running and queued searches.
    Stop,
    /// The move that the latest search ponders on was played.
    PonderHit,
    /// Change an option of the engine after the queued searches.
    SetOption(&'static str, String),
    /// Open the engine again for the same game with these settings.
    Open(String),
    /// Start a new game; a seed makes random choices repeatable.
    NewGame(Option<u64>),
    /// End the session.
    Quit,
}

/// A position to search.
pub struct SearchTask {
    /// Identifier of the task; later tasks have larger numbers.
    pub number: u64,
    /// The position.
    pub position: Box<dyn DynPosition>,
    /// Keys of the positions before it, the oldest first.
    pub past: Vec<u64>,
    /// Limits that the controller sets.
    pub limits: Limits,
}

/// Result of a [`SearchTask`].
#[derive(Debug)]
pub struct TaskResult {
    /// Number of the task.
    pub task: u64,
    /// The analysis, `None` if there is no move; an error if the engine failed.
    pub analysis: Result<Option<Analysis>, EngineError>,
    /// Duration of the search.
    pub took: Duration,
}

/// The engine side of a text protocol.
pub trait ProtocolEngine {
    /// Handles a line from the controller.
    fn on_line(&mut self, line: &str) -> Vec<Effect>;

    /// Handles the result of a search.
    fn on_result(&mut self, result: TaskResult) -> Vec<Effect>;

    /// Handles an intermediate result of a search that has run for `elapsed`.
    fn on_progress(&mut self, _task: u64, _analysis: &Analysis, _elapsed: Duration) -> Vec<Effect> {
        Vec::new()
    }

    /// Handles a search that was cancelled before it began.
    fn on_cancelled(&mut self, _task: u64) -> Vec<Effect> {
        Vec::new()
    }

    /// Handles an option that the engine does not accept.
    fn on_rejected_option(&mut self, _error: &InputError) -> Vec<Effect> {
        Vec::new()
    }

    /// `true` if no search is running and no line is queued. A session whose input has ended is over then.
    fn is_idle(&self) -> bool;

    /// Number of lines that are queued until a search ends.
    fn queued_lines(&self) -> usize {
        0
    }
}
