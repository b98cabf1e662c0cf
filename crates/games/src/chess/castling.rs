//! Castling.

use super::compiled_army::CompiledArmy;
use super::move_sink::MoveSink;
use super::position::{Move, Position, Special};
use crate::pext::Pext;

impl CompiledArmy {
    /// Generates castling moves; the royal piece must not be in check.
    #[inline(always)]
    pub(super) fn castle<C: Pext, S: MoveSink>(&self, cpu: C, position: &Position, sink: &mut S) {
        let side = position.turn as usize & 1;
        let rights = position.castling >> (2 * side) & 3;
        if rights == 0 {
            return;
        }
        let home = if side == 0 { 56 } else { 0 };
        let occupied = position.occupied();
        let is_safe = |square: u8| !self.is_attacked_by(cpu, position, side ^ 1, square, occupied);
        // The right, the squares that must be empty, the square that the royal piece crosses, and its target.
        for (right, empty, crossed, to) in [(1, 0x60, 5, 6), (2, 0x0e, 3, 2)] {
            let is_open = occupied & (empty << home) == 0;
            if rights & right != 0 && is_open && is_safe(home + crossed) && is_safe(home + to) {
                let kind = self.royal as u8;
                let mv =
                    Move { from: home + 4, to: home + to, kind, becomes: kind, special: Special::Castling };
                if self.is_legal(cpu, position, mv) {
                    sink.push(mv);
                }
            }
        }
    }
}

/// Square of the royal piece's partner before castling.
pub(super) fn corner(castling: Move) -> u8 {
    if castling.to > castling.from { castling.from + 3 } else { castling.from - 4 }
}

/// A castling right; the same for every army.
pub(super) struct Right {
    /// Letter in a FEN.
    pub(super) letter: char,
    /// Side that has the right.
    pub(super) side: usize,
    /// Square of the royal piece.
    pub(super) royal: u8,
    /// Square of its partner.
    pub(super) corner: u8,
}

/// All rights; the index of a right is its bit in [`Position::castling`].
pub(super) const RIGHTS: [Right; 4] = [
    Right { letter: 'K', side: 0, royal: 60, corner: 63 },
    Right { letter: 'Q', side: 0, royal: 60, corner: 56 },
    Right { letter: 'k', side: 1, royal: 4, corner: 7 },
    Right { letter: 'q', side: 1, royal: 4, corner: 0 },
];

/// Rights that are lost when a piece leaves or reaches a square, by square.
const LOST: [u8; 64] = {
    let mut lost = [0; 64];
    let mut index = 0;
    while index < RIGHTS.len() {
        lost[RIGHTS[index].royal as usize] |= 1 << index;
        lost[RIGHTS[index].corner as usize] |= 1 << index;
        index += 1;
    }
    lost
};

/// Rights that are lost when a piece leaves or reaches a square.
#[inline(always)]
pub(super) const fn lost_rights(square: u8) -> u8 {
    LOST[square as usize & 63]
}
