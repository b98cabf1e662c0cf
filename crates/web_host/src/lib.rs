//! Web plumbing shared by the game server and the page of a serial line.
//!
//! The crate embeds the web assets once, limits and times WebSocket frames, writes diagrams and errors as JSON, and sets
//! the security headers. It knows neither games nor tables.

pub mod assets;
pub mod board_json;
pub mod frames;
pub mod origin;
pub mod responses;
