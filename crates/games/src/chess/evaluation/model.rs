//! The evaluation of one army: everything that follows from its moves and the weights, computed once.

use search::Score;

use super::super::army::MAX_KINDS;
use super::super::compiled_army::CompiledArmy;
use super::super::reach::{self, Bitboard, LIGHT_SQUARES, MoveMode, bit, row_of};
use super::super::rules::Chess;
use super::super::values::SearchValues;
use super::super::weights::{Coefficients, EvaluationWeights};
use super::pair::Pair;
use crate::pext::Pext;

/// Largest number of targets in the mobility tables.
const MAX_TARGETS: usize = 40;
/// Part of the targets on a random board that a piece has in a game, where pawns forbid some.
const TYPICAL_SHARE: f64 = 0.85;
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
    pub(super) mobility: [Pair; MAX_TARGETS + 1],
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
    pub(super) defended: Pair,
    /// By rank of a passed pawn.
    pub(super) passed: [Pair; 8],
    pub(super) passed_blocked: Score,
    /// In tenths.
    pub(super) passed_royal: Score,
    pub(super) shelter_near: Score,
    pub(super) shelter_far: Score,
    pub(super) open_file: Score,
    pub(super) danger_attacker: Score,
    pub(super) danger_weak: Score,
    pub(super) danger: Score,
    pub(super) pawn_threat: Pair,
    pub(super) threat: Pair,
    pub(super) hanging: Pair,
}

impl IntegerWeights {
    fn new(given: &Coefficients) -> IntegerWeights {
        let whole = |weight: f64| weight.round() as Score;
        IntegerWeights {
            tempo: whole(given.tempo),
            pair: Pair::new(given.pair_mg, given.pair_eg),
            doubled: Pair::new(given.doubled_mg, given.doubled_eg),
            isolated: Pair::new(given.isolated_mg, given.isolated_eg),
            defended: Pair::new(given.defended_mg, given.defended_eg),
            passed: std::array::from_fn(|rank| {
                let square = (rank * rank) as f64;
                Pair::new(
                    given.passed_mg + given.passed_rank_mg * square,
                    given.passed_eg + given.passed_rank_eg * square,
                )
            }),
            passed_blocked: whole(given.passed_blocked),
            passed_royal: whole(10.0 * given.passed_royal),
            shelter_near: whole(given.shelter_near),
            shelter_far: whole(given.shelter_far),
            open_file: whole(given.open_file),
            danger_attacker: whole(given.danger_attacker),
            danger_weak: whole(given.danger_weak),
            danger: whole(given.danger),
            pawn_threat: Pair::new(given.pawn_threat_mg, given.pawn_threat_eg),
            threat: Pair::new(given.threat_mg, given.threat_eg),
            hanging: Pair::new(given.hanging_mg, given.hanging_eg),
        }
    }
}

/// Steps from the edge towards the centre, 0 to 3.
fn steps_inward(line: u8) -> f64 {
    f64::from(line.min(7 - line))
}

impl Model {
    /// The model of an army with these weights.
    pub(super) fn new<C: Pext>(chess: &Chess<C>, weights: &EvaluationWeights) -> Model {
        let (army, compiled, given) = (chess.army(), &chess.compiled, &weights.coefficients);
        let values = weights.values.clone();
        let pawns = compiled.promotable | compiled.pawn_like;
        let is_pawn = |kind: usize| pawns >> kind & 1 != 0;
        let mut tables = Box::new([[[Pair::default(); 64]; MAX_KINDS]; 2]);
        for (index, kind) in army.kinds.iter().enumerate() {
            let value = f64::from(values.of(index));
            for (side, of_side) in tables.iter_mut().enumerate() {
                for square in 0..64u8 {
                    let (column, rank) = (steps_inward(square % 8), f64::from(row_of(side, square)));
                    let centre = column.min(steps_inward(square / 8));
                    of_side[index][square as usize] = if kind.is_royal {
                        Pair::new(
                            -given.exposed_mg * rank.min(3.0) - given.royal_centre_mg * column,
                            given.royal_centre_eg * centre,
                        )
                    } else if is_pawn(index) {
                        Pair::new(
                            value + given.advance_mg * (rank - 1.0) + given.pawn_centre_mg * column,
                            value
                                + given.pawn_eg
                                + given.advance_eg * (rank - 1.0)
                                + given.pawn_centre_eg * column,
                        )
                    } else {
                        let late = value * (1.0 + given.piece_eg / 100.0);
                        Pair::new(value + given.centre_mg * centre, late + given.centre_eg * centre)
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
        let mobility = std::array::from_fn(|count| {
            let more = 100.0 * (count as f64 - mean) / (mean + MOBILITY_OFFSET);
            Pair::new(given.mobility_mg * more, given.mobility_eg * more)
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
            attack: (given.danger_attack * f64::from(value) / 100.0).round() as Score,
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
