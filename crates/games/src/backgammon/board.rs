//! The checkers of both sides, seen by one of them.

use super::checkers::Checkers;
use super::position::BAR;

/// The checkers of the side that moves, or has just moved, and of its opponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    mover: Checkers,
    opponent: Checkers,
    /// The opponent's pips minus the mover's, updated with every step.
    lead: i32,
}

impl Board {
    /// The board with these checkers.
    #[inline(always)]
    pub fn new(mover: Checkers, opponent: Checkers) -> Board {
        Board { mover, opponent, lead: opponent.pips() as i32 - mover.pips() as i32 }
    }

    /// The start position.
    pub fn start() -> Board {
        Board::new(Checkers::start(), Checkers::start())
    }

    /// The mover's checkers.
    #[inline(always)]
    pub fn mover(&self) -> Checkers {
        self.mover
    }

    /// The opponent's checkers.
    #[inline(always)]
    pub fn opponent(&self) -> Checkers {
        self.opponent
    }

    /// The opponent's pips minus the mover's.
    #[inline(always)]
    pub fn lead(&self) -> i32 {
        self.lead
    }

    /// The same board seen by the opponent.
    #[inline(always)]
    #[must_use]
    pub fn flipped(&self) -> Board {
        Board { mover: self.opponent, opponent: self.mover, lead: -self.lead }
    }

    /// `true` if a side has borne off every checker.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.mover.is_done() || self.opponent.is_done()
    }

    /// `true` if a checker of one side still has to pass one of the other.
    #[inline(always)]
    pub fn has_contact(&self) -> bool {
        self.mover.rearmost() + self.opponent.rearmost() > BAR
    }

    /// Moves a checker of the mover.
    #[inline(always)]
    pub(super) fn step(&mut self, from: u8, to: u8) {
        self.mover.remove(from);
        self.mover.add(to);
        self.lead += i32::from(from) - i32::from(to);
    }

    /// Sends the opponent's blot on a point of the mover's numbering to the bar.
    #[inline(always)]
    pub(super) fn hit(&mut self, number: u8) {
        self.opponent.remove(BAR - number);
        self.opponent.add(BAR);
        self.lead += i32::from(number);
    }
}
