//! Lines of JSON, the protocol of bots, for every game.
//!
//! A program receives the state of its game as a line when it is its turn, and answers with an action. `docs/bots.md` describes
//! both; the types are in `bot_lines`, which the server shares.

mod client;
mod game_lines;

pub(crate) use client::JsonClient;
pub use game_lines::{GameLines, LineAnswer};
