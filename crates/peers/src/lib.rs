//! External programs: the protocols they use and the processes they run in.
//!
//! [`json`] is the protocol of bots, for every game. [`gtp`], [`nboard`], [`judge`], [`uci`] and [`xboard`] each have two sides. As an engine for another program, Takhteh runs a [`ProtocolEngine`], a state
//! machine without clock and stream. As a controller, it talks to a [`process::Process`] through an [`EngineClient`] with
//! a timeout on every answer. An [`ExternalEngine`] turns a client into an engine like any other: `exec:gtp:COMMAND`.
//!
//! These protocols transmit games, not positions. An external engine is therefore notified of every move
//! (`Engine::on_move`) and stores them as a line of positions, so that a takeback is a step back. For a move, the client
//! sends the program what it does not know yet and its time, then waits for the answer, a little longer than the limit. The
//! answer is read by `Notation::read_move`, as a player's would be. After a failure of the
//! program its process is ended, the game is lost for the reason that `Engine::failure` returns, and the next game starts it
//! again.

pub mod caia;
mod chess_line;
mod client;
mod command_line;
mod external_engine;
mod failure;
pub mod gtp;
pub mod json;
pub mod judge;
pub mod nboard;
mod open_error;
pub mod process;
mod program_options;
mod protocol_engine;
pub mod uci;
pub mod xboard;

pub use client::{ChosenMove, Clocks, EngineClient, GameHistory};
pub use external_engine::{ExternalEngine, make, make_with, open, open_with};
pub use failure::{EngineFailure, FailureKind};
pub use open_error::OpenError;
pub use program_options::ProgramOptions;
pub use protocol_engine::{Effect, ProtocolEngine, SearchTask, TaskResult};
