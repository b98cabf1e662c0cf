//! What a move changes.

use super::castling::lost_rights;
use super::compiled_army::CompiledArmy;
use super::position::{Move, NO_SQUARE, Position, Special};
use super::reach::bit;

/// The highest number a move is given; games that go on count no further.
pub(super) const MAX_MOVE_NUMBER: u16 = 9999;

impl CompiledArmy {
    /// Plays a legal move.
    #[inline(always)]
    pub(super) fn play(&self, position: &mut Position, mv: Move) {
        let side = position.turn as usize & 1;
        let (from, to) = (bit(mv.from), bit(mv.to));
        let mut taken = to & position.sides[side ^ 1];
        if mv.is_en_passant() {
            taken = if side == 0 { to << 8 } else { to >> 8 };
        }
        for squares in &mut position.kinds {
            *squares &= !taken;
        }
        position.sides[side ^ 1] &= !taken;
        position.kinds[mv.kind as usize & 15] &= !from;
        position.kinds[mv.becomes as usize & 15] |= to;
        position.sides[side] ^= from | to;
        position.ep_square =
            if mv.special == Special::DoubleStep { (mv.from + mv.to) / 2 } else { NO_SQUARE };
        if mv.special == Special::Castling
            && let Some(partner) = self.partner
        {
            let rook = if mv.to > mv.from {
                bit(mv.to + 1) | bit(mv.to - 1)
            } else {
                bit(mv.to - 2) | bit(mv.to + 1)
            };
            position.kinds[partner & 15] ^= rook;
            position.sides[side] ^= rook;
        }
        position.castling &= !(lost_rights(mv.from) | lost_rights(mv.to));
        let is_pawn = self.promotable & 1 << mv.kind != 0;
        position.halfmove_clock =
            if taken != 0 || is_pawn { 0 } else { position.halfmove_clock.saturating_add(1) };
        position.fullmove_number = (position.fullmove_number + side as u16).min(MAX_MOVE_NUMBER);
        position.turn ^= 1;
    }
}
