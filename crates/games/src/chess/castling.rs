//! The royal piece castles.

use super::hearer::Hearer;
use super::orders::Orders;
use super::position::{Move, Position, Special};
use crate::extract::Extract;

impl Orders {
    /// Tells how the royal piece can castle, when it is not in check.
    #[inline(always)]
    pub(super) fn castle<C: Extract, H: Hearer>(&self, cpu: C, position: &Position, hearer: &mut H) {
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
                    hearer.single(mv);
                }
            }
        }
    }
}

/// Where the partner of a royal piece that castles stands.
pub(super) fn corner(castling: Move) -> u8 {
    if castling.to > castling.from { castling.from + 3 } else { castling.from - 4 }
}

/// The rights that are gone when something leaves or comes to a square.
#[inline(always)]
pub(super) const fn lost_rights(square: u8) -> u8 {
    match square {
        60 => 3,
        63 => 1,
        56 => 2,
        4 => 12,
        7 => 4,
        0 => 8,
        _ => 0,
    }
}
