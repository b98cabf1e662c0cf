//! The principal variation, searched with an open window.

use rules::cpu::Task;
use search::Score;

use super::board::{Board, SCORE_INF};
use super::hash_table::{NO_SQUARE, NullWindowResult, TtEntry};
use super::order::{Children, MAX_MOVES};
use super::parity::Parity;
use super::search::Search;
use super::selectivity::Selectivity;
use crate::othello::{Kernel, Move};

/// Half-width of the first window around the estimated score.
const WINDOW: Score = 4;

impl<K: Kernel> Search<'_, K> {
    /// The exact score and the principal variation; `None` if a limit was reached.
    pub(super) fn solve(&mut self, board: Board) -> Option<(Score, Vec<Move>)> {
        let mut line = Vec::with_capacity(128);
        let mut estimate = self.estimate(board);
        for level in Selectivity::passes(board.empties()) {
            self.selectivity = level;
            estimate = self.aspirate(board, estimate, &mut line)?;
        }
        Some((estimate, line))
    }

    /// The score at the current selectivity, in growing windows around an estimate, and its variation.
    fn aspirate(&mut self, board: Board, estimate: Score, line: &mut Vec<Move>) -> Option<Score> {
        let (kernel, parity) = (self.kernel, Parity::of(board.empty()));
        let mut half = WINDOW;
        let (mut alpha, mut beta) =
            ((estimate - half).clamp(-SCORE_INF, 63), (estimate + half).clamp(-63, SCORE_INF));
        loop {
            line.clear();
            let score = kernel.run(PvSearch { search: self, board, parity, alpha, beta, line });
            if self.is_stopped {
                return None;
            }
            half *= 2;
            if score <= alpha && alpha > -SCORE_INF {
                (alpha, beta) = ((score - half).max(-SCORE_INF), score + 1);
            } else if score >= beta && beta < SCORE_INF {
                (alpha, beta) = (score - 1, (score + half).min(SCORE_INF));
            } else {
                return Some(score);
            }
        }
    }
}

/// A PV node: its score is exact if it lies within (`alpha`, `beta`).
struct PvSearch<'s, 'a, K> {
    search: &'s mut Search<'a, K>,
    board: Board,
    parity: Parity,
    alpha: Score,
    beta: Score,
    /// The principal variation from here on is appended.
    line: &'s mut Vec<Move>,
}

impl<K: Kernel> Task for PvSearch<'_, '_, K> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let PvSearch { search, board, parity, alpha, beta, line } = self;
        let (kernel, empties, base) = (search.kernel, board.empties(), line.len());
        search.poll_stop();
        if !search.count_node() {
            return alpha;
        }
        let moves = board.moves(kernel);
        if moves == 0 {
            if board.pass().moves(kernel) == 0 {
                return board.final_score(search.scoring);
            }
            line.push(Move::PASS);
            let board = board.pass();
            return -kernel.run(PvSearch { search, board, parity, alpha: -beta, beta: -alpha, line });
        }
        let (nodes, bucket) = (search.nodes, search.table.bucket(board));
        let entry = search.table.find(bucket, board, search.selectivity).unwrap_or(TtEntry::UNKNOWN);
        let mut children = Children::<MAX_MOVES>::of(kernel, board, moves);
        children.score_moves(search, board, parity, empties, entry.best_moves);
        let (mut best, mut chosen) = (-SCORE_INF, NO_SQUARE);
        while let Some(child) = children.next() {
            let parity = parity.without(child.square);
            let bar = best.max(alpha);
            let mut is_candidate = best == -SCORE_INF;
            if !is_candidate {
                // Null-window search first; re-search only a move that beats the best.
                let score = -search.null_window(child.board, parity, empties - 1, -bar - 1);
                is_candidate = score > bar;
                best = if is_candidate { best } else { best.max(score) };
            }
            if is_candidate && !search.is_stopped {
                let end = line.len();
                line.push(Move::on(child.square));
                let board = child.board;
                let score = -kernel.run(PvSearch { search, board, parity, alpha: -beta, beta: -bar, line });
                if score > best {
                    line.drain(base..end);
                    (best, chosen) = (score, child.square);
                } else {
                    line.truncate(end);
                }
            }
            if search.is_stopped {
                return alpha;
            }
            if best >= beta {
                break;
            }
        }
        let nodes = search.nodes - nodes;
        let selectivity = search.selectivity;
        let store = |alpha| {
            let result = NullWindowResult { alpha, score: best, best: chosen, nodes, selectivity };
            search.table.store(bucket, board, result);
        };
        if best > alpha && best < beta {
            store(best);
        }
        store(if best <= alpha { alpha } else { best - 1 });
        best
    }
}
