//! Max^n for two to four seats: everybody plays for themselves.

mod node;

use crate::SearchGame;
use rules::cpu::Cpu;

use crate::engine::{Engine, Progress, SearchResult};
use crate::evaluator::Evaluator;
use crate::request::SearchRequest;
use crate::walk::Walk;
use node::{Node, Pie};

/// An engine that expects every seat to play for its own score, whatever that does to the others.
///
/// Of moves that are equally good for itself, a seat is expected to make the one that is worst for the seat that thinks,
/// and of these the one that is worst for the other seats in their order: so a position has one value, in whatever order
/// its moves are tried. Throws of the dice are not looked behind.
///
/// Where the evaluator knows what all scores [add up to](Evaluator::most_together), a position is left once its mover has
/// so much that too little remains for the seat that moved before (shallow pruning), which leaves the value of the root
/// as it is.
pub struct MaxN<E, C> {
    cpu: C,
    evaluator: E,
}

impl<E, C: Cpu> MaxN<E, C> {
    /// A search with this evaluator.
    pub fn new(cpu: C, evaluator: E) -> MaxN<E, C> {
        MaxN { cpu, evaluator }
    }
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Engine<R> for MaxN<E, C> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        let SearchRequest { rules, position, past, limits, .. } = *request;
        let (seat, first) = request.seat_and_first()?;
        let pie = Pie::new(rules.seats(), &self.evaluator);
        let state = self.evaluator.refresh(rules, position);
        let walk = Walk::new(self.cpu, rules, &self.evaluator, seat, past, &limits, pie);
        Some(walk.deepen(first, report, |walk, depth| {
            let node = Node { position, state: &state, depth, ply: 0, enough: None, walk };
            let scores = node.walk.cpu.run(node);
            // Even a win may vanish deeper: it takes the others to play along, and they may come to know better.
            (f64::from(scores[seat.index()]), false)
        }))
    }

    fn new_game(&mut self, _seed: u64) {}
}
