//! Interface of one end of a line.

use std::time::Duration;

use games::othello::Move;
use rules::{InputError, Seat};

use crate::event::Event;
use crate::game::LineGame;

/// Output of an endpoint: bytes to send and events, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// Bytes to send.
    pub bytes: Vec<u8>,
    /// Events.
    pub events: Vec<Event>,
}

impl Effects {
    /// Adds an event.
    pub fn push(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Adds a note for the user.
    pub fn note(&mut self, sentence: impl Into<String>) {
        self.push(Event::Note(sentence.into()));
    }
}

/// One end of a line: bytes and time in, bytes and events out. It reads no clock and opens no port.
///
/// Times are measured from a fixed moment and must not go backwards.
pub trait Endpoint {
    /// Handles received bytes.
    fn on_bytes(&mut self, bytes: &[u8], now: Duration) -> Effects;

    /// Handles the passage of time. Must be called no later than [`deadline`](Endpoint::deadline).
    fn on_timer(&mut self, now: Duration) -> Effects;

    /// Time of the next action that does not depend on received bytes.
    fn deadline(&self) -> Option<Duration>;

    /// Plays a move of this end.
    fn play(&mut self, mv: Move, now: Duration) -> Result<Effects, InputError>;

    /// Resigns the game.
    fn resign(&mut self, now: Duration) -> Result<Effects, InputError>;

    /// Handles the loss of the line.
    fn on_disconnect(&mut self, now: Duration) -> Effects;

    /// The current game, or the last one between games.
    fn game(&self) -> &LineGame;

    /// `true` while a game is running.
    fn is_playing(&self) -> bool;

    /// `true` if a move of this end is awaited.
    fn awaits_move(&self) -> bool;

    /// Side of this end.
    fn own(&self) -> Seat;

    /// State of LEDs 1 to 3 as far as this end knows.
    fn leds(&self) -> [bool; 3];
}
