//! The chess computer of the source: definable chess on a screen of 128x128 pixels and a keypad of 16 keys.
//!
//! The crate uses neither the standard library nor memory allocation. A [`Device`] is a state machine: keys and times go in, and
//! [`Effect`]s come out; it draws itself on any `DrawTarget` of one bit a pixel. It knows the rules; a home (a browser, a
//! terminal, a microcontroller) provides the opponent, the clock and a place to save a [`Snapshot`].
#![no_std]

#[cfg(test)]
extern crate std;

pub mod chess;
mod device;
mod drawing;
pub mod frame;
pub mod keypad;
mod keys;
pub mod panel;
mod panel_drawing;
pub mod pictures;
pub mod program;
mod screen;
mod snapshot;

pub use device::Device;
pub use frame::Frame;
pub use keypad::{Key, Keypad};
pub use panel::{Game, Panel};
pub use screen::{Effect, GameEnd, Message, Playmap, Screen};
pub use snapshot::{SNAPSHOT_SIZE, Snapshot};
