//! UCI, the protocol of chess programs.

mod client;
mod engine;
mod go;

pub(crate) use client::UciSession;
pub use engine::{ReadFile, UciEngine};
