//! Chance nodes: positions in which the dice are to be rolled.

use rules::cpu::Cpu;

use super::Pruning;
use super::node::{Context, Node, Probe, exactly};
use super::range::{Range, Sum, Value};
use crate::SearchGame;
use crate::evaluator::Evaluator;

/// A position that awaits a roll. Values are those of the searching seat.
pub(super) struct ChanceNode<'w, R: SearchGame> {
    pub(super) position: &'w R::Position,
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: u32,
    pub(super) ply: u32,
}

impl<R: SearchGame> ChanceNode<'_, R> {
    /// Average over the rolls.
    #[inline(always)]
    pub(super) fn search<E: Evaluator<R>, C: Cpu>(&self, context: &mut Context<'_, R, E, C>) -> Range {
        let rolls = context.rules.rolls(self.position);
        let weight = rolls.iter().map(|&(_, weight)| i64::from(weight)).sum();
        if weight == 0 {
            return exactly(context.evaluate(self.position, context.seat));
        }
        let unknown = context.state.unknown;
        let mut sum = Sum::new(weight, unknown);
        let base = context.state.rolls.len();
        context.state.rolls.resize(base + rolls.len(), unknown);
        context.enter(self.position);
        let moves = context.moves.len();
        // A window that contains every value cannot be decided by bounds.
        let probe = Probe { lower: self.beta <= unknown.upper, upper: self.alpha >= unknown.lower };
        let may_help = context.state.pruning == Pruning::Star2 && (probe.lower || probe.upper);
        let is_decided = may_help && self.search_rolls(context, rolls, base, &mut sum, Some(probe));
        if !is_decided {
            self.search_rolls(context, rolls, base, &mut sum, None);
        }
        context.leave(moves);
        context.state.rolls.truncate(base);
        context.end_pv(self.ply);
        sum.average()
    }

    /// Searches the rolls one by one, or only probes them. Returns `true` if the window is decided.
    #[inline(always)]
    fn search_rolls<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &mut Context<'_, R, E, C>,
        rolls: &[(R::Roll, u32)],
        base: usize,
        sum: &mut Sum,
        probe: Option<Probe>,
    ) -> bool {
        let cpu = context.cpu;
        for (index, &(roll, weight)) in rolls.iter().enumerate() {
            let (before, weight) = (context.state.rolls[base + index], i64::from(weight));
            if before.is_exact() || weight == 0 {
                continue;
            }
            let (alpha, beta) = match context.state.pruning {
                Pruning::Nothing => (before.lower - 1, before.upper + 1),
                _ => sum.window(self.alpha, self.beta, weight, before),
            };
            let mut rolled = self.position.clone();
            context.rules.apply_roll(&mut rolled, roll);
            let now = cpu.run(Node {
                context: &mut *context,
                position: &rolled,
                alpha,
                beta,
                depth: self.depth,
                ply: self.ply,
                probe,
            });
            if context.is_stopped() {
                return true;
            }
            let now = now.and(before);
            sum.replace(weight, before, now);
            context.state.rolls[base + index] = now;
            if context.state.pruning != Pruning::Nothing && sum.average().is_decided(self.alpha, self.beta) {
                return true;
            }
            // The same seat usually moves after every roll: where one probe yields nothing, the others will not.
            if probe.is_some() && now == before {
                return false;
            }
        }
        false
    }
}
