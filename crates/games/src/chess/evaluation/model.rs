//! The evaluation of one army: everything that follows from its moves and the weights, computed once.

use search::Score;

use super::super::army::{Kind, MAX_KINDS};
use super::super::compiled_army::CompiledArmy;
use super::super::reach::{self, Bitboard, LIGHT_SQUARES, MoveMode, bit, row_of};
use super::super::rules::Chess;
use super::super::values::SearchValues;
use super::super::weights::{Coefficients, EvaluationWeights, STYLES, TABLE};
use super::pair::Pair;
use crate::pext::Pext;

/// Largest number of targets in the mobility tables.
const MAX_TARGETS: usize = 40;
/// Part of the targets on a random board that a piece has in a game, where pawns forbid some.
const TYPICAL_SHARE: f64 = 0.85;
/// Value from which the tables by square count in full; else a piece might be worth less than none on some.
const FULL_PLACE: f64 = 300.0;
/// Added to the average number of targets, so that pieces with few of them are not judged by each.
const MOBILITY_OFFSET: f64 = 4.0;

/// A kind of piece that is neither royal nor a pawn.
#[derive(Clone, Debug)]
pub(super) struct PieceModel {
    pub(super) kind: usize,
    /// Groups of paths on which it captures, and on which it only moves.
    pub(super) capturing: Vec<u16>,
    pub(super) moving: Vec<u16>,
    /// Score of each number of targets.
    mobility: [Pair; MAX_TARGETS + 1],
    pub(super) outpost: Pair,
    /// For each own pawn more than five.
    pub(super) by_pawns: Pair,
    /// Score on a file without own pawns, and on one without any; 0 if it does not slide along files.
    pub(super) open_files: [Pair; 2],
    /// Danger of an attack near the enemy's royal piece.
    pub(super) attack: Score,
    /// Number of kinds that are worth clearly more; they come first in the list.
    pub(super) more_valuable: usize,
    /// `true` if it stays on squares of one colour.
    pub(super) is_colour_bound: bool,
}

/// Everything that the evaluation of an army needs.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// Value and place by side, kind and square.
    pub(super) tables: Box<[[[Pair; 64]; MAX_KINDS]; 2]>,
    /// Part of each kind in the material that decides between early and late.
    pub(super) phase: [Score; MAX_KINDS],
    /// Material of the start position, at least 1.
    pub(super) full_phase: Score,
    /// Value of each kind, for move ordering and pruning.
    pub(super) values: SearchValues,
    /// The most valuable first.
    pub(super) pieces: Vec<PieceModel>,
    /// Kinds that can be promoted or advance like pawns, as a bit mask.
    pub(super) pawns: u16,
    pub(super) royal: usize,
    /// Squares near a royal piece by its square: those around it and those it could move to.
    pub(super) near: Box<[Bitboard; 64]>,
    pub(super) weights: IntegerWeights,
}

/// The coefficients that are used with the pieces on the board, as whole numbers.
#[derive(Clone, Debug)]
pub(super) struct IntegerWeights {
    pub(super) tempo: Score,
    pub(super) pair: Pair,
    pub(super) doubled: Pair,
    pub(super) isolated: Pair,
    pub(super) backward: Pair,
    pub(super) defended: Pair,
    pub(super) phalanx: Pair,
    /// By rank of a passed pawn.
    pub(super) passed: [Pair; 8],
    pub(super) passed_blocked: Score,
    pub(super) passed_free: Score,
    pub(super) passed_safe: Score,
    /// In tenths, for steps of the enemy's and of the own royal piece.
    pub(super) passed_royal: [Score; 2],
    pub(super) shelter_near: Score,
    pub(super) shelter_far: Score,
    /// On the file of the royal piece, and on one beside it.
    pub(super) open_file: [Score; 2],
    /// By the number of ranks that the pawn is ahead, less one.
    pub(super) storm: [Score; 3],
    pub(super) danger_attacker: Score,
    pub(super) danger_weak: Score,
    pub(super) danger_check: Score,
    pub(super) danger_base: Score,
    pub(super) danger: Pair,
    pub(super) bound_pawn: Pair,
    pub(super) pawn_threat: Pair,
    pub(super) push_threat: Pair,
    pub(super) threat: Pair,
    pub(super) hanging: Pair,
    pub(super) pinned: Pair,
    /// Without pawns, and for each pawn.
    pub(super) scale: [Score; 2],
    pub(super) scale_bound: [Score; 2],
}

impl IntegerWeights {
    fn new(given: &Coefficients) -> IntegerWeights {
        let whole = |weight: f64| weight.round() as Score;
        let pair = |mg: [f64; 1], eg: [f64; 1]| Pair::new(mg[0], eg[0]);
        IntegerWeights {
            tempo: whole(given.tempo[0]),
            pair: pair(given.pair_mg, given.pair_eg),
            doubled: pair(given.doubled_mg, given.doubled_eg),
            isolated: pair(given.isolated_mg, given.isolated_eg),
            backward: pair(given.backward_mg, given.backward_eg),
            defended: pair(given.defended_mg, given.defended_eg),
            phalanx: pair(given.phalanx_mg, given.phalanx_eg),
            passed: std::array::from_fn(|rank| Pair::new(given.passed_mg[rank], given.passed_eg[rank])),
            passed_blocked: whole(given.passed_blocked[0]),
            passed_free: whole(given.passed_free[0]),
            passed_safe: whole(given.passed_safe[0]),
            passed_royal: given.passed_royal.map(|weight| whole(10.0 * weight)),
            shelter_near: whole(given.shelter_near[0]),
            shelter_far: whole(given.shelter_far[0]),
            open_file: given.open_file.map(whole),
            storm: given.storm.map(whole),
            danger_attacker: whole(given.danger_attacker[0]),
            danger_weak: whole(given.danger_weak[0]),
            danger_check: whole(given.danger_check[0]),
            danger_base: whole(given.danger_base[0]),
            danger: pair(given.danger, given.danger_eg),
            bound_pawn: pair(given.bound_pawn_mg, given.bound_pawn_eg),
            pawn_threat: pair(given.pawn_threat_mg, given.pawn_threat_eg),
            push_threat: pair(given.push_threat_mg, given.push_threat_eg),
            threat: pair(given.threat_mg, given.threat_eg),
            hanging: pair(given.hanging_mg, given.hanging_eg),
            pinned: pair(given.pinned_mg, given.pinned_eg),
            scale: given.scale.map(whole),
            scale_bound: given.scale_bound.map(whole),
        }
    }
}

/// Index of a square in the coefficients by square.
fn table_index(side: usize, square: u8) -> usize {
    let column = square % 8;
    4 * usize::from(row_of(side, square)) + usize::from(column.min(7 - column))
}

/// Parts of the styles in a kind's moves, over all squares of an empty board.
fn styles(kind: &Kind) -> [f64; STYLES] {
    let mut counts = [0.0; STYLES];
    for from in 0..64u8 {
        let reaches = reach::of_kind(kind, 0, from);
        let passed = reaches.iter().fold(0, |passed, reach| passed | reach.condition.squares());
        for reach in &reaches {
            let columns = (reach.to % 8).abs_diff(from % 8);
            let rows = (reach.to / 8).abs_diff(from / 8);
            // The first step of a slide can be blocked by nothing.
            let slides = reach.condition.squares() != 0 || passed & bit(reach.to) != 0;
            match slides {
                false => counts[0] += 1.0,
                true if columns == 0 || rows == 0 => counts[1] += 1.0,
                true if columns == rows => counts[2] += 1.0,
                true => (counts[1], counts[2]) = (counts[1] + 0.5, counts[2] + 0.5),
            }
        }
    }
    let all = counts.iter().sum::<f64>().max(1.0);
    counts.map(|count| count / all)
}

/// A coefficient for a mixture of styles.
fn mixed(styles: &[f64; STYLES], coefficients: [f64; STYLES]) -> f64 {
    styles.iter().zip(coefficients).map(|(part, coefficient)| part * coefficient).sum()
}

/// `true` if a kind moves at least two squares straight ahead and can be blocked there.
fn slides_along_files(kind: &Kind) -> bool {
    let from = 4 * 8 + 3;
    reach::of_kind(kind, 0, from).iter().any(|reach| reach.to == from - 16 && reach.condition.squares() != 0)
}

impl Model {
    /// The model of an army with these weights.
    pub(super) fn new<C: Pext>(chess: &Chess<C>, weights: &EvaluationWeights) -> Model {
        let (army, compiled, given) = (chess.army(), &chess.compiled, &weights.coefficients);
        let values = weights.values.clone();
        let pawns = compiled.promotable | compiled.pawn_like;
        let is_pawn = |kind: usize| pawns >> kind & 1 != 0;
        let mut tables = Box::new([[[Pair::default(); 64]; MAX_KINDS]; 2]);
        for (kind_index, kind) in army.kinds.iter().enumerate() {
            let value = f64::from(values.of(kind_index));
            let styles = styles(kind);
            for (side, of_side) in tables.iter_mut().enumerate() {
                for square in 0..64u8 {
                    let index = table_index(side, square);
                    let place = |tables: [&[f64; TABLE]; STYLES]| {
                        (value / FULL_PLACE).min(1.0) * mixed(&styles, tables.map(|table| table[index]))
                    };
                    of_side[kind_index][square as usize] = if kind.is_royal {
                        Pair::new(given.royal_mg[index], given.royal_eg[index])
                    } else if is_pawn(kind_index) {
                        let late = value + given.pawn_value_eg[0] + given.pawn_eg[index];
                        Pair::new(value + given.pawn_mg[index], late)
                    } else {
                        Pair::new(
                            value * (1.0 + given.piece_mg[0] / 100.0)
                                + place([&given.leaper_mg, &given.straight_mg, &given.diagonal_mg]),
                            value * (1.0 + given.piece_eg[0] / 100.0)
                                + place([&given.leaper_eg, &given.straight_eg, &given.diagonal_eg]),
                        )
                    };
                }
            }
        }
        let mut phase = [0; MAX_KINDS];
        for kind in (0..army.kinds.len()).filter(|&kind| kind != compiled.royal && !is_pawn(kind)) {
            phase[kind] = values.of(kind);
        }
        let start = &chess.start;
        let full_phase: Score =
            (0..MAX_KINDS).map(|kind| phase[kind] * start.kinds[kind].count_ones() as Score).sum();
        Model {
            tables,
            full_phase: full_phase.max(1),
            pieces: piece_models(chess, &values, given, pawns),
            phase,
            values,
            pawns,
            royal: compiled.royal,
            near: Box::new(std::array::from_fn(|square| near(chess, square as u8))),
            weights: IntegerWeights::new(given),
        }
    }
}

/// Squares around a royal piece and those it could move to on an empty board.
fn near<C: Pext>(chess: &Chess<C>, square: u8) -> Bitboard {
    let (column, row) = (square % 8, square / 8);
    let around = (0..64u8)
        .filter(|&other| (other % 8).abs_diff(column) <= 1 && (other / 8).abs_diff(row) <= 1)
        .fold(0, |all, other| all | bit(other));
    let Some(royal) = chess.army().royal() else { return around };
    let moves = reach::of_kind(&chess.army().kinds[royal], 0, square);
    let steps = moves.iter().filter(|reach| reach.condition.squares() == 0);
    steps.fold(around, |all, reach| all | bit(reach.to))
}

fn piece_models<C: Pext>(
    chess: &Chess<C>,
    values: &SearchValues,
    given: &Coefficients,
    pawns: u16,
) -> Vec<PieceModel> {
    let (army, compiled) = (chess.army(), &*chess.compiled);
    let is_piece = |&index: &usize| index != compiled.royal && pawns >> index & 1 == 0;
    let mut by_value: Vec<usize> = (0..army.kinds.len()).filter(is_piece).collect();
    by_value.sort_by_key(|&index| -values.of(index));
    let mut models = Vec::new();
    for &index in &by_value {
        let kind = &army.kinds[index];
        let (moving, capturing) = groups(compiled, index);
        let mean = TYPICAL_SHARE * chess.mobilities()[index];
        let styles = styles(kind);
        let mixed = |coefficients: [f64; STYLES]| mixed(&styles, coefficients);
        let mobility = std::array::from_fn(|count| {
            let more = 100.0 * (count as f64 - mean) / (mean + MOBILITY_OFFSET);
            let room = 100.0 * ((count as f64).sqrt() - mean.sqrt()) / (mean + MOBILITY_OFFSET).sqrt();
            Pair::new(
                mixed(given.mobility_mg) * more + mixed(given.room_mg) * room,
                mixed(given.mobility_eg) * more + mixed(given.room_eg) * room,
            )
        });
        let open_files = [0, 1].map(|index| match slides_along_files(kind) {
            true => Pair::new(given.file_mg[index], given.file_eg[index]),
            false => Pair::default(),
        });
        let value = values.of(index);
        let is_more = |&&other: &&usize| values.of(other) > value + value / 5;
        let keeps_colour = (0..64u8).all(|from| {
            let colour = |square: u8| LIGHT_SQUARES >> square & 1;
            reach::of_kind(kind, 0, from).iter().all(|reach| colour(reach.to) == colour(from))
        });
        models.push(PieceModel {
            kind: index,
            capturing,
            moving,
            mobility,
            outpost: Pair::new(mixed(given.outpost_mg), mixed(given.outpost_eg)),
            by_pawns: Pair::new(mixed(given.pawns_mg), mixed(given.pawns_eg)),
            open_files,
            attack: (given.danger_attack[0] * f64::from(value) / 100.0).round() as Score,
            more_valuable: by_value.iter().filter(is_more).count(),
            is_colour_bound: keeps_colour,
        });
    }
    models
}

/// Groups of a kind that only move, and those that capture.
fn groups(compiled: &CompiledArmy, kind: usize) -> (Vec<u16>, Vec<u16>) {
    let is_moving = |&&group: &&u16| compiled.tables.path_groups[group as usize].mode == MoveMode::Move;
    compiled.tables.of_kind[kind].iter().partition(|group| is_moving(group))
}

impl PieceModel {
    /// Score of a number of targets.
    #[inline(always)]
    pub(super) fn mobility(&self, targets: u32) -> Pair {
        self.mobility[(targets as usize).min(MAX_TARGETS)]
    }
}

/// Squares of one colour that a set touches: light, dark.
pub(super) fn colours(squares: Bitboard) -> (bool, bool) {
    (squares & LIGHT_SQUARES != 0, squares & !LIGHT_SQUARES != 0)
}
