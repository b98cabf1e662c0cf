//! Protocols in which Takhteh is the engine.
//!
//! A [`ProtocolEngine`] is a state machine without clock, thread or stream: a line goes in, [`Effect`]s come out. The caller
//! writes the responses, runs the searches, and hands their results back.

use std::time::Duration;

use engine::{Analysis, ClockLimits};
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
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Clock of the game, if the controller keeps one.
    pub clock: Option<ClockLimits>,
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

    /// `true` if no search is running and no line is queued. A session whose input has ended is over then.
    fn is_idle(&self) -> bool;

    /// Number of lines that are queued until a search ends.
    fn queued_lines(&self) -> usize {
        0
    }
}
