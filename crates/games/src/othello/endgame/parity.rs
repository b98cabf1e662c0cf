//! Parity: the side that moves into a region with an odd number of empty squares can usually move last there.
//!
//! The quadrants of the board approximate regions, with one bit for each.

use crate::othello::Bitboard;

const QUADRANTS: [Bitboard; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The set of quadrants with an odd number of empty squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parity(u8);

/// The squares of the odd quadrants, by set of quadrants.
static ODD: [Bitboard; 16] = {
    let mut odd = [0; 16];
    let mut choice = 0;
    while choice < 16 {
        let mut quadrant = 0;
        while quadrant < 4 {
            if choice >> quadrant & 1 == 1 {
                odd[choice] |= QUADRANTS[quadrant];
            }
            quadrant += 1;
        }
        choice += 1;
    }
    odd
};

impl Parity {
    pub(super) fn of(empty: Bitboard) -> Parity {
        let odd = |quadrant: usize| ((empty & QUADRANTS[quadrant]).count_ones() as u8 & 1) << quadrant;
        Parity(odd(0) | odd(1) | odd(2) | odd(3))
    }

    /// The same after one of the empty squares is taken.
    #[inline(always)]
    pub(super) fn without(self, square: u8) -> Parity {
        Parity(self.0 ^ 1 << ((square >> 2 & 1) | (square >> 4 & 2)))
    }

    /// The squares of the odd quadrants.
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
                for quadrant in QUADRANTS {
                    let is_odd = (empty & quadrant).count_ones() % 2 == 1;
                    assert_eq!(parity.odd() & quadrant, if is_odd { quadrant } else { 0 });
                }
                parity = parity.without(empty.trailing_zeros() as u8);
                empty &= empty - 1;
            }
        }
    }
}
