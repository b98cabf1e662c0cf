//! What endangers the royal piece: who gives check and how that can be answered, which own pieces stand alone between, and
//! where it can go itself.

use super::orders::Orders;
use super::position::Position;
use super::reach::{Squares, bit};
use crate::extract::Extract;

/// The dangers of a position.
pub(super) struct Dangers {
    /// Where a move must go so that no check stands: everywhere if there is none.
    pub(super) answers: Squares,
    pub(super) is_check: bool,
    /// Own pieces that stand alone before the royal piece, and where each may go.
    pub(super) pinned: Squares,
    pub(super) pins: [(Squares, Squares); 16],
    pub(super) pin_count: usize,
    /// Where the royal piece can go without being captured there.
    pub(super) refuge: Squares,
    /// Nothing can be said without trying.
    pub(super) is_unclear: bool,
}

impl Orders {
    /// The square of a side's royal piece.
    #[inline(always)]
    pub(super) fn royal_square(&self, position: &Position, side: usize) -> u8 {
        (position.kinds[self.royal] & position.sides[side]).trailing_zeros() as u8
    }

    /// Whether a side captures on a square.
    #[inline(always)]
    pub(super) fn captures<C: Extract>(
        &self,
        cpu: C,
        position: &Position,
        side: usize,
        at: u8,
        occupied: Squares,
    ) -> bool {
        // A loop and not an iterator's method, so that it is compiled for the processor of whoever asks.
        for family in self.tables.capturing_families() {
            let pieces = family.members(position, side);
            if self.tables.capturing(cpu, family, side, at, occupied, pieces) != 0 {
                return true;
            }
        }
        false
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub(super) fn is_check<C: Extract>(&self, cpu: C, position: &Position) -> bool {
        let side = position.turn as usize & 1;
        let royal = self.royal_square(position, side);
        self.captures(cpu, position, side ^ 1, royal, position.occupied())
    }

    /// Finds the dangers of the royal piece of the side to move.
    #[inline(always)]
    pub(super) fn find_dangers<C: Extract>(
        &self,
        cpu: C,
        position: &Position,
        royal: u8,
        dangers: &mut Dangers,
    ) {
        let side = position.turn as usize & 1;
        let enemy = side ^ 1;
        let (own, occupied) = (position.sides[side], position.occupied());
        dangers.refuge = self.targets(cpu, position, self.royal, royal);
        for family in self.tables.capturing_families() {
            let pieces = family.members(position, enemy);
            let approach = family.approach(enemy, royal);
            if pieces & approach.around != 0 && dangers.refuge != 0 {
                let (near, left) = (pieces & approach.around, occupied & !bit(royal));
                dangers.refuge = self.tables.spared(cpu, family, enemy, dangers.refuge, left, near);
            }
            if pieces & approach.zone == 0 {
                continue;
            }
            let leaping = pieces & approach.leaps;
            if leaping != 0 {
                dangers.is_check = true;
                // Of two that leap only one can be captured.
                dangers.answers &= if leaping & (leaping - 1) == 0 { leaping } else { 0 };
            }
            dangers.is_unclear |= pieces & approach.hops != 0;
            let mut far = pieces & approach.far;
            while far != 0 {
                let sniper = far & far.wrapping_neg();
                far ^= sniper;
                for &path in self.tables.paths(approach, sniper) {
                    dangers.add(sniper, path, path & occupied, own);
                }
            }
        }
    }
}

impl Dangers {
    /// No dangers, and nowhere to go.
    #[inline(always)]
    pub(super) fn none() -> Dangers {
        Dangers {
            answers: !0,
            is_check: false,
            pinned: 0,
            pins: [(0, 0); 16],
            pin_count: 0,
            refuge: 0,
            is_unclear: false,
        }
    }

    /// A path leads an enemy to the royal piece, with these occupied squares between.
    #[inline(always)]
    fn add(&mut self, sniper: Squares, path: Squares, between: Squares, own: Squares) {
        if between == 0 {
            self.is_check = true;
            self.answers &= path | sniper;
        } else if between & (between - 1) == 0 && between & own != 0 {
            if self.pin_count < self.pins.len() {
                self.pinned |= between;
                self.pins[self.pin_count] = (between, path | sniper);
                self.pin_count += 1;
            } else {
                self.is_unclear = true;
            }
        }
    }
}
