//! Sinks that receive generated moves.

use super::position::{Move, Special};
use super::reach::Bitboard;

/// Receiver of generated moves. Every method defaults to [`push`](MoveSink::push), move by move.
pub(super) trait MoveSink {
    /// Receives one move.
    fn push(&mut self, mv: Move);

    /// Receives the moves of one piece to each of `targets`.
    #[inline(always)]
    fn push_targets(&mut self, kind: u8, from: u8, mut targets: Bitboard) {
        while targets != 0 {
            let to = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            self.push(Move { from, to, kind, becomes: kind, special: Special::None });
        }
    }

    /// Receives the promotions of one piece on each of `targets` to each kind of `to`.
    fn push_promotions(&mut self, kind: u8, from: u8, mut targets: Bitboard, to: &[u8]) {
        while targets != 0 {
            let square = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            for &becomes in to {
                self.push(Move { from, to: square, kind, becomes, special: Special::Promotion });
            }
        }
    }

    /// Receives moves of several pieces of a kind, each from `shift` squares before its target.
    #[inline(always)]
    fn push_shifted(&mut self, kind: u8, shift: i8, mut targets: Bitboard, special: Special) {
        while targets != 0 {
            let to = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            self.push(Move { from: origin(to, shift), to, kind, becomes: kind, special });
        }
    }

    /// Receives promotions of several pieces of a kind, each from `shift` squares before its target.
    fn push_shifted_promotions(&mut self, kind: u8, shift: i8, mut targets: Bitboard, to: &[u8]) {
        while targets != 0 {
            let square = targets & targets.wrapping_neg();
            targets ^= square;
            self.push_promotions(kind, origin(square.trailing_zeros() as u8, shift), square, to);
        }
    }

    /// Receives a double step.
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

/// Origin of a shifted piece.
#[inline(always)]
pub(super) fn origin(to: u8, shift: i8) -> u8 {
    to.wrapping_sub(shift as u8)
}

/// Sink that counts moves without listing them.
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
