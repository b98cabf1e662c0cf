//! Terms of the evaluation that depend on the whole position.

use rules::cpu::Task;
use search::Score;

use super::super::army::MAX_KINDS;
use super::super::compiled_army::CompiledArmy;
use super::super::position::Position;
use super::super::reach::{Bitboard, row_of};
use super::model::{Model, colours};
use super::pair::Pair;
use crate::pext::Pext;

/// The a-file; other files are shifts of it.
const FILE: Bitboard = 0x0101_0101_0101_0101;
/// Material in centipawns below which a side without pawns can hardly force a win.
const LITTLE: Score = 400;
/// Lead from which an enemy is driven to the edge, and the one that needs no particular corner.
const DRIVING_LEAD: Score = 250;
const QUEEN: Score = 800;
/// Score of each half step of the driven royal piece away from the centre, and of each step between the royal pieces.
const DRIVING_OUTWARD: Score = 20;
const DRIVING_CLOSE: Score = 16;

/// Squares of a file and those beside it.
#[inline(always)]
fn files_around(column: u8) -> Bitboard {
    let left = if column > 0 { FILE << (column - 1) } else { 0 };
    let right = if column < 7 { FILE << (column + 1) } else { 0 };
    left | right | FILE << column
}

/// Squares that have one of `squares` ahead of them on their file, for a side.
#[inline(always)]
fn behind(side: usize, squares: Bitboard) -> Bitboard {
    let mut filled = squares;
    if side == 0 {
        filled |= filled << 8;
        filled |= filled << 16;
        (filled | filled << 32) << 8
    } else {
        filled |= filled >> 8;
        filled |= filled >> 16;
        (filled | filled >> 32) >> 8
    }
}

/// The same squares on the files beside them.
#[inline(always)]
fn beside(squares: Bitboard) -> Bitboard {
    (squares & !(FILE << 7)) << 1 | (squares & !FILE) >> 1
}

/// All squares of the files on which `squares` lie.
#[inline(always)]
fn whole_files(squares: Bitboard) -> Bitboard {
    squares | behind(0, squares) | behind(1, squares)
}

/// Moves of a royal piece between two squares, as in orthodox chess.
#[inline(always)]
fn distance(one: u8, other: u8) -> Score {
    let columns = (one % 8).abs_diff(other % 8);
    let rows = (one / 8).abs_diff(other / 8);
    columns.max(rows).into()
}

/// What one side attacks.
#[derive(Clone, Copy, Default)]
struct Attacks {
    by_pawns: Bitboard,
    /// By pawns and pieces other than the royal one.
    by_pieces: Bitboard,
    all: Bitboard,
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
        let mut attacks = [Attacks::default(); 2];
        let mut score = Pair::default();
        let pawns = self.pawns();
        for side in 0..2 {
            let by_pawns = self.pawn_attacks(pawns & position.sides[side], side);
            let royal = self.royal_targets(royals[side], side);
            attacks[side] = Attacks { by_pawns, by_pieces: by_pawns, all: by_pawns | royal };
        }
        let mut danger = [0; 2];
        for side in 0..2 {
            let sum = self.pieces(side, &mut attacks, royals, &mut danger);
            score += if side == 0 { sum } else { -sum };
        }
        for side in 0..2 {
            let mut sum = self.pawn_structure(pawns, side, royals, attacks[side].by_pawns);
            sum += self.threats(side, &attacks, pawns);
            sum.mg += self.shelter(pawns, side, royals[side]);
            sum.mg -= self.penalty(danger[side], &attacks, side, royals[side]);
            score += if side == 0 { sum } else { -sum };
        }
        score
    }

    /// Pawns of both sides.
    #[inline(always)]
    fn pawns(&self) -> Bitboard {
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

    /// Mobility of a side's pieces. Fills in what they attack, and the danger of the enemy's royal piece.
    #[inline(always)]
    fn pieces(
        &self,
        side: usize,
        attacks: &mut [Attacks; 2],
        royals: [u8; 2],
        danger: &mut [Score; 2],
    ) -> Pair {
        let (position, tables) = (self.position, &self.compiled.tables);
        let (own, occupied) = (position.sides[side], position.occupied());
        let near = self.model.near[royals[side ^ 1] as usize & 63];
        let safe = !attacks[side ^ 1].by_pawns;
        let mut sum = Pair::default();
        // Enemy pieces that are worth more than each place in the list.
        let (enemy, mut above) = (position.sides[side ^ 1], [0; MAX_KINDS + 1]);
        for (index, piece) in self.model.pieces.iter().enumerate() {
            let of_kind = position.kinds[piece.kind & 15];
            above[(index & 15) + 1] = above[index & 15] | of_kind & enemy;
            let mut left = of_kind & own;
            if left == 0 {
                continue;
            }
            if piece.is_colour_bound && colours(left) == (true, true) {
                sum += self.model.weights.pair;
            }
            let targets = above[piece.more_valuable & 15];
            while left != 0 {
                let from = left.trailing_zeros() as u8;
                left &= left - 1;
                let mut attacked = 0;
                for &group in &piece.capturing {
                    let group = &tables.path_groups[group as usize];
                    attacked |= tables.reached(self.cpu, group, side, from, occupied);
                }
                let mut reached = attacked & !own;
                for &group in &piece.moving {
                    let group = &tables.path_groups[group as usize];
                    reached |= tables.reached(self.cpu, group, side, from, occupied) & !occupied;
                }
                sum += piece.mobility((reached & safe).count_ones());
                sum += self.model.weights.threat * (attacked & targets).count_ones() as Score;
                let close = attacked & near;
                danger[side ^ 1] += self.model.weights.danger_attacker * Score::from(close != 0)
                    + piece.attack * close.count_ones() as Score;
                attacks[side].by_pieces |= attacked;
            }
        }
        attacks[side].all |= attacks[side].by_pieces;
        sum
    }

    /// Doubled, isolated, defended and passed pawns of a side.
    #[inline(always)]
    fn pawn_structure(&self, pawns: Bitboard, side: usize, royals: [u8; 2], by_pawns: Bitboard) -> Pair {
        let (position, weights) = (self.position, &self.model.weights);
        let own = pawns & position.sides[side];
        let enemy = pawns & position.sides[side ^ 1];
        let behind_own = behind(side, own);
        let opposed = behind(side, enemy);
        let mut sum = weights.defended * (own & by_pawns).count_ones() as Score;
        sum -= weights.doubled * (own & behind_own).count_ones() as Score;
        sum -= weights.isolated * (own & !beside(whole_files(own))).count_ones() as Score;
        let mut passed = own & !behind_own & !opposed & !beside(opposed);
        while passed != 0 {
            let square = passed.trailing_zeros() as u8;
            passed &= passed - 1;
            let rank = row_of(side, square);
            sum += weights.passed[rank as usize & 7];
            let front = if side == 0 { square.wrapping_sub(8) } else { square + 8 } & 63;
            if position.occupied() >> front & 1 != 0 {
                sum.eg -= weights.passed_blocked * Score::from(rank);
            }
            let further = distance(royals[side ^ 1], front) - distance(royals[side], front);
            sum.eg += weights.passed_royal * further * Score::from(rank) / 10;
        }
        sum
    }

    /// Enemy pieces that pawns attack, and those that are attacked and not defended.
    #[inline(always)]
    fn threats(&self, side: usize, attacks: &[Attacks; 2], pawns: Bitboard) -> Pair {
        let (position, weights) = (self.position, &self.model.weights);
        let enemy = position.sides[side ^ 1] & !position.kinds[self.model.royal & 15];
        let by_pawns = (attacks[side].by_pawns & enemy & !pawns).count_ones() as Score;
        let hanging = (attacks[side].all & enemy & !attacks[side ^ 1].all).count_ones() as Score;
        weights.pawn_threat * by_pawns + weights.hanging * hanging
    }

    /// Pawns in front of the royal piece.
    #[inline(always)]
    fn shelter(&self, pawns: Bitboard, side: usize, royal: u8) -> Score {
        let (own, weights) = (pawns & self.position.sides[side], &self.model.weights);
        let around = files_around(royal % 8);
        let row = ROW << (8 * (royal / 8));
        let (near, far) = if side == 0 { (row >> 8, row >> 16) } else { (row << 8, row << 16) };
        let mut sum = weights.shelter_near * (own & around & near).count_ones() as Score;
        sum += weights.shelter_far * (own & around & far).count_ones() as Score;
        if own & FILE << (royal % 8) == 0 {
            sum -= weights.open_file;
        }
        sum
    }

    /// Penalty of attacks near the royal piece of a side.
    #[inline(always)]
    fn penalty(&self, danger: Score, attacks: &[Attacks; 2], side: usize, royal: u8) -> Score {
        if danger == 0 {
            return 0;
        }
        let weights = &self.model.weights;
        let near = self.model.near[royal as usize & 63];
        let weak = near & attacks[side ^ 1].all & !attacks[side].by_pieces;
        let danger = (danger + weights.danger_weak * weak.count_ones() as Score).min(400);
        weights.danger * danger * danger / 10_000
    }

    /// Bonus of a side that leads without pawns on the board: the enemy's royal piece near the edge, both near each other.
    /// With a lone colour-bound piece only the corners of its colour will do.
    pub(super) fn driving(&self, strong: usize, lead: Score) -> Score {
        if lead < DRIVING_LEAD || self.pawns() != 0 {
            return 0;
        }
        let position = self.position;
        let [own, enemy] = [strong, strong ^ 1].map(|side| self.compiled.royal_square(position, side));
        let mut bound = 0;
        for piece in self.model.pieces.iter().filter(|piece| piece.is_colour_bound) {
            bound |= position.kinds[piece.kind & 15] & position.sides[strong];
        }
        let (column, row) = (Score::from(enemy % 8), Score::from(enemy / 8));
        let outward = match colours(bound) {
            // The corners a8 and h1 are light, h8 and a1 are dark.
            (true, false) if lead < QUEEN => 2 * (column + row - 7).abs(),
            (false, true) if lead < QUEEN => 2 * (column - row).abs(),
            _ => (2 * column - 7).abs() + (2 * row - 7).abs(),
        };
        DRIVING_OUTWARD * outward + DRIVING_CLOSE * (7 - distance(own, enemy))
    }

    /// The side that has only its royal piece left, while the other one has more but no pawns.
    #[inline(always)]
    pub(super) fn bare_side(&self) -> Option<usize> {
        let bare = self.position.sides.iter().position(|side| side & (side - 1) == 0)?;
        let is_driven = self.position.sides[bare ^ 1].count_ones() > 1 && self.pawns() == 0;
        is_driven.then_some(bare)
    }

    /// Part of a lead late in the game that is worth something, in 64ths: little if the leading side has no pawns and
    /// hardly more material.
    pub(super) fn scale(&self, strong: usize, material: [Score; 2]) -> Score {
        let has_pawns = self.pawns() & self.position.sides[strong] != 0;
        if has_pawns || material[strong] - material[strong ^ 1] >= LITTLE { 64 } else { 16 }
    }
}

/// The first row; others are shifts of it.
const ROW: Bitboard = 0xff;
