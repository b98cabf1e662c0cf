//! Seats at the table.

use std::fmt;

/// Maximum number of seats of a game.
pub const MAX_SEATS: usize = 4;

/// A seat, counted from 0 in code and from 1 in text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The first seat; in most games it moves first.
    pub const FIRST: Seat = Seat(0);
    /// The second seat.
    pub const SECOND: Seat = Seat(1);

    /// The seat with this index, counted from 0.
    #[inline]
    pub const fn new(index: u8) -> Seat {
        debug_assert!((index as usize) < MAX_SEATS);
        Seat(index)
    }

    /// The seat with this number, counted from 1.
    pub fn numbered(number: u8) -> Option<Seat> {
        (1..=MAX_SEATS as u8).contains(&number).then(|| Seat(number - 1))
    }

    /// All seats of a game with `seats` seats.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..seats).map(Seat)
    }

    /// Index from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Number from 1.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The opponent in a game of two.
    #[inline]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// The next seat in turn order.
    #[inline]
    pub const fn next(self, seats: u8) -> Seat {
        Seat((self.0 + 1) % seats)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}
