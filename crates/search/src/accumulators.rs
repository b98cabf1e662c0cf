//! The accumulators of the positions on the path from the root, brought up to date on demand.

use rules::Rules;

use crate::evaluator::Evaluator;

/// One accumulator for each position on the path, owned by one search thread.
///
/// A move pushes its delta only. [`current`](AccumulatorStack::current) applies the deltas since the last accumulator that
/// was computed, or refreshes where a move has no delta; computed accumulators stay valid for all positions below them.
pub(crate) struct AccumulatorStack<R: Rules, E: Evaluator<R>> {
    entries: Vec<Entry<E::Accumulator, E::Delta>>,
    top: usize,
}

struct Entry<A, D> {
    accumulator: A,
    /// Change from the entry below; `None` if this one must be refreshed.
    delta: Option<D>,
    is_computed: bool,
}

impl<R: Rules, E: Evaluator<R>> AccumulatorStack<R, E> {
    /// Evaluators without state skip all bookkeeping.
    const IS_STATELESS: bool = size_of::<E::Accumulator>() == 0;

    /// A stack for paths of at most `capacity` positions. Nothing is allocated afterwards.
    pub(crate) fn new(capacity: usize) -> Self {
        let capacity = if Self::IS_STATELESS { 1 } else { capacity };
        let entry = || Entry { accumulator: E::Accumulator::default(), delta: None, is_computed: false };
        AccumulatorStack { entries: (0..capacity).map(|_| entry()).collect(), top: 0 }
    }

    /// Back to the root, which may be another position than before.
    pub(crate) fn reset(&mut self) {
        self.top = 0;
        self.entries[0].is_computed = false;
        self.entries[0].delta = None;
    }

    /// Enters the position after a move.
    #[inline(always)]
    pub(crate) fn push(&mut self, delta: impl FnOnce() -> Option<E::Delta>) {
        if !Self::IS_STATELESS {
            self.top += 1;
            let entry = &mut self.entries[self.top];
            entry.delta = delta();
            entry.is_computed = false;
        }
    }

    /// Returns to the position before the last move.
    #[inline(always)]
    pub(crate) fn pop(&mut self) {
        if !Self::IS_STATELESS {
            self.top -= 1;
        }
    }

    /// Accumulator of the current position.
    #[inline(always)]
    pub(crate) fn current(&mut self, evaluator: &E, rules: &R, position: &R::Position) -> &E::Accumulator {
        if !Self::IS_STATELESS && !self.entries[self.top].is_computed {
            self.compute(evaluator, rules, position);
        }
        &self.entries[self.top].accumulator
    }

    fn compute(&mut self, evaluator: &E, rules: &R, position: &R::Position) {
        let mut base = self.top;
        while !self.entries[base].is_computed {
            if self.entries[base].delta.is_none() || base == 0 {
                let entry = &mut self.entries[self.top];
                evaluator.refresh(rules, position, &mut entry.accumulator);
                entry.is_computed = true;
                return;
            }
            base -= 1;
        }
        for index in base + 1..=self.top {
            let (below, above) = self.entries.split_at_mut(index);
            let entry = &mut above[0];
            if let Some(delta) = entry.delta {
                evaluator.update(rules, &below[index - 1].accumulator, delta, &mut entry.accumulator);
            }
            entry.is_computed = true;
        }
    }
}
