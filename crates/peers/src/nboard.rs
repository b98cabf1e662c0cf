//! The protocol of the Othello board NBoard.

mod client;
mod engine;

pub(crate) use client::NBoardSession;
pub use engine::NBoardEngine;
