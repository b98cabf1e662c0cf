//! The end of the game, searched to its last disc.
//!
//! A position is worth the difference of discs that best play of both leads to, for the side to move, as the rules count:
//! discs on the board, empty squares are nobody's. The search is in parts by the number of empty squares: the last four
//! without a list of moves (`last`), up to seven ordered by parity only (`few`), more with table and an order of moves
//! (`many`, `order`, `look`), and the line of best play on top (`line`).

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

use super::{Kernel, Move, Position};
use hash_table::HashTable;
use search::Search;
use stability::EdgeStability;

/// What a position is worth, and how it goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The final difference of discs for the side to move.
    pub score: Score,
    /// Best play of both to the end of the game, passes included; empty if the game is over.
    pub line: Vec<Move>,
    /// Positions that were looked at.
    pub nodes: u64,
}

/// Solves positions, and remembers what it has seen.
pub struct Solver<K> {
    kernel: K,
    edges: EdgeStability,
    table: HashTable,
}

impl<K: Kernel> Solver<K> {
    /// A solver that remembers in so many bytes.
    pub fn new(kernel: K, bytes: usize) -> Solver<K> {
        Solver { kernel, edges: EdgeStability::new(), table: HashTable::new(bytes) }
    }

    /// Forgets what was seen, so that what comes next does not depend on what was before.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches a position to the end of the game. If a limit is reached before, there is no solution, only the number
    /// of positions that were looked at; a depth is no limit here.
    pub fn solve(&mut self, position: &Position, limits: &SearchLimits<'_>) -> Result<Solution, u64> {
        self.table.age();
        let mut search = Search::new(self.kernel, &self.edges, &mut self.table, *limits);
        let found = search.solve(board::Board::of(position));
        let nodes = search.nodes;
        found.map(|(score, line)| Solution { score, line, nodes }).ok_or(nodes)
    }
}
