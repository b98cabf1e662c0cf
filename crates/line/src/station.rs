//! One end of a line.

use std::time::Duration;

use games::othello::Move;
use rules::{InputError, Seat};

use crate::event::Event;
use crate::game::Game;

/// What an end of the line does: bytes to send, and what happened, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// To be sent.
    pub bytes: Vec<u8>,
    /// What happened.
    pub events: Vec<Event>,
}

impl Effects {
    /// One more event.
    pub fn tell(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Something a person should know.
    pub fn note(&mut self, sentence: impl Into<String>) {
        self.tell(Event::Note(sentence.into()));
    }
}

/// One end of a line: bytes and time in, bytes and events out. It reads no clock and touches no port.
///
/// Time is whatever has passed since some fixed moment; it must not go backwards.
pub trait Station {
    /// Bytes have arrived.
    fn hear(&mut self, bytes: &[u8], now: Duration) -> Effects;

    /// Time has passed: to be called no later than [`deadline`](Station::deadline).
    fn wake(&mut self, now: Duration) -> Effects;

    /// When something happens even if nobody says anything.
    fn deadline(&self) -> Option<Duration>;

    /// The choice of whoever plays at this end.
    fn choose(&mut self, mv: Move, now: Duration) -> Result<Effects, InputError>;

    /// Whoever plays at this end gives up.
    fn give_up(&mut self, now: Duration) -> Result<Effects, InputError>;

    /// The line is gone.
    fn cut(&mut self, now: Duration) -> Effects;

    /// The board, also between games.
    fn game(&self) -> &Game;

    /// Whether a game is being played.
    fn is_playing(&self) -> bool;

    /// Whether whoever plays at this end is to choose.
    fn is_to_choose(&self) -> bool;

    /// The side that plays at this end.
    fn own(&self) -> Seat;

    /// The LEDs, 1 to 3, as far as this end knows.
    fn leds(&self) -> [bool; 3];
}
