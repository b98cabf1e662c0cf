//! Best-reply search for more than two seats: one opponent replies to each move, the others pass.

mod node;

use rules::cpu::Cpu;

use crate::SearchGame;
use crate::context::SearchContext;
use crate::engine::{Engine, Progress, SearchResult};
use crate::evaluator::{Evaluator, INFINITE, is_forced};
use crate::request::SearchRequest;
use node::{Node, Replies};

/// Best-reply search (Schadd and Winands, 2011): the engine plays against the strongest single reply of all opponents.
///
/// After a move of the searching seat the moves of all opponents are tried in one position, as if each of them were next;
/// after the most harmful one it is the searching seat's turn again. The search is as deep as against one opponent, in a
/// slightly different game. It requires [`SearchGame::with_turn`]; without it the opponents move one after the other, all
/// against the searching seat. With two seats it is alpha-beta. It does not look beyond dice.
pub struct BestReply<E, C> {
    cpu: C,
    evaluator: E,
}

impl<E, C: Cpu> BestReply<E, C> {
    /// A search with this evaluator.
    pub fn new(cpu: C, evaluator: E) -> BestReply<E, C> {
        BestReply { cpu, evaluator }
    }

    /// The evaluator.
    pub fn evaluator_mut(&mut self) -> &mut E {
        &mut self.evaluator
    }
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Engine<R> for BestReply<E, C> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        let (seat, first) = request.seat_and_first()?;
        let replies = Replies { by: Vec::with_capacity(4096) };
        let context = SearchContext::new(self.cpu, request, &self.evaluator, seat, replies);
        Some(context.deepen(first, report, |context, depth| {
            context.state.by.clear();
            let (alpha, beta) = (-INFINITE, INFINITE);
            let position = request.position;
            let node = Node { context, position, alpha, beta, depth, ply: 0, replied: false };
            let score = f64::from(node.context.cpu.run(node));
            (score, is_forced(score, depth, 0))
        }))
    }

    fn new_game(&mut self, _seed: u64) {}
}
