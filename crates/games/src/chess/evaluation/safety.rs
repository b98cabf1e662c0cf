//! Safety of the royal pieces.

use search::Score;

use super::super::reach::Bitboard;
use super::pair::Pair;
use super::squares::{FILE, ROW, advanced, files_around};
use super::terms::{Attacks, Terms};
use crate::pext::Pext;

/// Largest danger.
const MAX_DANGER: Score = 500;

impl<C: Pext> Terms<'_, C> {
    /// Pawns in front of the royal piece, and open files near it.
    #[inline(always)]
    pub(super) fn shelter(&self, pawns: Bitboard, side: usize, royal: u8) -> Score {
        let (position, weights) = (self.position, &self.model.weights);
        let (own, enemy) = (pawns & position.sides[side], pawns & position.sides[side ^ 1]);
        let (file, around) = (FILE << (royal % 8), files_around(royal % 8));
        let row = ROW << (8 * (royal / 8));
        let near = around & advanced(side, row);
        let far = advanced(side, near);
        let mut sum = weights.shelter_near * (own & near).count_ones() as Score;
        sum += weights.shelter_far * (own & far).count_ones() as Score;
        let [at, beside] = weights.open_file;
        if own & file == 0 {
            sum -= at;
        }
        let mut files = around & ROW & !file;
        while files != 0 {
            let file = FILE << files.trailing_zeros();
            files &= files - 1;
            sum -= beside * Score::from(own & file == 0);
        }
        let ranks = [near, far, advanced(side, far)];
        for (rank, weight) in ranks.into_iter().zip(weights.storm) {
            sum -= weight * (enemy & rank).count_ones() as Score;
        }
        sum
    }

    /// Penalty of attacks near the royal piece of a side.
    #[inline(always)]
    pub(super) fn penalty(&self, danger: Score, attacks: &[Attacks; 2], side: usize, royal: u8) -> Pair {
        if danger == 0 {
            return Pair::default();
        }
        let weights = &self.model.weights;
        let near = self.model.near[royal as usize & 63];
        let weak = near & attacks[side ^ 1].all & !attacks[side].by_pieces;
        let mut danger = danger + weights.danger_base + weights.danger_weak * weak.count_ones() as Score;
        danger += weights.danger_check * self.safe_checks(attacks, side, royal);
        let danger = danger.clamp(0, MAX_DANGER);
        Pair { mg: weights.danger.mg * danger * danger / 10_000, eg: weights.danger.eg * danger / 100 }
    }

    /// Pieces of a side that stand alone between its royal piece and an enemy piece.
    #[inline(always)]
    pub(super) fn pinned(&self, side: usize, royal: u8) -> Bitboard {
        let (tables, position, enemy) = (&self.compiled.tables, self.position, side ^ 1);
        let (own, occupied) = (position.sides[side], position.occupied());
        let mut pinned = 0;
        for group in tables.capturing_groups() {
            let masks = group.masks(enemy, royal);
            let mut snipers = group.members(position, enemy) & masks.sliders;
            while snipers != 0 {
                let sniper = snipers & snipers.wrapping_neg();
                snipers ^= sniper;
                for &path in tables.paths(masks, sniper) {
                    let between = path & occupied;
                    if between & between.wrapping_sub(1) == 0 {
                        pinned |= between & own;
                    }
                }
            }
        }
        pinned
    }

    /// Number of the enemy's kinds of pieces that can give check on a square that is not defended.
    #[inline(always)]
    fn safe_checks(&self, attacks: &[Attacks; 2], side: usize, royal: u8) -> Score {
        let (tables, position, enemy) = (&self.compiled.tables, self.position, side ^ 1);
        let safe = !attacks[side].all;
        let mut kinds = 0;
        for (index, piece) in self.model.pieces.iter().enumerate() {
            let squares = attacks[enemy].by_kind[index & 15] & safe;
            if squares == 0 {
                continue;
            }
            let mut checks = 0;
            for &group in &piece.capturing {
                let group = &tables.path_groups[group as usize];
                checks |= tables.attackers(self.cpu, group, enemy, royal, position.occupied(), squares);
            }
            kinds += Score::from(checks != 0);
        }
        kinds
    }
}
