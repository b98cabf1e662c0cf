//! What endangers the royal piece: who gives check and how that can be answered, and which own pieces stand alone between.

use super::extract::Extract;
use super::orders::Orders;
use super::position::Position;
use super::reach::{Deed, Squares};

/// The dangers of a position.
pub(super) struct Dangers {
    /// Where a move must go so that no check stands: everywhere if there is none.
    pub(super) answers: Squares,
    pub(super) is_check: bool,
    /// Own pieces that stand alone before the royal piece, and where each may go.
    pub(super) pinned: Squares,
    pub(super) pins: [(Squares, Squares); 16],
    pub(super) pin_count: usize,
    /// Nothing can be said without trying.
    pub(super) is_unclear: bool,
}

impl Orders {
    /// The square of a side's royal piece.
    #[inline(always)]
    pub(super) fn royal_square(&self, position: &Position, side: usize) -> u8 {
        (position.kinds[self.royal] & position.sides[side]).trailing_zeros() as u8
    }

    /// The pieces of a side that belong to a family.
    #[inline(always)]
    pub(super) fn members(position: &Position, kinds: &[u8], side: usize) -> Squares {
        let mut all = 0;
        for &kind in kinds {
            all |= position.kinds[kind as usize & 15];
        }
        all & position.sides[side]
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
        except: Squares,
    ) -> bool {
        // A loop and not an iterator's method, so that it is compiled for the processor of whoever asks.
        for family in &self.tables.families {
            if family.deed != Deed::Move {
                let pieces = Self::members(position, &family.kinds, side) & !except;
                if self.tables.capturing(cpu, family, side, at, occupied, pieces) != 0 {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub(super) fn is_check<C: Extract>(&self, cpu: C, position: &Position) -> bool {
        let side = position.turn as usize & 1;
        let royal = self.royal_square(position, side);
        self.captures(cpu, position, side ^ 1, royal, position.occupied(), 0)
    }

    /// Finds the dangers of a side's royal piece.
    #[inline(always)]
    pub(super) fn dangers(&self, position: &Position, side: usize, royal: u8) -> Dangers {
        let enemy = side ^ 1;
        let (own, occupied) = (position.sides[side], position.occupied());
        let mut dangers = Dangers {
            answers: !0,
            is_check: false,
            pinned: 0,
            pins: [(0, 0); 16],
            pin_count: 0,
            is_unclear: false,
        };
        for family in &self.tables.families {
            if family.deed == Deed::Move {
                continue;
            }
            let pieces = Self::members(position, &family.kinds, enemy);
            let mut leaping = self.tables.leaping(family, enemy, royal, pieces);
            while leaping != 0 {
                dangers.is_check = true;
                dangers.answers &= leaping & leaping.wrapping_neg();
                leaping &= leaping - 1;
            }
            dangers.is_unclear |= self.tables.hopping(family, enemy, royal, pieces) != 0;
            self.tables.aiming(family, enemy, royal, pieces, |sniper, path| {
                let between = path & occupied;
                if between == 0 {
                    dangers.is_check = true;
                    dangers.answers &= path | sniper;
                } else if between & (between - 1) == 0 && between & own != 0 {
                    if dangers.pin_count < dangers.pins.len() {
                        dangers.pinned |= between;
                        dangers.pins[dangers.pin_count] = (between, path | sniper);
                        dangers.pin_count += 1;
                    } else {
                        dangers.is_unclear = true;
                    }
                }
            });
        }
        dangers
    }
}
