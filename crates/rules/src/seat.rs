//! Who sits where.

use std::fmt;

/// The most seats a game of this house can have.
pub const MAX_SEATS: usize = 4;

/// A place at the table, counted from 0 inside and from 1 wherever a person reads it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The seat that is listed first; in most games it also moves first.
    pub const FIRST: Seat = Seat(0);
    /// The seat listed second.
    pub const SECOND: Seat = Seat(1);

    /// The seat with this index, counted from 0.
    #[inline]
    pub const fn new(index: u8) -> Seat {
        debug_assert!((index as usize) < MAX_SEATS);
        Seat(index)
    }

    /// The seat with this number, counted from 1 as people do.
    pub fn numbered(number: u8) -> Option<Seat> {
        (1..=MAX_SEATS as u8).contains(&number).then(|| Seat(number - 1))
    }

    /// All seats of a game with so many.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..seats).map(Seat)
    }

    /// Counted from 0, to index an array by.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counted from 1, as people do.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The opponent in a game of two.
    #[inline]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// The next seat round the table.
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
