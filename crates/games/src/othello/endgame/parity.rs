//! Regions with an odd number of empty squares: who moves into one can mostly have the last word there.
//!
//! The quarters of the board stand for regions. Four bits say which of them are odd.

use crate::othello::Bitboard;

const QUARTERS: [Bitboard; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// Which quarters have an odd number of empty squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parity(u8);

/// For every choice of odd quarters all their squares.
static ODD: [Bitboard; 16] = {
    let mut odd = [0; 16];
    let mut choice = 0;
    while choice < 16 {
        let mut quarter = 0;
        while quarter < 4 {
            if choice >> quarter & 1 == 1 {
                odd[choice] |= QUARTERS[quarter];
            }
            quarter += 1;
        }
        choice += 1;
    }
    odd
};

impl Parity {
    pub(super) fn of(empty: Bitboard) -> Parity {
        let odd = |quarter: usize| ((empty & QUARTERS[quarter]).count_ones() as u8 & 1) << quarter;
        Parity(odd(0) | odd(1) | odd(2) | odd(3))
    }

    /// The same after one of the empty squares is taken.
    #[inline(always)]
    pub(super) fn without(self, square: u8) -> Parity {
        Parity(self.0 ^ 1 << ((square >> 2 & 1) | (square >> 4 & 2)))
    }

    /// The squares of the odd quarters.
    #[inline(always)]
    pub(super) fn odd(self) -> Bitboard {
        ODD[self.0 as usize & 15]
    }
}

#[cfg(test)]
mod tests {
    use rules::Random;

    use super::*;

    #[test]
    fn parity_follows_the_moves() {
        let mut random = Random::new(1);
        for _ in 0..1_000 {
            let mut empty = random.next_u64();
            let mut parity = Parity::of(empty);
            while empty != 0 {
                for quarter in QUARTERS {
                    let is_odd = (empty & quarter).count_ones() % 2 == 1;
                    assert_eq!(parity.odd() & quarter, if is_odd { quarter } else { 0 });
                }
                parity = parity.without(empty.trailing_zeros() as u8);
                empty &= empty - 1;
            }
        }
    }
}
