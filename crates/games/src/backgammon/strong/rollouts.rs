//! A closer look at the best candidates: rollouts.

use rules::cpu::Cpu;
use search::SearchLimits;

use super::{Candidate, Stakes, Strong, sort};
use crate::backgammon::rollout::{self, RolloutPlan};
use crate::backgammon::{Board, Probabilities};

/// Most trials of a rollout.
pub(super) const MOST: u64 = 100_000;
/// Candidates that are rolled out: the most, and the largest loss of equity beside the best.
const FILTER: (usize, f32) = (4, 0.06);
/// Turns after which a trial is evaluated.
const TRUNCATE: u32 = 10;
/// Trials between two reports.
const STEP: u64 = 72;

impl<C: Cpu> Strong<C> {
    /// Rolls out the best candidates, more and more often, and sorts them by the results.
    pub(super) fn roll_out(
        &self,
        candidates: &mut [Candidate],
        stakes: Stakes,
        limits: &SearchLimits<'_>,
        report: &mut dyn FnMut(&[Candidate]),
    ) {
        let Some(best) = candidates.first().map(|best| best.equity) else { return };
        let close = candidates.iter().take(FILTER.0).filter(|found| found.equity >= best - FILTER.1).count();
        let mut trials = 0;
        while close > 1 && trials < self.rollouts {
            trials = (2 * trials).clamp(STEP, self.rollouts);
            let mut rolled = candidates.to_vec();
            for candidate in &mut rolled[..close] {
                let Some(chances) = self.trials(&candidate.board.flipped(), trials, limits) else { return };
                candidate.chances = chances.flipped();
                candidate.equity = stakes.equity(candidate.chances);
            }
            sort(&mut rolled[..close]);
            candidates.copy_from_slice(&rolled);
            report(candidates);
        }
    }

    /// The result of a rollout; `None` if the search is stopped before.
    fn trials(&self, board: &Board, trials: u64, limits: &SearchLimits<'_>) -> Option<Probabilities> {
        // The same seed for every candidate: the same dice decide between them.
        let plan = RolloutPlan { trials, seed: self.seed, truncate: Some(TRUNCATE), threads: 1 };
        let result = rollout::roll_out(self.cpu, &self.networks, board, &plan, limits.stop, &|_| {})?;
        (!limits.is_stopped()).then_some(result.chances)
    }
}
