//! Capturing in passing: a piece that has just advanced over a square is captured there.

use super::compiled_army::CompiledArmy;
use super::position::{Move, Position, Special};
use super::reach::{MoveMode, bit};
use crate::pext::Pext;

impl CompiledArmy {
    /// Tells the captures of a piece that has just advanced over a square, legal or not.
    #[inline(always)]
    pub(super) fn en_passant_captures<C: Pext>(
        &self,
        cpu: C,
        position: &Position,
        mut push: impl FnMut(Move),
    ) {
        let side = position.turn as usize & 1;
        let to = position.ep_square;
        for kind in 0..self.tables.of_kind.len() {
            if self.pawn_like & 1 << kind == 0 {
                continue;
            }
            let mut pieces = position.kinds[kind & 15] & position.sides[side];
            while pieces != 0 {
                let from = pieces.trailing_zeros() as u8;
                pieces &= pieces - 1;
                if self.can_capture_en_passant(cpu, position, kind, from) {
                    let kind_index = kind as u8;
                    match &self.promotions[kind] {
                        Some((zones, into)) if zones[side] & bit(to) != 0 => {
                            for &becomes in into {
                                let special = Special::EnPassantPromotion;
                                push(Move { from, to, kind: kind_index, becomes, special });
                            }
                        }
                        _ => {
                            let special = Special::EnPassant;
                            push(Move { from, to, kind: kind_index, becomes: kind_index, special });
                        }
                    }
                }
            }
        }
    }

    /// Whether a piece captures the one that has just advanced over a square.
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
        let mut captured = 0;
        for &group in &self.tables.of_kind[kind] {
            let group = &self.tables.path_groups[group as usize];
            if group.mode != MoveMode::Move {
                captured |= self.tables.reached(cpu, group, side, from, position.occupied());
            }
        }
        captured & bit(position.ep_square) != 0
    }

    /// Whether the moves would be others if nothing had advanced over a square: some piece may capture there, or may not
    /// go there because it would capture.
    #[inline(always)]
    pub(super) fn ep_square_matters<C: Pext>(&self, cpu: C, position: &Position) -> bool {
        let mut matters = false;
        self.en_passant_captures(cpu, position, |mv| {
            let going = Move { special: Special::None, ..mv };
            let can_go = self.targets(cpu, position, mv.kind as usize, mv.from) & bit(mv.to) != 0;
            matters =
                matters || self.is_safe(cpu, position, mv) || can_go && self.is_safe(cpu, position, going);
        });
        matters
    }
}
