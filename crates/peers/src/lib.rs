//! External programs: the protocols they use and the processes they run in.
//!
//! [`gtp`] and [`nboard`] each have two sides. As an engine for another program, Takhteh runs a [`ProtocolEngine`], a state
//! machine without clock and stream. As a controller, it talks to a [`process::Process`] through an [`EngineClient`] with
//! a timeout on every answer. An [`ExternalEngine`] turns a client into an engine like any other: `exec:gtp:COMMAND`.

mod client;
mod command_line;
mod external_engine;
pub mod gtp;
pub mod nboard;
pub mod process;
mod protocol_engine;

pub use client::{ChosenMove, EngineClient, GameHistory};
pub use external_engine::{ExternalEngine, make, open};
pub use protocol_engine::{Effect, ProtocolEngine, SearchTask, TaskResult};
