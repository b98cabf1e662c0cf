//! Other programs: the languages they speak, and the processes they run in.
//!
//! [`gtp`] and [`nboard`] each have two sides. As the engine of another program we hold a [`Conversation`], a state machine
//! that knows neither clock nor stream; as the other side, a [`Client`] speaks to a [`process::Process`] and gives up on it
//! in good time. A [`Peer`] makes an engine like any other of a client: `exec:gtp:COMMAND`.

mod client;
mod command;
mod conversation;
pub mod gtp;
pub mod nboard;
mod peer;
pub mod process;

pub use client::{Choice, Client, Story};
pub use conversation::{Act, Conversation, Finding, Task};
pub use peer::{Peer, make, open};
