//! The xboard protocol (version 2), also known as CECP.

mod betza;
mod board;
mod client;
mod engine;
mod features;
mod time;

pub(crate) use client::XboardSession;
pub use engine::XboardEngine;
