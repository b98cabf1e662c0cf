//! What endangers the royal piece: who gives check and how that can be answered, which own pieces stand alone between, and
//! where it can go itself.

use super::compiled_army::CompiledArmy;
use super::position::Position;
use super::reach::{Bitboard, bit};
use crate::pext::Pext;

/// The checks of a position.
pub(super) struct CheckInfo {
    /// Where a move must go so that no check stands: everywhere if there is none.
    pub(super) check_mask: Bitboard,
    pub(super) is_check: bool,
    /// Own pieces that stand alone before the royal piece, and where each may go.
    pub(super) pinned: Bitboard,
    pub(super) pins: [(Bitboard, Bitboard); 16],
    pub(super) pin_count: usize,
    /// Where the royal piece can go without being captured there.
    pub(super) king_targets: Bitboard,
    /// Nothing can be said without trying.
    pub(super) needs_legality_test: bool,
}

impl CompiledArmy {
    /// The square of a side's royal piece.
    #[inline(always)]
    pub(super) fn royal_square(&self, position: &Position, side: usize) -> u8 {
        (position.kinds[self.royal] & position.sides[side]).trailing_zeros() as u8
    }

    /// Whether a side captures on a square.
    #[inline(always)]
    pub(super) fn captures<C: Pext>(
        &self,
        cpu: C,
        position: &Position,
        side: usize,
        at: u8,
        occupied: Bitboard,
    ) -> bool {
        // A loop and not an iterator's method, so that it is compiled for the processor of whoever asks.
        for group in self.tables.capturing_groups() {
            let pieces = group.members(position, side);
            if self.tables.capturing(cpu, group, side, at, occupied, pieces) != 0 {
                return true;
            }
        }
        false
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub(super) fn is_check<C: Pext>(&self, cpu: C, position: &Position) -> bool {
        let side = position.turn as usize & 1;
        let royal = self.royal_square(position, side);
        self.captures(cpu, position, side ^ 1, royal, position.occupied())
    }

    /// Finds the checks of the royal piece of the side to move.
    #[inline(always)]
    pub(super) fn find_checks<C: Pext>(
        &self,
        cpu: C,
        position: &Position,
        royal: u8,
        checks: &mut CheckInfo,
    ) {
        let side = position.turn as usize & 1;
        let enemy = side ^ 1;
        let (own, occupied) = (position.sides[side], position.occupied());
        checks.king_targets = self.targets(cpu, position, self.royal, royal);
        for group in self.tables.capturing_groups() {
            let pieces = group.members(position, enemy);
            let masks = group.masks(enemy, royal);
            if pieces & masks.near_king != 0 && checks.king_targets != 0 {
                let (near, left) = (pieces & masks.near_king, occupied & !bit(royal));
                checks.king_targets =
                    self.tables.unattacked(cpu, group, enemy, checks.king_targets, left, near);
            }
            if pieces & masks.all == 0 {
                continue;
            }
            let leaping = pieces & masks.leapers;
            if leaping != 0 {
                checks.is_check = true;
                // Of two that leap only one can be captured.
                checks.check_mask &= if leaping & (leaping - 1) == 0 { leaping } else { 0 };
            }
            checks.needs_legality_test |= pieces & masks.hoppers != 0;
            let mut far = pieces & masks.sliders;
            while far != 0 {
                let sniper = far & far.wrapping_neg();
                far ^= sniper;
                for &path in self.tables.paths(masks, sniper) {
                    checks.add(sniper, path, path & occupied, own);
                }
            }
        }
    }
}

impl CheckInfo {
    /// No checks, and nowhere to go.
    #[inline(always)]
    pub(super) fn none() -> CheckInfo {
        CheckInfo {
            check_mask: !0,
            is_check: false,
            pinned: 0,
            pins: [(0, 0); 16],
            pin_count: 0,
            king_targets: 0,
            needs_legality_test: false,
        }
    }

    /// A path leads an enemy to the royal piece, with these occupied squares between.
    #[inline(always)]
    fn add(&mut self, sniper: Bitboard, path: Bitboard, between: Bitboard, own: Bitboard) {
        if between == 0 {
            self.is_check = true;
            self.check_mask &= path | sniper;
        } else if between & (between - 1) == 0 && between & own != 0 {
            if self.pin_count < self.pins.len() {
                self.pinned |= between;
                self.pins[self.pin_count] = (between, path | sniper);
                self.pin_count += 1;
            } else {
                self.needs_legality_test = true;
            }
        }
    }
}
