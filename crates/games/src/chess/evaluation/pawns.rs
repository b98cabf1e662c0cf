//! Pawn structure and passed pawns.

use search::Score;

use super::super::reach::{Bitboard, bit, row_of};
use super::pair::Pair;
use super::squares::{advanced, ahead, behind, beside, distance, whole_files};
use super::terms::{Attacks, Terms};
use crate::pext::Pext;

impl<C: Pext> Terms<'_, C> {
    /// Doubled, isolated, backward, defended, neighbouring and passed pawns of a side.
    #[inline(always)]
    pub(super) fn pawn_structure(
        &self,
        pawns: Bitboard,
        side: usize,
        royals: [u8; 2],
        attacks: &[Attacks; 2],
    ) -> Pair {
        let (position, weights) = (self.position, &self.model.weights);
        let own = pawns & position.sides[side];
        let enemy = pawns & position.sides[side ^ 1];
        let behind_own = behind(side, own);
        let opposed = behind(side, enemy);
        let isolated = own & !beside(whole_files(own));
        let defensible = beside(own | ahead(side, own));
        let backward = own & !isolated & !defensible & advanced(side ^ 1, attacks[side ^ 1].by_pawns);
        let mut sum = weights.defended * (own & attacks[side].by_pawns).count_ones() as Score;
        sum += weights.phalanx * (own & beside(own)).count_ones() as Score;
        sum -= weights.doubled * (own & behind_own).count_ones() as Score;
        sum -= weights.isolated * isolated.count_ones() as Score;
        sum -= weights.backward * backward.count_ones() as Score;
        // A pawn that has nowhere to go is none.
        let on_their_way = advanced(side ^ 1, advanced(side, own));
        let mut passed = on_their_way & !behind_own & !opposed & !beside(opposed);
        while passed != 0 {
            let square = passed.trailing_zeros() as u8;
            passed &= passed - 1;
            sum += self.passed_pawn(square, side, royals, attacks);
        }
        sum
    }

    #[inline(always)]
    fn passed_pawn(&self, square: u8, side: usize, royals: [u8; 2], attacks: &[Attacks; 2]) -> Pair {
        let (weights, occupied) = (&self.model.weights, self.position.occupied());
        let rank = row_of(side, square);
        let mut sum = weights.passed[rank as usize & 7];
        let (way, next) = (ahead(side, bit(square)), advanced(side, bit(square)));
        let mut for_rank = 0;
        if occupied & next != 0 {
            for_rank -= weights.passed_blocked;
        }
        if occupied & way == 0 {
            for_rank += weights.passed_free;
        }
        if attacks[side ^ 1].all & way == 0 {
            for_rank += weights.passed_safe;
        }
        let front = next.trailing_zeros() as u8 & 63;
        let [enemy, own] = weights.passed_royal;
        let steps = enemy * distance(royals[side ^ 1], front) - own * distance(royals[side], front);
        sum.eg += (10 * for_rank + steps) * Score::from(rank) / 10;
        sum
    }
}
