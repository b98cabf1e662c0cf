//! Opponent-model search for races of several seats: the opponents' replies are predicted, only own moves branch.

mod node;

use rules::cpu::Cpu;

use crate::SearchGame;
use crate::context::SearchContext;
use crate::engine::{Engine, Progress, SearchResult};
use crate::evaluator::{Evaluator, is_forced};
use crate::request::SearchRequest;
use crate::transposition::TranspositionTable;
use node::{Node, Prediction};

/// Opponent-model search (Iida, Uiterwijk, van den Herik, 1993): every opponent is expected to make the move that its
/// [ordering hint](Evaluator::ordering_hint) favours.
///
/// A depth is one own move and the predicted replies of all the others. Among three opponents who mind their own business
/// it looks three times as far as a search that lets all of them branch. The moves of a node are limited to the first ones
/// by hint; the root has all of them.
pub struct OpponentModel<E, C> {
    cpu: C,
    evaluator: E,
    table: TranspositionTable,
}

impl<E, C: Cpu> OpponentModel<E, C> {
    /// A search with this evaluator and a transposition table of at most `hash` bytes.
    pub fn new(cpu: C, evaluator: E, hash: usize) -> OpponentModel<E, C> {
        OpponentModel { cpu, evaluator, table: TranspositionTable::new(hash) }
    }

    /// The evaluator.
    pub fn evaluator_mut(&mut self) -> &mut E {
        &mut self.evaluator
    }
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Engine<R> for OpponentModel<E, C> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        let (seat, first) = request.seat_and_first()?;
        let state = Prediction { table: &mut self.table };
        let context = SearchContext::new(self.cpu, request, &self.evaluator, seat, state);
        Some(context.deepen(first, report, |context, depth| {
            // Scores of wins count the own moves since the root: those of an iteration are comparable, others are not.
            context.state.table.clear();
            let node = Node { context, position: request.position, depth, ply: 0 };
            let score = f64::from(node.context.cpu.run(node));
            (score, is_forced(score, depth, 0))
        }))
    }

    fn new_game(&mut self, _seed: u64) {
        self.table.clear();
    }
}
