//! Max^n for two to four seats: every seat plays for itself.

mod node;

use rules::cpu::Cpu;

use crate::SearchGame;
use crate::context::SearchContext;
use crate::engine::{Engine, Progress, SearchResult};
use crate::evaluator::Evaluator;
use crate::request::SearchRequest;
use node::{Node, ScoreSum};

/// Max^n: every seat maximises its own score, whatever that does to the others.
///
/// Among moves that are equally good for itself, a seat is expected to make the one that is worst for the searching seat,
/// then the one that is worst for the other seats in their order; so a position has one value, whatever the move order.
/// It does not look beyond dice.
///
/// Where the evaluator bounds the [sum of all scores](Evaluator::max_sum), shallow pruning leaves a node once its mover
/// has so much that too little remains for the seat that moved before. The value of the root stays the same.
pub struct MaxN<E, C> {
    cpu: C,
    evaluator: E,
}

impl<E, C: Cpu> MaxN<E, C> {
    /// A search with this evaluator.
    pub fn new(cpu: C, evaluator: E) -> MaxN<E, C> {
        MaxN { cpu, evaluator }
    }

    /// The evaluator.
    pub fn evaluator_mut(&mut self) -> &mut E {
        &mut self.evaluator
    }
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Engine<R> for MaxN<E, C> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        let (seat, first) = request.seat_and_first()?;
        let sum = ScoreSum::new(request.rules.seats(), &self.evaluator);
        let context = SearchContext::new(self.cpu, request, &self.evaluator, seat, sum);
        Some(context.deepen(first, report, |context, depth| {
            let node = Node { context, position: request.position, depth, ply: 0, bound: None };
            let scores = node.context.cpu.run(node);
            // Even a win may vanish at greater depth: it needs the cooperation of the others.
            (f64::from(scores[seat.index()]), false)
        }))
    }

    fn new_game(&mut self, _seed: u64) {}
}
