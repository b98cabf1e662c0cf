//! The two sides of a match.

use std::fmt;

use rules::Seat;

/// One of the two sides of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The side from whose point of view results are counted.
    A,
    /// Its opponent.
    B,
}

impl Side {
    /// Both sides, in the order of arrays indexed by side.
    pub const BOTH: [Side; 2] = [Side::A, Side::B];

    /// Index into arrays with one entry per side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    /// Side that plays a seat. The sides alternate; A has the first seat, and B has it in the return game of a pair.
    #[inline]
    pub const fn on(seat: Seat, is_return: bool) -> Side {
        if seat.index() % 2 == is_return as usize { Side::A } else { Side::B }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::A => "A",
            Side::B => "B",
        })
    }
}
