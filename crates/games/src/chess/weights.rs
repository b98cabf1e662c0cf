//! Weights of the chess evaluation.

use super::rules::Chess;
use super::values::SearchValues;
use crate::pext::Pext;
use crate::tuning::{Weight, WeightTable};

/// Weights of the evaluation of an army, in centipawns.
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluationWeights {
    /// `VALUE_N`: value of each kind of piece, here the one with the letter N. Royal pieces have none.
    pub values: SearchValues,
    /// `MOBILITY`: for each square that a piece attacks beyond its average.
    pub mobility: f64,
    /// `CENTRE`: for each step towards the centre.
    pub centre: f64,
    /// `ADVANCE`: for each rank of a pawn towards promotion.
    pub advance: f64,
    /// `EXPOSED`: penalty of the royal piece for each rank away from its back rank.
    pub exposed: f64,
}

/// Largest value of a piece.
const MAX_VALUE: f64 = 4_000.0;

impl EvaluationWeights {
    /// The weights of `strong`: values derived from the moves of the army, or given in its file.
    pub fn of<C: Pext>(chess: &Chess<C>) -> EvaluationWeights {
        let values = chess.search_values().clone();
        EvaluationWeights { values, mobility: 4.0, centre: 4.0, advance: 6.0, exposed: 8.0 }
    }

    /// Name, range and default of each weight.
    pub fn table<C: Pext>(chess: &Chess<C>) -> WeightTable {
        let EvaluationWeights { values, mobility, centre, advance, exposed } = EvaluationWeights::of(chess);
        let value = |(index, letter): (usize, char)| {
            let start = f64::from(values.of(index));
            Weight { name: format!("VALUE_{letter}"), min: start / 2.0, max: 2.0 * start + 100.0, start }
        };
        let mut weights: Vec<Weight> = valued_kinds(chess).map(value).collect();
        for (name, start) in
            [("MOBILITY", mobility), ("CENTRE", centre), ("ADVANCE", advance), ("EXPOSED", exposed)]
        {
            weights.push(Weight { name: name.to_owned(), min: 0.0, max: 24.0, start });
        }
        WeightTable { weights, references: Vec::new() }
    }

    /// Weights in the order of [`table`](EvaluationWeights::table). Values that no search could work with are bounded.
    pub fn from_values<C: Pext>(chess: &Chess<C>, given: &[f64]) -> EvaluationWeights {
        let EvaluationWeights { mut values, .. } = EvaluationWeights::of(chess);
        let mut given = given.iter().copied();
        for (kind, _) in valued_kinds(chess) {
            if let Some(value) = given.next() {
                values.set(kind, value.clamp(0.0, MAX_VALUE).round() as search::Score);
            }
        }
        let mut next = || given.next().map_or(0.0, |weight| weight.clamp(-100.0, 100.0));
        EvaluationWeights { values, mobility: next(), centre: next(), advance: next(), exposed: next() }
    }
}

/// Index and letter of the kinds that can be captured.
fn valued_kinds<C: Pext>(chess: &Chess<C>) -> impl Iterator<Item = (usize, char)> {
    let kinds = chess.army().kinds.iter().enumerate();
    kinds.filter(|(_, kind)| !kind.is_royal).map(|(index, kind)| (index, kind.letter))
}
