//! The principal variation, searched with an open window.

use rules::cpu::Task;
use search::Score;

use super::board::{Board, SCORE_INF};
use super::hash_table::{NO_SQUARE, TtEntry};
use super::order::{Children, MAX_MOVES};
use super::parity::Parity;
use super::search::Search;
use crate::othello::{Kernel, Move};

impl<K: Kernel> Search<'_, K> {
    /// The exact score and the principal variation; `None` if a limit was reached.
    pub(super) fn solve(&mut self, board: Board) -> Option<(Score, Vec<Move>)> {
        let kernel = self.kernel;
        let parity = Parity::of(board.empty());
        let mut line = Vec::with_capacity(128);
        let (alpha, beta) = (-SCORE_INF, SCORE_INF);
        let score = kernel.run(PvSearch { search: self, board, parity, alpha, beta, line: &mut line });
        (!self.is_stopped).then_some((score, line))
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
        let entry = search.table.find(bucket, board).unwrap_or(TtEntry::UNKNOWN);
        let mut children = Children::<MAX_MOVES>::of(kernel, board, moves);
        children.score_moves(search, parity, empties, entry.best_moves);
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
        if best > alpha && best < beta {
            search.table.store(bucket, board, best, best, chosen, nodes);
        }
        search.table.store(bucket, board, if best <= alpha { alpha } else { best - 1 }, best, chosen, nodes);
        best
    }
}
