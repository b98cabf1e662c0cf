//! Expectimax for games with dice: the seat that thinks against everybody else, throws weighed by how often they come.
//!
//! Every answer in this search is a range that holds the true value, and a position is left as soon as its range is one
//! value or lies outside the window it was asked for. That is all there is to pruning, at decisions
//! (alpha-beta) as at throws (Ballard's Star1 and Star2), and why it cannot change the value of the root.

mod chance;
mod memory;
mod node;
mod range;

use crate::SearchGame;
use rules::cpu::Cpu;

use crate::engine::{Engine, Progress, SearchResult};
use crate::evaluator::{Evaluator, is_forced};
use crate::request::SearchRequest;
use crate::walk::Walk;
use memory::Memory;
use node::{Node, Odds};
use range::{ONE, Range, Value};

/// How much of the throws need not be looked at. The value of the root is the same with each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruning {
    /// Every throw is looked at.
    Nothing,
    /// The rest of the throws is left out once even the best or worst of them could not matter.
    Star1,
    /// The same, and before the throws are searched one reply to each is tried, which often is enough.
    Star2,
}

/// An engine that weighs what the dice may bring. It also plays games without dice; with more than two seats it takes
/// all the others to be against it.
///
/// A depth is a turn; the throw before it belongs to it. Values are counted in 1/4096 of the evaluator's unit, and the
/// average of throws is rounded towards zero.
pub struct Expectimax<E, C> {
    cpu: C,
    evaluator: E,
    pruning: Pruning,
    memory: Memory,
}

impl<E, C: Cpu> Expectimax<E, C> {
    /// A search with this evaluator, and a table of positions of at most so many bytes; with 0 there is none.
    pub fn new(cpu: C, evaluator: E, table_bytes: usize) -> Expectimax<E, C> {
        Expectimax { cpu, evaluator, pruning: Pruning::Star2, memory: Memory::new(table_bytes) }
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
        let SearchRequest { rules, position, past, limits, .. } = *request;
        let (seat, first) = request.seat_and_first()?;
        let utmost = Value::from(self.evaluator.max_abs()) * ONE;
        let odds = Odds {
            memory: &mut self.memory,
            pruning: self.pruning,
            anything: Range { lower: -utmost, upper: utmost },
            throws: Vec::with_capacity(1024),
        };
        let state = self.evaluator.refresh(rules, position);
        let walk = Walk::new(self.cpu, rules, &self.evaluator, seat, past, &limits, odds);
        Some(walk.deepen(first, report, |walk, depth| {
            walk.own.memory.begin_iteration();
            let node = Node {
                position,
                state: &state,
                alpha: -utmost - 1,
                beta: utmost + 1,
                depth,
                ply: 0,
                probe: None,
                walk,
            };
            let score = node.walk.cpu.run(node).lower as f64 / ONE as f64;
            (score, is_forced(score, depth))
        }))
    }

    fn new_game(&mut self, _seed: u64) {
        self.memory.clear();
    }
}
