//! The exact endgame solver.
//!
//! The score is the final disc difference for the side to move under best play of both; squares left empty count as the
//! [`Scoring`] says. The search is split by the number of empty squares: the last four without a move list
//! (`last_empties`), up to seven ordered by parity only (`shallow`), more with a hash table and move ordering (`deep`,
//! `order`, `ordering_search`), and the principal variation at the root (`pv`).

mod board;
mod deep;
mod hash_table;
mod last_empties;
mod order;
mod ordering_search;
mod parity;
mod pv;
mod search;
mod shallow;
mod stability;
#[cfg(test)]
mod tests;

use ::search::{Score, SearchLimits};

use super::{Kernel, Move, Position, Scoring};
use hash_table::HashTable;
use search::Search;
use stability::EdgeStability;

/// The exact score of a position and its principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The final score for the side to move.
    pub score: Score,
    /// Best play of both to the end of the game, passes included; empty if the game is over.
    pub line: Vec<Move>,
    /// Number of nodes searched.
    pub nodes: u64,
}

/// An exact endgame solver with a hash table.
pub struct Solver<K> {
    kernel: K,
    edges: EdgeStability,
    table: HashTable,
    scoring: Scoring,
}

impl<K: Kernel> Solver<K> {
    /// A solver by [`Scoring::Plain`] whose hash table takes at most `bytes` bytes.
    pub fn new(kernel: K, bytes: usize) -> Solver<K> {
        Solver { kernel, edges: EdgeStability::new(), table: HashTable::new(bytes), scoring: Scoring::Plain }
    }

    /// The same solver with another scoring and an empty hash table.
    #[must_use]
    pub fn with_scoring(mut self, scoring: Scoring) -> Solver<K> {
        self.scoring = scoring;
        // Bounds of one scoring are wrong in the other.
        self.clear();
        self
    }

    /// Clears the hash table, so that later results do not depend on earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches a position to the end of the game. If a limit stops it, the error is the
    /// number of nodes searched. A depth limit is ignored.
    pub fn solve(&mut self, position: &Position, limits: &SearchLimits<'_>) -> Result<Solution, u64> {
        self.table.age();
        let mut search = Search::new(self.kernel, &self.edges, &mut self.table, self.scoring, *limits);
        let found = search.solve(board::Board::of(position));
        let nodes = search.nodes;
        found.map(|(score, line)| Solution { score, line, nodes }).ok_or(nodes)
    }
}
