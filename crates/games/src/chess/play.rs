//! Making moves.

use super::castling::lost_rights;
use super::compiled_army::CompiledArmy;
use super::position::{Move, NO_SQUARE, Position, Special};
use super::reach::bit;
use super::zobrist;

/// Highest move number; longer games do not count further.
pub(super) const MAX_MOVE_NUMBER: u16 = 9999;

impl CompiledArmy {
    /// Makes a legal move. The en passant square is set after every double step but is not yet part of the key: the caller
    /// finds out whether it matters.
    #[inline(always)]
    pub(super) fn play(&self, position: &mut Position, mv: Move) {
        let side = position.turn as usize & 1;
        let (from, to) = (bit(mv.from), bit(mv.to));
        let mut captured = to & position.sides[side ^ 1];
        if mv.is_en_passant() {
            captured = if side == 0 { to << 8 } else { to >> 8 };
        }
        let mut key = position.key ^ zobrist::BLACK_TO_MOVE;
        if captured != 0 {
            let square = captured.trailing_zeros() as u8;
            let kind = position.kind_at(square);
            key ^= zobrist::piece(side ^ 1, kind, square);
            position.kinds[kind & 15] ^= captured;
            position.sides[side ^ 1] ^= captured;
        }
        position.kinds[mv.kind as usize & 15] ^= from;
        position.kinds[mv.becomes as usize & 15] |= to;
        position.sides[side] ^= from | to;
        key ^= zobrist::piece(side, mv.kind.into(), mv.from) ^ zobrist::piece(side, mv.becomes.into(), mv.to);
        if mv.special == Special::Castling
            && let Some(partner) = self.partner
        {
            let (rook_from, rook_to) =
                if mv.to > mv.from { (mv.to + 1, mv.to - 1) } else { (mv.to - 2, mv.to + 1) };
            position.kinds[partner & 15] ^= bit(rook_from) | bit(rook_to);
            position.sides[side] ^= bit(rook_from) | bit(rook_to);
            key ^= zobrist::piece(side, partner, rook_from) ^ zobrist::piece(side, partner, rook_to);
        }
        let lost = position.castling & (lost_rights(mv.from) | lost_rights(mv.to));
        if lost != 0 {
            key ^= zobrist::castling(position.castling) ^ zobrist::castling(position.castling ^ lost);
            position.castling ^= lost;
        }
        let ep_square = if mv.special == Special::DoubleStep { (mv.from + mv.to) / 2 } else { NO_SQUARE };
        if position.ep_square != NO_SQUARE {
            key ^= zobrist::en_passant(position.ep_square);
        }
        position.ep_square = ep_square;
        position.key = key;
        let is_irreversible = captured != 0 || self.promotable & 1 << mv.kind != 0;
        position.halfmove_clock = if is_irreversible { 0 } else { position.halfmove_clock.saturating_add(1) };
        position.fullmove_number = (position.fullmove_number + side as u16).min(MAX_MOVE_NUMBER);
        position.turn ^= 1;
    }

    /// Passes the turn, as the null move of a search does. The halfmove clock starts anew: a position after a null move
    /// repeats none before it.
    #[inline]
    pub(super) fn pass(&self, position: &mut Position) {
        position.set_ep_square(NO_SQUARE);
        position.key ^= zobrist::BLACK_TO_MOVE;
        position.halfmove_clock = 0;
        position.fullmove_number = (position.fullmove_number + u16::from(position.turn)).min(MAX_MOVE_NUMBER);
        position.turn ^= 1;
    }
}
