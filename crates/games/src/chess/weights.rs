//! Weights of the chess evaluation.
//!
//! The values of the pieces follow from the army; everything else is one table of coefficients that serves every army.

mod coefficients;
mod tuned;

pub use coefficients::{Coefficients, STYLES, TABLE};

use super::rules::Chess;
use super::values::SearchValues;
use crate::pext::Pext;
use crate::tuning::{Weight, WeightTable};

/// Largest value of a piece.
const MAX_VALUE: f64 = 4_000.0;

/// Weights of the evaluation of an army.
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluationWeights {
    /// `VALUE_N`: value of each kind of piece, here the one with the letter N. Royal pieces have none.
    pub values: SearchValues,
    /// Everything else.
    pub coefficients: Coefficients,
}

impl EvaluationWeights {
    /// The weights of `strong`: values derived from the moves of the army, or given in its file.
    pub fn of<C: Pext>(chess: &Chess<C>) -> EvaluationWeights {
        EvaluationWeights { values: chess.search_values().clone(), coefficients: Coefficients::TUNED }
    }

    /// Name, range and default of each weight.
    pub fn table<C: Pext>(chess: &Chess<C>) -> WeightTable {
        let values = chess.search_values();
        let value = |(index, letter): (usize, char)| {
            let start = f64::from(values.of(index));
            Weight { name: format!("VALUE_{letter}"), min: start / 2.0, max: 2.0 * start + 100.0, start }
        };
        let mut weights: Vec<Weight> = valued_kinds(chess).map(value).collect();
        weights.extend(Coefficients::weights());
        WeightTable { weights, references: Vec::new() }
    }

    /// Weights in the order of [`table`](EvaluationWeights::table). Values that no search could work with are bounded.
    pub fn from_values<C: Pext>(chess: &Chess<C>, given: &[f64]) -> EvaluationWeights {
        let mut values = chess.search_values().clone();
        let mut given = given.iter().copied();
        for (kind, _) in valued_kinds(chess) {
            if let Some(value) = given.next() {
                values.set(kind, value.clamp(0.0, MAX_VALUE).round() as search::Score);
            }
        }
        let coefficients = Coefficients::from_values(|| given.next().unwrap_or(0.0));
        EvaluationWeights { values, coefficients }
    }
}

/// Index and letter of the kinds that can be captured.
fn valued_kinds<C: Pext>(chess: &Chess<C>) -> impl Iterator<Item = (usize, char)> {
    let kinds = chess.army().kinds.iter().enumerate();
    kinds.filter(|(_, kind)| !kind.is_royal).map(|(index, kind)| (index, kind.letter))
}
