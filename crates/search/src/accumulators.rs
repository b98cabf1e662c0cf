//! The accumulators of the positions on the path from the root, brought up to date on demand.

use rules::Rules;

use crate::evaluator::Evaluator;

/// One accumulator for each position on the path, owned by one search thread.
///
/// A move pushes its delta only. [`current`](AccumulatorStack::current) applies the deltas since the last accumulator that
/// was computed, or refreshes where a move has no delta; computed accumulators stay valid for all positions below them.
pub(crate) struct AccumulatorStack<R: Rules, E: Evaluator<R>> {
    entries: Vec<AccumulatorEntry<E::Accumulator, E::Delta, R::Position>>,
    top: usize,
}

struct AccumulatorEntry<A, D, P> {
    accumulator: A,
    /// Change from the entry below.
    delta: Option<D>,
    /// Position from which the entry is refreshed if it has no delta.
    position: Option<P>,
    is_computed: bool,
}

impl<R: Rules, E: Evaluator<R>> AccumulatorStack<R, E> {
    /// Evaluators without state skip all bookkeeping.
    const IS_STATELESS: bool = size_of::<E::Accumulator>() == 0;

    /// A stack for paths of at most `capacity` positions. Nothing is allocated afterwards.
    pub(crate) fn new(capacity: usize) -> Self {
        let capacity = if Self::IS_STATELESS { 1 } else { capacity };
        let entry = || AccumulatorEntry {
            accumulator: E::Accumulator::default(),
            delta: None,
            position: None,
            is_computed: false,
        };
        AccumulatorStack { entries: (0..capacity).map(|_| entry()).collect(), top: 0 }
    }

    /// Back to the root, whose accumulator is computed so that all positions below it need updates only.
    pub(crate) fn reset(&mut self, evaluator: &E, rules: &R, root: &R::Position) {
        self.top = 0;
        if !Self::IS_STATELESS {
            evaluator.refresh(rules, root, &mut self.entries[0].accumulator);
            self.entries[0].is_computed = true;
        }
    }

    /// Enters the position after a move.
    #[inline(always)]
    pub(crate) fn push(&mut self, position: &R::Position, delta: impl FnOnce() -> Option<E::Delta>) {
        if !Self::IS_STATELESS {
            self.top += 1;
            let entry = &mut self.entries[self.top];
            entry.delta = delta();
            if entry.delta.is_none() {
                entry.position = Some(position.clone());
            }
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
    pub(crate) fn current(&mut self, evaluator: &E, rules: &R) -> &E::Accumulator {
        if !Self::IS_STATELESS && !self.entries[self.top].is_computed {
            self.compute(evaluator, rules);
        }
        &self.entries[self.top].accumulator
    }

    #[inline(always)]
    fn compute(&mut self, evaluator: &E, rules: &R) {
        // The root is always computed, so the scan ends.
        let mut base = self.top;
        while !self.entries[base].is_computed && self.entries[base].delta.is_some() {
            base -= 1;
        }
        let entry = &mut self.entries[base];
        if let (false, Some(position)) = (entry.is_computed, &entry.position) {
            evaluator.refresh(rules, position, &mut entry.accumulator);
            entry.is_computed = true;
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use rules::{Outcome, Seat, Status};

    use super::*;
    use crate::evaluator::Score;

    /// A game whose position is a number that moves are added to.
    struct Sum;

    impl Rules for Sum {
        type Position = i32;
        type Move = i32;
        type Roll = ();

        fn seats(&self) -> u8 {
            2
        }
        fn start(&self) -> i32 {
            0
        }
        fn legal_moves(&self, _position: &i32, _moves: &mut Vec<i32>) -> Status {
            Status::Over(Outcome::draw(2, "sum"))
        }
        fn play(&self, position: &mut i32, mv: i32) {
            *position += mv;
        }
        fn key(&self, position: &i32) -> u64 {
            *position as u64
        }
    }

    #[derive(Default)]
    struct Counting {
        updates: AtomicU32,
        refreshes: AtomicU32,
    }

    impl Evaluator<Sum> for Counting {
        type Accumulator = i32;
        type Delta = i32;

        fn refresh(&self, _rules: &Sum, position: &i32, accumulator: &mut i32) {
            self.refreshes.fetch_add(1, Ordering::Relaxed);
            *accumulator = *position;
        }
        /// Odd moves require a refresh.
        fn delta(&self, _rules: &Sum, _before: &i32, mv: i32, _after: &i32) -> Option<i32> {
            (mv % 2 == 0).then_some(mv)
        }
        fn update(&self, _rules: &Sum, before: &i32, delta: i32, after: &mut i32) {
            self.updates.fetch_add(1, Ordering::Relaxed);
            *after = before + delta;
        }
        fn evaluate(&self, _rules: &Sum, _position: &i32, accumulator: &i32, _seat: Seat) -> Score {
            *accumulator
        }
    }

    #[test]
    fn accumulators_are_computed_on_demand_and_only_once() {
        let evaluator = Counting::default();
        let mut stack = AccumulatorStack::<Sum, Counting>::new(8);
        let work =
            || (evaluator.refreshes.load(Ordering::Relaxed), evaluator.updates.load(Ordering::Relaxed));
        stack.reset(&evaluator, &Sum, &100);
        for mv in [2, 4, 6] {
            stack.push(&0, || evaluator.delta(&Sum, &0, mv, &0));
        }
        assert_eq!(work(), (1, 0), "moves cost nothing");
        assert_eq!(*stack.current(&evaluator, &Sum), 112);
        assert_eq!(work(), (1, 3), "all pending deltas are applied");
        stack.pop();
        stack.push(&114, || evaluator.delta(&Sum, &0, 8, &0));
        assert_eq!(*stack.current(&evaluator, &Sum), 114);
        assert_eq!(work(), (1, 4), "a sibling reuses the parent");
        stack.push(&115, || evaluator.delta(&Sum, &0, 1, &0));
        stack.push(&117, || evaluator.delta(&Sum, &0, 2, &0));
        assert_eq!(*stack.current(&evaluator, &Sum), 117);
        assert_eq!(work(), (2, 5), "a move without a delta costs one refresh");
        stack.pop();
        stack.push(&119, || evaluator.delta(&Sum, &0, 4, &0));
        assert_eq!(*stack.current(&evaluator, &Sum), 119);
        assert_eq!(work(), (2, 6), "its children reuse it");
    }
}
