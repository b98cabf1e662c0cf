//! Expectimax for games with dice: the searching seat against all others, rolls weighted by their probability.
//!
//! Every node returns a range that contains its true value, and is left as soon as the range is a single value or lies
//! outside the window. Pruning at decisions (alpha-beta) and at chance nodes (Ballard's Star1 and Star2) follows from this
//! alone, so it cannot change the value of the root.

mod chance;
mod node;
mod range;
mod range_table;

use rules::InputError;
use rules::cpu::Cpu;

use crate::SearchGame;
use crate::context::SearchContext;
use crate::engine::{Engine, MAX_HASH, Progress, SearchResult, option_number};
use crate::evaluator::{Evaluator, is_forced};
use crate::request::SearchRequest;
use node::{ChanceState, Node};
use range::{ONE, Range, Value};
use range_table::RangeTable;

/// Pruning at chance nodes. The value of the root is the same with each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruning {
    /// Every roll is searched.
    Nothing,
    /// The remaining rolls are skipped once even their best or worst values cannot matter.
    Star1,
    /// The same, after a probing phase that tries one reply to each roll, which is often enough.
    Star2,
}

/// Expectimax search. It also plays games without dice; with more than two seats all others are opponents.
///
/// A depth is a turn including the roll before it. Values are counted in 1/4096 of the evaluator's unit, and the average
/// of the rolls is rounded towards zero.
pub struct Expectimax<E, C> {
    cpu: C,
    evaluator: E,
    pruning: Pruning,
    table: RangeTable,
}

impl<E, C: Cpu> Expectimax<E, C> {
    /// A search with this evaluator and a table of at most `table_bytes` bytes; 0 turns the table off.
    pub fn new(cpu: C, evaluator: E, table_bytes: usize) -> Expectimax<E, C> {
        Expectimax { cpu, evaluator, pruning: Pruning::Star2, table: RangeTable::new(table_bytes) }
    }

    /// The same with this pruning.
    #[must_use]
    pub fn with_pruning(mut self, pruning: Pruning) -> Self {
        self.pruning = pruning;
        self
    }
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Engine<R> for Expectimax<E, C> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        let (seat, first) = request.seat_and_first()?;
        let max = Value::from(self.evaluator.max_abs()) * ONE;
        let state = ChanceState {
            table: &mut self.table,
            pruning: self.pruning,
            unknown: Range { lower: -max, upper: max },
            rolls: Vec::with_capacity(1024),
        };
        let context = SearchContext::new(self.cpu, request, &self.evaluator, seat, state);
        Some(context.deepen(first, report, |context, depth| {
            context.state.table.begin_iteration();
            let (alpha, beta) = (-max - 1, max + 1);
            let position = request.position;
            let node = Node { context, position, alpha, beta, depth, ply: 0, probe: None };
            let score = node.context.cpu.run(node).lower as f64 / ONE as f64;
            (score, is_forced(score, depth, 0))
        }))
    }

    fn new_game(&mut self, _seed: u64) {
        self.table.clear();
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        match key {
            "hash" => self.table = RangeTable::new(option_number(key, value, MAX_HASH)? << 20),
            _ => {
                return Err(InputError::new(format!(
                    "there is no option {} to change: expected hash",
                    InputError::quote(key)
                )));
            }
        }
        Ok(())
    }
}
