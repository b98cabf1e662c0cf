//! A conversation in which we are the engine.
//!
//! The languages are state machines without clock, thread or stream: a line goes in, [`Act`]s come out. Whoever conducts
//! the conversation says what is to be said, lets an engine think about what is asked, and brings back what it found.

use std::time::Duration;

use engine::Analysis;
use search::EngineFailure;

/// Something that whoever conducts a conversation is to do.
#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    /// Say this, which may be several lines.
    Say(String),
    /// Think about this, behind whatever is being result about.
    Think(Task),
    /// Nothing that is being result about is wanted any more.
    Stop,
    /// Another game begins; random choices follow from the seed, if there is one.
    Begin(Option<u64>),
    /// The conversation is over.
    Quit,
}

/// A position to think about.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// By which the finding is known again; a later task has a larger one.
    pub number: u64,
    /// The position, as its game writes it.
    pub position: String,
    /// Not deeper than so many turns.
    pub depth: Option<u32>,
    /// Not longer than this.
    pub time: Option<Duration>,
}

/// What thinking about a task has come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The number of the task.
    pub task: u64,
    /// The move, if one was found; a error if the engine broke down.
    pub advice: Result<Option<Analysis>, EngineFailure>,
    /// How long it took.
    pub took: Duration,
}

/// The engine's part of a conversation.
pub trait Conversation {
    /// A line was said to us.
    fn hear(&mut self, line: &str) -> Vec<Act>;

    /// A task was result about.
    fn learn(&mut self, finding: Finding) -> Vec<Act>;

    /// Whether nothing is being result about and no line waits: a conversation that nobody goes on with is over then.
    fn is_idle(&self) -> bool;
}
