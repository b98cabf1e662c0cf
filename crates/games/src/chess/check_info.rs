//! Checks and pins against the royal piece, and its safe targets.

use super::compiled_army::CompiledArmy;
use super::position::{Move, Position};
use super::reach::{Bitboard, MoveMode, bit};
use crate::pext::Pext;

/// Number of pins that are recorded; more of them fall back to the legality test. Orthodox pieces pin along 8 lines.
const MAX_PINS: usize = 8;

/// Checks, pins and royal targets of the side to move.
pub(super) struct CheckInfo {
    /// Targets that block or capture every checker; all ones when not in check.
    pub(super) check_mask: Bitboard,
    pub(super) in_check: bool,
    /// Own pieces that are pinned.
    pub(super) pinned: Bitboard,
    /// Each pinned piece with the squares it may move to; a piece pinned twice has two entries.
    pub(super) pins: [(Bitboard, Bitboard); MAX_PINS],
    pub(super) pin_count: usize,
    /// Targets of the royal piece that are not attacked.
    pub(super) king_targets: Bitboard,
    /// `true` if each move must be made and tested: a hopper aims at the royal piece, so that any move can open or close a
    /// line, or there are too many pins.
    pub(super) needs_legality_test: bool,
}

impl CompiledArmy {
    /// Square of a side's royal piece.
    #[inline(always)]
    pub(super) fn royal_square(&self, position: &Position, side: usize) -> u8 {
        (position.kinds[self.royal] & position.sides[side]).trailing_zeros() as u8
    }

    /// `true` if a piece of `side` attacks a square.
    #[inline(always)]
    pub(super) fn is_attacked_by<C: Pext>(
        &self,
        cpu: C,
        position: &Position,
        side: usize,
        at: u8,
        occupied: Bitboard,
    ) -> bool {
        // A loop, not an iterator adapter: closures are not compiled with the caller's target features.
        for group in self.tables.capturing_groups() {
            let pieces = group.members(position, side);
            if self.tables.attackers(cpu, group, side, at, occupied, pieces) != 0 {
                return true;
            }
        }
        false
    }

    /// Pieces of `side` that attack a square, among those on `occupied`. A piece on the square itself is left out.
    #[inline(always)]
    pub(super) fn attackers<C: Pext>(
        &self,
        cpu: C,
        position: &Position,
        side: usize,
        at: u8,
        occupied: Bitboard,
    ) -> Bitboard {
        let mut found = 0;
        for group in self.tables.capturing_groups() {
            let pieces = group.members(position, side) & occupied & !bit(at);
            found |= self.tables.attackers(cpu, group, side, at, occupied, pieces);
        }
        found
    }

    /// `true` if the side to move is in check.
    #[inline(always)]
    pub(super) fn in_check<C: Pext>(&self, cpu: C, position: &Position) -> bool {
        let side = position.turn as usize & 1;
        let royal = self.royal_square(position, side);
        self.is_attacked_by(cpu, position, side ^ 1, royal, position.occupied())
    }

    /// `true` if the moved piece attacks the enemy's royal piece from its target.
    #[inline(always)]
    pub(super) fn gives_check<C: Pext>(&self, cpu: C, position: &Position, mv: Move) -> bool {
        let side = position.turn as usize & 1;
        let royal = self.royal_square(position, side ^ 1);
        let (target, victim) = (bit(mv.to), bit(position.capture_square(mv)));
        let occupied = position.occupied() & !victim & !bit(mv.from) | target;
        for &group in &self.tables.of_kind[mv.becomes as usize] {
            let group = &self.tables.path_groups[group as usize];
            if group.mode != MoveMode::Move
                && self.tables.attackers(cpu, group, side, royal, occupied, target) != 0
            {
                return true;
            }
        }
        false
    }

    /// Squares from which pieces of a kind of the side to move may attack the enemy's royal piece after a quiet move: all
    /// from which they do, and perhaps more.
    #[inline(always)]
    pub(super) fn checking_squares<C: Pext>(&self, cpu: C, position: &Position, kind: usize) -> Bitboard {
        let side = position.turn as usize & 1;
        let royal = self.royal_square(position, side ^ 1);
        // The moved piece leaves its origin. Fewer pieces in the way can only add squares, except for hoppers.
        let occupied = position.occupied() & !(position.kinds[kind & 15] & position.sides[side]);
        let mut found = 0;
        for &group in &self.tables.of_kind[kind] {
            let group = &self.tables.path_groups[group as usize];
            if group.mode != MoveMode::Move {
                found |= self.tables.attacking_squares(cpu, group, side, royal, occupied);
            }
        }
        found
    }

    /// Finds checks, pins and the safe royal targets among `king_targets`.
    #[inline(always)]
    pub(super) fn find_checks<C: Pext>(
        &self,
        cpu: C,
        position: &Position,
        royal: u8,
        king_targets: Bitboard,
        checks: &mut CheckInfo,
    ) {
        let side = position.turn as usize & 1;
        let enemy = side ^ 1;
        let (own, occupied) = (position.sides[side], position.occupied());
        checks.king_targets = king_targets;
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
            let leapers = pieces & masks.leapers;
            if leapers != 0 {
                checks.in_check = true;
                // Of two leapers only one can be captured.
                checks.check_mask &= if leapers & (leapers - 1) == 0 { leapers } else { 0 };
            }
            checks.needs_legality_test |= pieces & masks.hoppers != 0;
            let mut sliders = pieces & masks.sliders;
            while sliders != 0 {
                let sniper = sliders & sliders.wrapping_neg();
                sliders ^= sniper;
                for &path in self.tables.paths(masks, sniper) {
                    checks.add_path(sniper, path, path & occupied, own);
                }
            }
        }
    }
}

impl CheckInfo {
    /// No checks, no pins, no royal targets.
    #[inline(always)]
    pub(super) fn none() -> CheckInfo {
        CheckInfo {
            check_mask: !0,
            in_check: false,
            pinned: 0,
            pins: [(0, 0); MAX_PINS],
            pin_count: 0,
            king_targets: 0,
            needs_legality_test: false,
        }
    }

    /// Adds an enemy's path to the royal piece with the occupied squares on it: a check, a pin, or nothing.
    #[inline(always)]
    fn add_path(&mut self, sniper: Bitboard, path: Bitboard, between: Bitboard, own: Bitboard) {
        if between == 0 {
            self.in_check = true;
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
