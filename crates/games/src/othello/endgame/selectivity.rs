//! Selective search: subtrees whose result a shallow search predicts are skipped.
//!
//! A selective pass finds the score in a fraction of the time, with a small chance of error. The exact pass after it
//! starts with its score and its best moves, and trusts none of its bounds.

use search::Score;

use super::board::Board;
use super::search::Search;
use crate::othello::Kernel;
use crate::othello::patterns::{Indices, UNIT};

/// Reliability of a search, the lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Selectivity(u8);

/// Margins of the selective levels, in hundredths of the standard error of the prediction.
const MARGINS: [Score; 1] = [110];

impl Selectivity {
    /// Nothing is skipped.
    pub(super) const EXACT: Selectivity = Selectivity(MARGINS.len() as u8);

    /// The passes of a search: selective ones first where they pay.
    pub(super) fn passes(empties: u32) -> impl Iterator<Item = Selectivity> {
        let first = if empties >= SELECTIVE_FROM { 0 } else { Selectivity::EXACT.0 };
        (first..=Selectivity::EXACT.0).map(Selectivity)
    }

    pub(super) const fn of_level(level: u8) -> Selectivity {
        Selectivity(level)
    }

    #[inline(always)]
    pub(super) const fn level(self) -> u8 {
        self.0
    }
}

/// Minimum number of empty squares at the root for selective passes.
const SELECTIVE_FROM: u32 = 20;
/// Minimum number of empty squares of a position that may be skipped.
const MIN_EMPTIES: u32 = 13;

/// Standard error of a shallow search by its depth, in hundredths of a disc.
const DEVIATIONS: [Score; 7] = [760, 640, 560, 520, 470, 440, 410];

impl<K: Kernel> Search<'_, K> {
    /// Bound that decides a null-window search above `alpha`, if a shallow search predicts it.
    #[inline(always)]
    pub(super) fn predicted(&mut self, board: Board, empties: u32, alpha: Score) -> Option<Score> {
        let margin = *MARGINS.get(self.selectivity.level() as usize)?;
        if empties < MIN_EMPTIES {
            return None;
        }
        let depth = ((empties - MIN_EMPTIES) / 3 + 1).min(DEVIATIONS.len() as u32 - 1);
        let margin = margin * DEVIATIONS[depth as usize] / 100;
        let to_value = |score: Score, margin: Score| (100 * score + margin) * UNIT / 100;
        let indices = Indices::of(board.mover, board.other);
        let high = to_value(alpha + 1, margin);
        let low = to_value(alpha, -margin);
        let now = self.shallow_value(board, indices, 0, low, high);
        let middle = to_value(alpha, 0);
        if now >= middle {
            (self.shallow_value(board, indices, depth, high - 1, high) >= high).then_some(alpha + 1)
        } else {
            (self.shallow_value(board, indices, depth, low, low + 1) <= low).then_some(alpha)
        }
    }
}
