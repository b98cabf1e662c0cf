//! The line of best play, and the window around it.

use rules::cpu::Task;
use search::Score;

use super::board::{Board, SCORE_INF};
use super::hash_table::{NO_SQUARE, TtEntry};
use super::order::{Children, MAX_MOVES};
use super::parity::Parity;
use super::search::Search;
use crate::othello::{Kernel, Move};

impl<K: Kernel> Search<'_, K> {
    /// The exact difference and the line that leads to it; nothing if a limit was reached.
    pub(super) fn solve(&mut self, board: Board) -> Option<(Score, Vec<Move>)> {
        let kernel = self.kernel;
        let parity = Parity::of(board.empty());
        let mut line = Vec::with_capacity(128);
        let (alpha, beta) = (-SCORE_INF, SCORE_INF);
        let score = kernel.run(PvSearch { search: self, board, parity, alpha, beta, line: &mut line });
        (!self.is_stopped).then_some((score, line))
    }
}

/// A position on the line of best play, as far as is known: its exact difference is wanted if it lies in the window.
struct PvSearch<'s, 'a, K> {
    search: &'s mut Search<'a, K>,
    board: Board,
    parity: Parity,
    alpha: Score,
    beta: Score,
    /// The line from here on is put at its end.
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
                return board.final_score();
            }
            line.push(Move::PASS);
            let board = board.pass();
            return -kernel.run(PvSearch { search, board, parity, alpha: -beta, beta: -alpha, line });
        }
        let (nodes, place) = (search.nodes, search.table.place(board));
        let known = search.table.find(place, board).unwrap_or(TtEntry::NOTHING);
        let mut children = Children::<MAX_MOVES>::of(kernel, board, moves);
        children.score_moves(search, parity, empties, known.best);
        let (mut best, mut chosen) = (-SCORE_INF, NO_SQUARE);
        while let Some(child) = children.next() {
            let parity = parity.without(child.square);
            let bar = best.max(alpha);
            let mut is_candidate = best == -SCORE_INF;
            if !is_candidate {
                // Is it better than what was found? Only then it matters by how much.
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
            search.table.store(place, board, best, best, chosen, nodes);
        }
        search.table.store(place, board, if best <= alpha { alpha } else { best - 1 }, best, chosen, nodes);
        best
    }
}
