//! One node of the search.
//!
//! A [`Child`] is what a parent wants searched: a position, a window, a depth. [`search_child`] evaluates it, or makes it
//! a [`Node`], which probes the table and finds out who moves. An [`ExpandedNode`] is a node whose moves are tried; the
//! picker sees the part of it that orders moves. Recursion goes through `cpu.run`, so that every level is compiled for
//! the processor's features.

use rules::cpu::{Cpu, Task};
use rules::{Outcome, Seat, Status};

use super::expanded_node::ExpandedNode;
use super::quiescence::QSearch;
use super::{Context, MAX_PLY};
use crate::SearchGame;
use crate::evaluator::{Evaluator, ProbCut, Score, WIN, WIN_IN_MAX_PLY};
use crate::transposition::{Bound, TtEntry};

/// Distinguishes the table keys of scores for the one seat and for the other.
const OTHER_SEAT: u64 = 1 << 63;
/// Least depth of nodes in the table, where the evaluator has no margins.
pub(super) const MIN_TABLE_DEPTH: u32 = 2;
/// Least depth of internal iterative reduction.
const ITERATIVE_REDUCTION_DEPTH: u32 = 4;

/// A position to be searched to a depth, for the seat that is expected to move.
pub(super) struct Node<'w, 'a, R: SearchGame, E: Evaluator<R>, C> {
    pub(super) context: &'w mut Context<'a, R, E, C>,
    pub(super) position: &'w R::Position,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) seat: Seat,
    /// `false` below a null move: two in a row prove nothing.
    pub(super) allow_null: bool,
    /// `true` if some move is expected to exceed beta.
    pub(super) is_cut: bool,
    /// Key of a move that is left out, to see if it is the only good one; 0 for none.
    pub(super) excluded: u32,
}

/// Key of the transposition table for scores of a seat.
#[inline(always)]
pub(super) fn table_key<R: SearchGame>(rules: &R, position: &R::Position, seat: Seat) -> u64 {
    rules.search_key(position) ^ if seat == Seat::FIRST { 0 } else { OTHER_SEAT }
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Task for Node<'_, '_, R, E, C> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Node {
            context,
            position,
            mut alpha,
            mut beta,
            mut depth,
            ply,
            seat,
            allow_null,
            is_cut,
            excluded,
        } = self;
        if !context.visit(ply) {
            return 0;
        }
        let is_selective = E::PAWN.is_some();
        let (rules, evaluator, features) = (context.rules, context.evaluator, context.state.features);
        if let Some(outcome) = context.early_repetition(position, ply) {
            return evaluator.terminal_score(&outcome, seat, ply);
        }
        if is_selective && features.mate_distance && ply > 0 {
            alpha = alpha.max(-WIN + ply as Score);
            beta = beta.min(WIN - ply as Score - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        let is_pv = beta - alpha > 1;
        // The table holds scores of the seat to move, which is known for certain only after generation. It is probed for
        // the seat expected to move; where another one moves, nothing is found.
        let has_table = features.table && (is_selective || depth >= MIN_TABLE_DEPTH);
        let key = if has_table { table_key(rules, position, seat) } else { 0 };
        // The table entry may still be on its way from memory.
        let in_check = rules.in_check(position);
        let entry = if has_table { context.state.table.probe(key) } else { None };
        if let Some(entry) = entry
            && ply > 0
            && excluded == 0
            && !(is_selective && is_pv)
            && let Some(score) = usable_score(entry, alpha, beta, depth, ply, features.tt_accept_deeper)
        {
            return score;
        }
        let node = Child { position, alpha, beta, depth, ply, seat, allow_null, is_cut };
        if let Some(score) = predicted_score(context, node) {
            return score;
        }
        let base = context.moves.len();
        let status = if R::STAGED {
            rules.early_status(position)
        } else {
            rules.legal_moves(position, &mut context.moves)
        };
        let turn = match status {
            Status::Turn(turn) => turn,
            Status::Over(outcome) => return evaluator.terminal_score(&outcome, seat, ply),
            // Alpha-beta does not look beyond dice.
            Status::Chance => return context.evaluate(position, seat),
        };
        // Usually the seats alternate; where one moves again, the window and the score change sides.
        let is_expected = turn == seat;
        let (alpha, beta, key) =
            if is_expected { (alpha, beta, key) } else { (-beta, -alpha, key ^ OTHER_SEAT) };
        context.enter(position);
        let entry = entry.filter(|_| is_expected);
        let tt_move_key = match (ply, context.root_best) {
            (0, Some(best)) => rules.move_key(best),
            _ => entry.map_or(0, |entry| entry.move_key),
        };
        // Without a move to try first, a shallower search costs less than a bad order.
        if is_selective
            && features.iterative_reduction
            && tt_move_key == 0
            && depth >= ITERATIVE_REDUCTION_DEPTH
            && (is_pv || is_cut)
        {
            depth -= 1;
        }
        let mut node = ExpandedNode {
            position,
            alpha,
            beta,
            depth,
            ply,
            turn,
            base,
            key,
            tt_move_key,
            in_check,
            raw_eval: entry.and_then(|entry| entry.eval),
            eval: 0,
            is_pv,
            is_cut,
            is_improving: false,
            excluded,
            entry,
        };
        let score = node.prune(context, allow_null);
        let score = score.unwrap_or_else(|| node.search(context));
        context.leave(base);
        if is_expected { score } else { -score }
    }
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Context<'_, R, E, C> {
    /// Outcome of the game if this position ends it by repetition or a counter; with margins, the first repetition below
    /// the root is taken for the last.
    #[inline(always)]
    pub(super) fn early_repetition(&self, position: &R::Position, ply: u32) -> Option<Outcome> {
        let is_early = E::PAWN.is_some() && self.state.features.early_repetition;
        if ply == 0 { None } else { self.repetitions.outcome(self.rules, position, is_early) }
    }
}

/// Score of a node that a shallow search predicts to lie outside the window (Multi-ProbCut). No move is generated yet.
#[inline(always)]
fn predicted_score<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    context: &mut Context<'_, R, E, C>,
    node: Child<'_, R::Position>,
) -> Option<Score> {
    let Child { position, alpha, beta, depth, ply, seat, is_cut, .. } = node;
    if !context.state.features.prob_cut || beta - alpha > 1 || ply == 0 || beta.abs() > WIN_IN_MAX_PLY {
        return None;
    }
    let ProbCut { depth, margin } = context.evaluator.prob_cut(context.rules, position, depth)?;
    let eval = context.evaluate(position, seat);
    let mut search = |bound: Score| {
        let (alpha, beta) = (bound - 1, bound);
        let (cpu, allow_null) = (context.cpu, false);
        cpu.run(Node { context, position, alpha, beta, depth, ply, seat, allow_null, is_cut, excluded: 0 })
    };
    // The static evaluation tells which side is worth a search.
    if eval >= beta - margin / 2 && search(beta + margin) >= beta + margin {
        return Some(beta);
    }
    if eval <= alpha + margin / 2 && search(alpha - margin + 1) <= alpha - margin {
        return Some(alpha);
    }
    None
}

/// Score of a table entry if it decides a node with this window.
#[inline(always)]
pub(super) fn usable_score(
    entry: TtEntry,
    alpha: Score,
    beta: Score,
    depth: u32,
    ply: u32,
    accept_deeper: bool,
) -> Option<Score> {
    let is_deep = entry.depth == depth || entry.depth > depth && accept_deeper;
    let score = from_table(entry.score, ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    (is_deep && decides).then_some(score)
}

/// A position below a node.
pub(super) struct Child<'w, P> {
    pub(super) position: &'w P,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) seat: Seat,
    pub(super) allow_null: bool,
    pub(super) is_cut: bool,
}

impl<P> Clone for Child<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Child<'_, P> {}

/// Score of a child for its seat: searched, or evaluated if no depth is left.
#[inline(always)]
pub(super) fn search_child<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    context: &mut Context<'_, R, E, C>,
    child: Child<'_, R::Position>,
) -> Score {
    let Child { position, alpha, beta, depth, ply, seat, allow_null, is_cut } = child;
    let cpu = context.cpu;
    if depth > 0 && ply < MAX_PLY {
        let excluded = 0;
        return cpu.run(Node {
            context,
            position,
            alpha,
            beta,
            depth,
            ply,
            seat,
            allow_null,
            is_cut,
            excluded,
        });
    }
    if R::HAS_NOISE && context.state.features.quiescence && ply < MAX_PLY {
        return cpu.run(QSearch { context, position, alpha, beta, ply, seat, qply: 0 });
    }
    context.visit_horizon(ply);
    match context.early_repetition(position, ply) {
        Some(outcome) => context.evaluator.terminal_score(&outcome, seat, ply),
        None => context.evaluate(position, seat),
    }
}

/// A score as it is stored: a forced win by its distance from the position, not from the root.
#[inline(always)]
pub(super) fn to_table(score: Score, ply: u32) -> Score {
    if score > WIN_IN_MAX_PLY {
        score + ply as Score
    } else if score < -WIN_IN_MAX_PLY {
        score - ply as Score
    } else {
        score
    }
}

/// The score of an entry, as seen from the root.
#[inline(always)]
pub(super) fn from_table(score: Score, ply: u32) -> Score {
    if score > WIN_IN_MAX_PLY {
        score - ply as Score
    } else if score < -WIN_IN_MAX_PLY {
        score + ply as Score
    } else {
        score
    }
}
