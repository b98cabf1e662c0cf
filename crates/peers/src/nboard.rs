//! The protocol of NBoard, a graphical Othello board.

mod client;
mod engine;

pub(crate) use client::NBoardSession;
pub use engine::NBoardEngine;
