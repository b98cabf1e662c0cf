//! Configurations of all patterns on a board, updated move by move.

use super::super::Bitboard;
use super::shapes::{DIGITS, LANES};

/// The index of every place: its squares as digits of base three, 1 for a disc of the mover, -1 for one of the opponent.
///
/// Balanced digits make the other side's view the negation, and a move a few additions of whole vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Indices(pub(super) [i16; LANES]);

impl Default for Indices {
    /// The empty board.
    fn default() -> Indices {
        Indices([0; LANES])
    }
}

impl Indices {
    /// The indices of a board.
    #[inline(always)]
    pub fn of(mover: Bitboard, other: Bitboard) -> Indices {
        let mut sum = [0; LANES];
        add(&mut sum, mover, 1);
        add(&mut sum, other, -1);
        Indices(sum)
    }

    /// The indices after the mover's disc on `square` flips `flipped`, seen by the opponent, who moves next.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, square: u8, flipped: Bitboard) -> Indices {
        let mut sum = [0; LANES];
        add(&mut sum, flipped, 2);
        add(&mut sum, 1 << (square & 63), 1);
        let mut after = [0; LANES];
        for lane in 0..LANES {
            after[lane] = -(self.0[lane] + sum[lane]);
        }
        Indices(after)
    }

    /// The same board seen by the other side.
    #[inline(always)]
    #[must_use]
    pub fn pass(&self) -> Indices {
        Indices(self.0.map(|index| -index))
    }
}

/// Adds the digits of all squares of a set, times `factor`.
#[inline(always)]
fn add(sum: &mut [i16; LANES], mut squares: Bitboard, factor: i16) {
    while squares != 0 {
        let digits = &DIGITS[squares.trailing_zeros() as usize & 63];
        for lane in 0..LANES {
            sum[lane] += factor * digits[lane];
        }
        squares &= squares - 1;
    }
}

#[cfg(test)]
mod tests {
    use rules::cpu::Portable;
    use rules::{Random, Rules, Seat, Status};

    use super::*;
    use crate::othello::Othello;

    #[test]
    fn updated_indices_equal_computed_ones() {
        let rules = Othello::new(Seat::FIRST, Portable);
        let mut random = Random::new(3);
        let mut moves = Vec::new();
        for _ in 0..20 {
            let mut position = rules.start();
            let mut indices = Indices::of(position.mover, position.other);
            loop {
                moves.clear();
                let Status::Turn(_) = rules.legal_moves(&position, &mut moves) else { break };
                let mv = *random.pick(&moves).unwrap();
                let before = position;
                rules.play(&mut position, mv);
                indices = match mv.square() {
                    Some(square) => indices.after(square, before.other & !position.mover),
                    None => indices.pass(),
                };
                assert_eq!(indices, Indices::of(position.mover, position.other));
            }
        }
    }
}
