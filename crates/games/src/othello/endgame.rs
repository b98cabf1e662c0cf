//! The exact endgame solver.
//!
//! The score is the final disc difference for the side to move under best play of both; squares left empty count as the
//! [`Scoring`] says. The search is split by the number of empty squares: the last four without a move list
//! (`last_empties`), up to seven ordered by parity only (`shallow`), more with a hash table and move ordering (`deep`,
//! `order`, `ordering_search`), and the principal variation at the root (`pv`). Selective passes come before the exact
//! one (`selectivity`), and threads share the moves of large nodes (`split`, `helper_pool`).

mod board;
mod deep;
mod hash_table;
mod helper_pool;
mod last_empties;
mod order;
mod ordering_search;
mod parity;
mod pv;
mod search;
mod selectivity;
mod shallow;
mod split;
mod stability;
#[cfg(test)]
mod tests;

use std::thread;

use ::search::{Score, SearchLimits};

use super::patterns::PatternEvaluator;
use super::{Kernel, Move, Position, Scoring};
use hash_table::HashTable;
use helper_pool::HelperPool;
use search::Search;
use split::SPLIT_EMPTIES;
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
    evaluator: PatternEvaluator,
    table: HashTable,
    scoring: Scoring,
    threads: usize,
}

impl<K: Kernel> Solver<K> {
    /// A solver by [`Scoring::Plain`] whose hash table takes at most `bytes` bytes.
    pub fn new(kernel: K, bytes: usize) -> Solver<K> {
        Solver {
            kernel,
            edges: EdgeStability::new(),
            evaluator: PatternEvaluator::new(),
            table: HashTable::new(bytes),
            scoring: Scoring::Plain,
            threads: 1,
        }
    }

    /// The same solver with another scoring and an empty hash table.
    #[must_use]
    pub fn with_scoring(mut self, scoring: Scoring) -> Solver<K> {
        self.scoring = scoring;
        // Bounds of one scoring are wrong in the other.
        self.clear();
        self
    }

    /// The same solver on several threads. Scores do not depend on their number; nodes and lines may.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Solver<K> {
        self.threads = threads.max(1);
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
        let (board, helpers) = (board::Board::of(position), HelperPool::new(self.threads));
        let mut search =
            Search::new(self.kernel, &self.edges, &self.evaluator, &self.table, self.scoring, *limits);
        // A node limit is exact, and its results repeatable, on one thread only.
        let found = if self.threads > 1 && limits.nodes == u64::MAX && board.empties() > SPLIT_EMPTIES {
            search.helpers = Some(&helpers);
            thread::scope(|scope| {
                let _guard = helpers.close_on_drop();
                for _ in 1..self.threads {
                    let helper = search.fork(None);
                    let helpers = &helpers;
                    scope.spawn(move || helpers.serve(|split| helper.help(split)));
                }
                search.solve(board)
            })
        } else {
            search.solve(board)
        };
        let nodes = search.nodes;
        found.map(|(score, line)| Solution { score, line, nodes }).ok_or(nodes)
    }
}
