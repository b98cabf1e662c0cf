//! Best-reply search for more than two seats: one opponent answers each move, the others pass.

mod node;

use crate::SearchGame;
use rules::cpu::Cpu;

use crate::engine::{Engine, Progress, SearchResult};
use crate::evaluator::{Evaluator, INFINITE, is_forced};
use crate::request::SearchRequest;
use crate::walk::Walk;
use node::{Node, Replies};

/// An engine that plays against the strongest single reply of all its opponents together (Schadd and Winands, 2011).
///
/// After a move of the seat that thinks, the moves of all opponents are tried in one position, as if each of them were
/// next; after the one that hurts most it is the thinker's turn again. So it looks as far ahead as against one opponent,
/// in a game that is not quite played. For this the game must say what it means that another seat
/// [is to move](SearchGame::with_turn); where it does not, the opponents move one after the other, all against the
/// thinker. Between two seats it is alpha-beta. Throws of the dice are not looked behind.
pub struct BestReply<E, C> {
    cpu: C,
    evaluator: E,
}

impl<E, C: Cpu> BestReply<E, C> {
    /// A search with this evaluator.
    pub fn new(cpu: C, evaluator: E) -> BestReply<E, C> {
        BestReply { cpu, evaluator }
    }
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Engine<R> for BestReply<E, C> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        let SearchRequest { rules, position, past, limits, .. } = *request;
        let (seat, first) = request.seat_and_first()?;
        let state = self.evaluator.refresh(rules, position);
        let replies = Replies { by: Vec::with_capacity(4096) };
        let walk = Walk::new(self.cpu, rules, &self.evaluator, seat, past, &limits, replies);
        Some(walk.deepen(first, report, |walk, depth| {
            walk.own.by.clear();
            let (alpha, beta) = (-INFINITE, INFINITE);
            let node = Node { position, state: &state, alpha, beta, depth, ply: 0, replied: false, walk };
            let score = f64::from(node.walk.cpu.run(node));
            (score, is_forced(score, depth))
        }))
    }

    fn new_game(&mut self, _seed: u64) {}
}
