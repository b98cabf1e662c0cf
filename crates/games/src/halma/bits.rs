//! Sets of squares.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of squares, one bit each, in `W` words. Squares are counted along the rows from the upper left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// The set of these squares.
    pub fn of(cells: impl IntoIterator<Item = u16>) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        for cell in cells {
            bits.toggle(cell);
        }
        bits
    }

    /// `true` if the square is in the set.
    #[inline(always)]
    pub fn contains(&self, cell: u16) -> bool {
        self.0[cell as usize / 64] >> (cell % 64) & 1 != 0
    }

    /// Adds the square, or removes it if it was in the set.
    #[inline(always)]
    pub fn toggle(&mut self, cell: u16) {
        self.0[cell as usize / 64] ^= 1 << (cell % 64);
    }

    /// Adds the square.
    #[inline(always)]
    pub fn insert(&mut self, cell: u16) {
        self.0[cell as usize / 64] |= 1 << (cell % 64);
    }

    /// Number of squares.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// `true` if the set has no square.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The squares that are not in `other`.
    #[inline(always)]
    pub fn without(self, other: Bits<W>) -> Bits<W> {
        self & !other
    }

    /// The set moved by `by` squares towards the end, 1 to 63; squares leave at the end of the last word.
    #[inline(always)]
    pub fn up(self, by: u32) -> Bits<W> {
        let mut moved = Bits::EMPTY;
        for index in 0..W {
            let carried = if index == 0 { 0 } else { self.0[index - 1] >> (64 - by) };
            moved.0[index] = self.0[index] << by | carried;
        }
        moved
    }

    /// The set moved by `by` squares towards the beginning, 1 to 63.
    #[inline(always)]
    pub fn down(self, by: u32) -> Bits<W> {
        let mut moved = Bits::EMPTY;
        for index in 0..W {
            let carried = if index + 1 == W { 0 } else { self.0[index + 1] << (64 - by) };
            moved.0[index] = self.0[index] >> by | carried;
        }
        moved
    }

    /// The `count` squares from `first` on as the low bits of a number; at most 32.
    #[inline(always)]
    pub fn slice(&self, first: u32, count: u32) -> u32 {
        let (index, offset) = (first as usize / 64, first % 64);
        let high = self.0.get(index + 1).copied().unwrap_or(0);
        let bits = u128::from(high) << 64 | u128::from(self.0[index]);
        (bits >> offset) as u32 & (u32::MAX >> (32 - count))
    }

    /// The words of the set.
    #[inline(always)]
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }
}

/// The squares of a set, in order.
#[derive(Clone, Debug)]
pub struct Squares<const W: usize> {
    words: [u64; W],
    /// Index of the word that is visited, and its squares that are left.
    index: usize,
    word: u64,
}

impl<const W: usize> IntoIterator for Bits<W> {
    type Item = u16;
    type IntoIter = Squares<W>;

    #[inline(always)]
    fn into_iter(self) -> Squares<W> {
        Squares { words: self.0, index: 0, word: self.0[0] }
    }
}

impl<const W: usize> Iterator for Squares<W> {
    type Item = u16;

    #[inline(always)]
    fn next(&mut self) -> Option<u16> {
        while self.word == 0 {
            self.index += 1;
            self.word = *self.words.get(self.index)?;
        }
        let square = (self.index * 64) as u16 + self.word.trailing_zeros() as u16;
        self.word &= self.word - 1;
        Some(square)
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn bitand(mut self, other: Bits<W>) -> Bits<W> {
        self &= other;
        self
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Bits<W>) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn bitor(mut self, other: Bits<W>) -> Bits<W> {
        self |= other;
        self
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bits<W>) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn not(mut self) -> Bits<W> {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_move_across_words() {
        let bits: Bits<2> = Bits::of([0, 60, 63, 64, 127]);
        assert_eq!(bits.up(4), Bits::of([4, 64, 67, 68]));
        assert_eq!(bits.down(4), Bits::of([56, 59, 60, 123]));
        assert_eq!((bits.count(), bits.contains(64), bits.contains(65)), (5, true, false));
        assert_eq!((bits.slice(60, 5), bits.slice(64, 32), bits.slice(120, 8)), (0b11001, 1, 128));
        assert!(bits.into_iter().eq([0, 60, 63, 64, 127]));
        assert!(bits.without(bits).is_empty());
    }
}
