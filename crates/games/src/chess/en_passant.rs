//! En passant captures.

use super::compiled_army::CompiledArmy;
use super::position::{Move, Position, Special};
use super::reach::{MoveMode, bit};
use crate::pext::Pext;

impl CompiledArmy {
    /// Generates the pseudo-legal en passant captures.
    #[inline(always)]
    pub(super) fn en_passant_captures<C: Pext>(
        &self,
        cpu: C,
        position: &Position,
        mut push: impl FnMut(Move),
    ) {
        let side = position.turn as usize & 1;
        let to = position.ep_square;
        for index in 0..self.tables.of_kind.len() {
            if self.pawn_like & 1 << index == 0 {
                continue;
            }
            let mut pieces = position.kinds[index & 15] & position.sides[side];
            while pieces != 0 {
                let from = pieces.trailing_zeros() as u8;
                pieces &= pieces - 1;
                if !self.can_capture_en_passant(cpu, position, index, from) {
                    continue;
                }
                let kind = index as u8;
                match &self.promotions[index] {
                    Some((zones, kinds)) if zones[side] & bit(to) != 0 => {
                        for &becomes in kinds {
                            push(Move { from, to, kind, becomes, special: Special::EnPassantPromotion });
                        }
                    }
                    _ => push(Move { from, to, kind, becomes: kind, special: Special::EnPassant }),
                }
            }
        }
    }

    /// `true` if a piece attacks the en passant square and its kind captures en passant.
    #[inline(always)]
    pub(super) fn can_capture_en_passant<C: Pext>(
        &self,
        cpu: C,
        position: &Position,
        kind: usize,
        from: u8,
    ) -> bool {
        if self.pawn_like & 1 << kind == 0 {
            return false;
        }
        let side = position.turn as usize & 1;
        let mut attacked = 0;
        for &group in &self.tables.of_kind[kind] {
            let group = &self.tables.path_groups[group as usize];
            if group.mode != MoveMode::Move {
                attacked |= self.tables.reached(cpu, group, side, from, position.occupied());
            }
        }
        attacked & bit(position.ep_square) != 0
    }

    /// `true` if the legal moves would differ without the en passant square: a piece may capture there, or may not go
    /// there because it would capture.
    #[inline(always)]
    pub(super) fn ep_square_matters<C: Pext>(&self, cpu: C, position: &Position) -> bool {
        let mut matters = false;
        self.en_passant_captures(cpu, position, |mv| {
            let plain = Move { special: Special::None, ..mv };
            let can_go = self.targets(cpu, position, mv.kind as usize, mv.from) & bit(mv.to) != 0;
            matters =
                matters || self.is_legal(cpu, position, mv) || can_go && self.is_legal(cpu, position, plain);
        });
        matters
    }
}
