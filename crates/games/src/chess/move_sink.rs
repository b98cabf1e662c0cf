//! Who hears the moves that are found.

use super::position::{Move, Special};
use super::reach::Bitboard;

/// Someone who hears moves: a list, a counter, or batches. Who does not care hears of each by itself.
pub(super) trait MoveSink {
    /// One move.
    fn push(&mut self, mv: Move);

    /// A piece can go from a square to each of these.
    #[inline(always)]
    fn push_targets(&mut self, kind: u8, from: u8, mut targets: Bitboard) {
        while targets != 0 {
            let to = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            self.push(Move { from, to, kind, becomes: kind, special: Special::None });
        }
    }

    /// A piece can go from a square to each of these and become each of those.
    fn push_promotions(&mut self, kind: u8, from: u8, mut targets: Bitboard, to: &[u8]) {
        while targets != 0 {
            let square = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            for &becomes in to {
                self.push(Move { from, to: square, kind, becomes, special: Special::Promotion });
            }
        }
    }

    /// Pieces of a kind come to these squares, each from so many squares before.
    #[inline(always)]
    fn push_shifted(&mut self, kind: u8, shift: i8, mut targets: Bitboard, special: Special) {
        while targets != 0 {
            let to = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            self.push(Move { from: origin(to, shift), to, kind, becomes: kind, special });
        }
    }

    /// The same, and they become each of those.
    fn push_shifted_promotions(&mut self, kind: u8, shift: i8, mut targets: Bitboard, to: &[u8]) {
        while targets != 0 {
            let square = targets & targets.wrapping_neg();
            targets ^= square;
            self.push_promotions(kind, origin(square.trailing_zeros() as u8, shift), square, to);
        }
    }

    /// A piece advances over a square.
    fn push_double_step(&mut self, kind: u8, from: u8, to: u8) {
        self.push(Move { from, to, kind, becomes: kind, special: Special::DoubleStep });
    }
}

impl MoveSink for Vec<Move> {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Where a piece comes from that is now on a square.
#[inline(always)]
pub(super) fn origin(to: u8, shift: i8) -> u8 {
    to.wrapping_sub(shift as u8)
}

/// Counts moves without listing them.
pub(super) struct Counter(pub(super) u64);

impl MoveSink for Counter {
    #[inline(always)]
    fn push_targets(&mut self, _kind: u8, _from: u8, targets: Bitboard) {
        self.0 += u64::from(targets.count_ones());
    }

    #[inline(always)]
    fn push(&mut self, _mv: Move) {
        self.0 += 1;
    }

    #[inline(always)]
    fn push_promotions(&mut self, _kind: u8, _from: u8, targets: Bitboard, to: &[u8]) {
        self.0 += u64::from(targets.count_ones()) * to.len() as u64;
    }

    #[inline(always)]
    fn push_shifted(&mut self, _kind: u8, _shift: i8, targets: Bitboard, _special: Special) {
        self.0 += u64::from(targets.count_ones());
    }

    #[inline(always)]
    fn push_shifted_promotions(&mut self, _kind: u8, _shift: i8, targets: Bitboard, to: &[u8]) {
        self.0 += u64::from(targets.count_ones()) * to.len() as u64;
    }
}
