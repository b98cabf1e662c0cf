//! The royal piece castles.

use super::compiled_army::CompiledArmy;
use super::move_sink::MoveSink;
use super::position::{Move, Position, Special};
use crate::pext::Pext;

impl CompiledArmy {
    /// Tells how the royal piece can castle, when it is not in check.
    #[inline(always)]
    pub(super) fn castle<C: Pext, S: MoveSink>(&self, cpu: C, position: &Position, sink: &mut S) {
        let side = position.turn as usize & 1;
        let rights = position.castling >> (2 * side) & 3;
        if rights == 0 {
            return;
        }
        let home = if side == 0 { 56 } else { 0 };
        let occupied = position.occupied();
        let is_safe = |square: u8| !self.captures(cpu, position, side ^ 1, square, occupied);
        // The squares that must be empty, those the royal piece passes, and where it goes.
        for (right, empty, passed, to) in [(1, 0x60, 5, 6), (2, 0x0e, 3, 2)] {
            let is_open = occupied & (empty << home) == 0;
            if rights & right != 0 && is_open && is_safe(home + passed) && is_safe(home + to) {
                let kind = self.royal as u8;
                let mv =
                    Move { from: home + 4, to: home + to, kind, becomes: kind, special: Special::Castling };
                if self.is_safe(cpu, position, mv) {
                    sink.push(mv);
                }
            }
        }
    }
}

/// Where the partner of a royal piece that castles stands.
pub(super) fn corner(castling: Move) -> u8 {
    if castling.to > castling.from { castling.from + 3 } else { castling.from - 4 }
}

/// A right to castle, the same for every army.
pub(super) struct Right {
    /// Its letter in a FEN.
    pub(super) letter: char,
    /// Whose it is.
    pub(super) side: usize,
    /// Where the royal piece stands.
    pub(super) royal: u8,
    /// Where its partner stands.
    pub(super) corner: u8,
}

/// All rights; the place of one in the list is its bit in a position.
pub(super) const RIGHTS: [Right; 4] = [
    Right { letter: 'K', side: 0, royal: 60, corner: 63 },
    Right { letter: 'Q', side: 0, royal: 60, corner: 56 },
    Right { letter: 'k', side: 1, royal: 4, corner: 7 },
    Right { letter: 'q', side: 1, royal: 4, corner: 0 },
];

/// For each square the rights that are gone when something leaves it or comes to it.
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

/// The rights that are gone when something leaves or comes to a square.
#[inline(always)]
pub(super) const fn lost_rights(square: u8) -> u8 {
    LOST[square as usize & 63]
}
