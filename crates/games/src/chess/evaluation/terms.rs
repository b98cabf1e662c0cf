//! Terms of the evaluation that depend on the whole position.

use rules::cpu::Task;
use search::Score;

use super::super::army::MAX_KINDS;
use super::super::compiled_army::CompiledArmy;
use super::super::position::Position;
use super::super::reach::{Bitboard, LIGHT_SQUARES, MoveMode};
use super::model::Model;
use super::pair::Pair;
use super::squares::{ahead, beside, enemy_half, whole_files};
use crate::pext::Pext;

/// Number of pawns with which a piece has its usual value.
const USUAL_PAWNS: Score = 5;

/// Squares that one side attacks.
#[derive(Clone, Copy)]
pub(super) struct Attacks {
    pub(super) by_pawns: Bitboard,
    /// By pawns and pieces other than the royal one.
    pub(super) by_pieces: Bitboard,
    pub(super) all: Bitboard,
    /// Targets of the moves of each of the model's pieces.
    pub(super) by_kind: [Bitboard; MAX_KINDS],
}

/// Evaluation of one position.
#[derive(Clone, Copy)]
pub(super) struct Terms<'a, C> {
    pub(super) model: &'a Model,
    pub(super) compiled: &'a CompiledArmy,
    pub(super) cpu: C,
    pub(super) position: &'a Position,
}

impl<C: Pext> Task for Terms<'_, C> {
    type Output = Pair;

    #[inline(always)]
    fn run(self) -> Pair {
        self.score()
    }
}

impl<C: Pext> Terms<'_, C> {
    /// White's score minus Black's, without material and tables.
    #[inline(always)]
    fn score(&self) -> Pair {
        let position = self.position;
        let royals = [0, 1].map(|side| self.compiled.royal_square(position, side));
        let pawns = self.pawns();
        let mut attacks = [0, 1].map(|side| {
            let by_pawns = self.pawn_attacks(pawns & position.sides[side], side);
            let royal = self.royal_targets(royals[side], side);
            Attacks { by_pawns, by_pieces: by_pawns, all: by_pawns | royal, by_kind: [0; MAX_KINDS] }
        });
        let mut score = Pair::default();
        let mut danger = [0; 2];
        for side in 0..2 {
            let sum = self.pieces(side, &mut attacks, pawns, royals, &mut danger);
            score += if side == 0 { sum } else { -sum };
        }
        for side in 0..2 {
            let mut sum = self.pawn_structure(pawns, side, royals, &attacks);
            sum += self.threats(side, &attacks, pawns);
            sum.mg += self.shelter(pawns, side, royals[side]);
            sum -= self.penalty(danger[side], &attacks, side, royals[side]);
            sum -= self.model.weights.pinned * self.pinned(side, royals[side]).count_ones() as Score;
            score += if side == 0 { sum } else { -sum };
        }
        score
    }

    /// Pawns of both sides.
    #[inline(always)]
    pub(super) fn pawns(&self) -> Bitboard {
        let (mut kinds, mut pawns) = (self.model.pawns, 0);
        while kinds != 0 {
            pawns |= self.position.kinds[kinds.trailing_zeros() as usize & 15];
            kinds &= kinds - 1;
        }
        pawns
    }

    /// Squares that pawns of a side attack.
    #[inline(always)]
    fn pawn_attacks(&self, pawns: Bitboard, side: usize) -> Bitboard {
        let (mut kinds, mut found) = (self.model.pawns, 0);
        while kinds != 0 {
            let kind = kinds.trailing_zeros() as usize & 15;
            kinds &= kinds - 1;
            found |= self.compiled.attacks_of_kind(self.cpu, self.position, kind, side, pawns);
        }
        found
    }

    /// Squares that pawns of a side attack after a step ahead to one of `free`.
    #[inline(always)]
    fn push_attacks(&self, side: usize, free: Bitboard) -> Bitboard {
        let (mut kinds, mut found) = (self.model.pawns, 0);
        while kinds != 0 {
            let kind = kinds.trailing_zeros() as usize & 15;
            kinds &= kinds - 1;
            if let Some(shifts) = &self.compiled.pawn_shifts[kind] {
                let pawns = self.position.kinds[kind] & self.position.sides[side];
                found |= shifts.attacked_after_step(side, pawns, free);
            }
        }
        found
    }

    #[inline(always)]
    fn royal_targets(&self, square: u8, side: usize) -> Bitboard {
        let tables = &self.compiled.tables;
        let mut found = 0;
        for &group in &tables.of_kind[self.model.royal] {
            let group = &tables.path_groups[group as usize];
            found |= tables.reached(self.cpu, group, side, square, self.position.occupied());
        }
        found
    }

    /// Mobility and places of a side's pieces. Fills in what they attack, and the danger of the enemy's royal piece.
    #[inline(always)]
    fn pieces(
        &self,
        side: usize,
        attacks: &mut [Attacks; 2],
        pawns: Bitboard,
        royals: [u8; 2],
        danger: &mut [Score; 2],
    ) -> Pair {
        let (position, tables, weights) = (self.position, &self.compiled.tables, &self.model.weights);
        let (own, enemy, occupied) = (position.sides[side], position.sides[side ^ 1], position.occupied());
        let near = self.model.near[royals[side ^ 1] as usize & 63];
        let safe = !attacks[side ^ 1].by_pawns;
        let never_attacked = !beside(ahead(side ^ 1, pawns & enemy));
        let outposts = own & attacks[side].by_pawns & never_attacked & enemy_half(side);
        let own_pawns = pawns & own;
        let half_open = own & !whole_files(own_pawns);
        let open = half_open & !whole_files(pawns & enemy);
        let (mut sum, mut by_pieces) = (Pair::default(), 0);
        // Enemy pieces that are worth more than each place in the list.
        let mut above = [0; MAX_KINDS + 1];
        for (index, piece) in self.model.pieces.iter().enumerate() {
            let of_kind = position.kinds[piece.kind & 15];
            above[(index & 15) + 1] = above[index & 15] | of_kind & enemy;
            let mut left = of_kind & own;
            if left == 0 {
                continue;
            }
            let count = left.count_ones() as Score;
            sum += piece.by_pawns * (count * (own_pawns.count_ones() as Score - USUAL_PAWNS));
            if piece.is_colour_bound {
                let (light, dark) = (left & LIGHT_SQUARES, left & !LIGHT_SQUARES);
                let on_light = (own_pawns & LIGHT_SQUARES).count_ones();
                let on_dark = (own_pawns & !LIGHT_SQUARES).count_ones();
                let blocked = light.count_ones() * on_light + dark.count_ones() * on_dark;
                sum -= weights.bound_pawn * blocked as Score;
                if light != 0 && dark != 0 {
                    sum += weights.pair;
                }
            }
            sum += piece.outpost * (left & outposts).count_ones() as Score;
            sum += piece.open_files[0] * (left & half_open & !open).count_ones() as Score;
            sum += piece.open_files[1] * (left & open).count_ones() as Score;
            let targets = above[piece.more_valuable & 15];
            let mut by_kind = 0;
            while left != 0 {
                let from = left.trailing_zeros() as u8;
                left &= left - 1;
                let (mut attacked, mut reached) = (0, 0);
                for &group in &piece.capturing {
                    let group = &tables.path_groups[group as usize];
                    let squares = tables.reached(self.cpu, group, side, from, occupied);
                    attacked |= squares;
                    reached |= if group.mode == MoveMode::Capture { squares & enemy } else { squares & !own };
                }
                for &group in &piece.moving {
                    let group = &tables.path_groups[group as usize];
                    reached |= tables.reached(self.cpu, group, side, from, occupied) & !occupied;
                }
                sum += piece.mobility((reached & safe).count_ones());
                sum += weights.threat * (attacked & targets).count_ones() as Score;
                let close = attacked & near;
                danger[side ^ 1] += weights.danger_attacker * Score::from(close != 0)
                    + piece.attack * close.count_ones() as Score;
                by_kind |= reached;
                by_pieces |= attacked;
            }
            attacks[side].by_kind[index & 15] = by_kind;
        }
        attacks[side].by_pieces |= by_pieces;
        attacks[side].all |= by_pieces;
        sum
    }

    /// Enemy pieces that pawns attack, and those that are attacked and not defended.
    #[inline(always)]
    fn threats(&self, side: usize, attacks: &[Attacks; 2], pawns: Bitboard) -> Pair {
        let (position, weights) = (self.position, &self.model.weights);
        let enemy = position.sides[side ^ 1] & !position.kinds[self.model.royal & 15];
        let by_pawns = (attacks[side].by_pawns & enemy & !pawns).count_ones() as Score;
        let free = !position.occupied() & !attacks[side ^ 1].all;
        let pushed = self.push_attacks(side, free) & enemy & !pawns & !attacks[side].by_pawns;
        let hanging = (attacks[side].all & enemy & !attacks[side ^ 1].all).count_ones() as Score;
        weights.pawn_threat * by_pawns
            + weights.push_threat * pushed.count_ones() as Score
            + weights.hanging * hanging
    }
}
