//! GTP, the Go Text Protocol, as programs use it for Othello.

mod client;
mod clock;
mod commands;
mod engine;

pub(crate) use client::GtpSession;
pub use engine::GtpEngine;
