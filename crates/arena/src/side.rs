//! The two sides of a contest.

use std::fmt;

use rules::Seat;

/// One of the two sides of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The side whose wins are counted.
    A,
    /// The side it plays against.
    B,
}

impl Side {
    /// Both, in the order of everything that has a part for each.
    pub const BOTH: [Side; 2] = [Side::A, Side::B];

    /// To index an array by.
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

    /// Whose seat this is. The sides sit alternately; A has the first seat, and in the return game of a pair B has.
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
