//! A position in which the dice are to be rolled.

use crate::SearchGame;
use rules::cpu::Cpu;

use super::Pruning;
use super::node::{Node, Probe, Search, exactly};
use super::range::{Range, Sum, Value};
use crate::evaluator::Evaluator;

/// A position that awaits the dice. Values are those of the seat that thinks.
pub(super) struct Chance<'w, R: SearchGame, S> {
    pub(super) position: &'w R::Position,
    pub(super) state: &'w S,
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: u32,
    pub(super) ply: u32,
}

impl<R: SearchGame, S: Copy> Chance<'_, R, S> {
    /// The average of the throws.
    #[inline(always)]
    pub(super) fn weigh<E: Evaluator<R, Accumulator = S>, C: Cpu>(
        &self,
        walk: &mut Search<'_, R, E, C>,
    ) -> Range {
        let rules = walk.rules;
        let rolls = rules.rolls(self.position);
        let weight = rolls.iter().map(|&(_, weight)| i64::from(weight)).sum();
        if weight == 0 {
            return exactly(walk.evaluator.score(rules, self.position, self.state, walk.seat));
        }
        let anything = walk.own.anything;
        let mut sum = Sum::new(weight, anything);
        let base = walk.own.throws.len();
        walk.own.throws.resize(base + rolls.len(), anything);
        walk.enter(self.position);
        let moves = walk.moves.len();
        // A window that everything fits into cannot be answered by bounds.
        let probe = Probe { lower: self.beta <= anything.upper, upper: self.alpha >= anything.lower };
        let may_help = walk.own.pruning == Pruning::Star2 && (probe.lower || probe.upper);
        let is_answered = may_help && self.look(walk, rolls, base, &mut sum, Some(probe));
        if !is_answered {
            self.look(walk, rolls, base, &mut sum, None);
        }
        walk.leave(moves);
        walk.own.throws.truncate(base);
        walk.end_line(self.ply);
        sum.average()
    }

    /// Looks at the throws one by one, or only probes them; says whether nothing more needs to be known.
    #[inline(always)]
    fn look<E: Evaluator<R, Accumulator = S>, C: Cpu>(
        &self,
        walk: &mut Search<'_, R, E, C>,
        rolls: &[(R::Roll, u32)],
        base: usize,
        sum: &mut Sum,
        probe: Option<Probe>,
    ) -> bool {
        let cpu = walk.cpu;
        for (index, &(roll, weight)) in rolls.iter().enumerate() {
            let (before, weight) = (walk.own.throws[base + index], i64::from(weight));
            if before.is_exact() || weight == 0 {
                continue;
            }
            let (alpha, beta) = match walk.own.pruning {
                Pruning::Nothing => (before.lower - 1, before.upper + 1),
                _ => sum.window(self.alpha, self.beta, weight, before),
            };
            let mut rolled = self.position.clone();
            walk.rules.apply_roll(&mut rolled, roll);
            let now = cpu.run(Node {
                walk: &mut *walk,
                position: &rolled,
                state: self.state,
                alpha,
                beta,
                depth: self.depth,
                ply: self.ply,
                probe,
            });
            if walk.is_stopped() {
                return true;
            }
            let now = now.and(before);
            sum.learn(weight, before, now);
            walk.own.throws[base + index] = now;
            if walk.own.pruning != Pruning::Nothing && sum.average().answers(self.alpha, self.beta) {
                return true;
            }
            // Mostly the same seat moves after every throw: where one probe says nothing, the others will not.
            if probe.is_some() && now == before {
                return false;
            }
        }
        false
    }
}
