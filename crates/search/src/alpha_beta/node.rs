//! One node of the search.
//!
//! A [`Child`] is what a parent wants searched: a position, a window, a depth. [`search_child`] evaluates it, or makes it
//! a [`Node`], which probes the table and finds out who moves. An [`ExpandedNode`] is a node whose moves are tried; the
//! picker sees the part of it that orders moves. Recursion goes through `cpu.run`, so that every level is compiled for
//! the processor's features.

use rules::cpu::{Cpu, Task};
use rules::{Seat, Status};

use super::abdada::{self, AbdadaTable};
use super::picker::{MovePicker, PickedNode};
use super::quiescence::QSearch;
use super::{Context, MAX_PLY};
use crate::SearchGame;
use crate::evaluator::{Evaluator, ProbCut, Score, WIN, WIN_IN_MAX_PLY};
use crate::transposition::{Bound, TtEntry};

/// Distinguishes the table keys of scores for the one seat and for the other.
const OTHER_SEAT: u64 = 1 << 63;
/// Depth reduction of the null-move search.
const NULL_REDUCTION: u32 = 2;
/// Number of moves searched to full depth before late-move reductions start.
const FULL_DEPTH_MOVES: usize = 3;

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
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Task for Node<'_, '_, R, E, C> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Node { context, position, alpha, beta, depth, ply, seat, allow_null } = self;
        if !context.visit(ply) {
            return 0;
        }
        let (rules, evaluator) = (context.rules, context.evaluator);
        if let Some(outcome) = context.repetition(position, ply) {
            return evaluator.terminal_score(&outcome, seat, ply);
        }
        // The table holds scores of the seat to move, which is known for certain only after generation. It is probed for
        // the seat expected to move; where another one moves, nothing is found.
        let has_table = context.state.features.table && depth > 1;
        let side = if seat == Seat::FIRST { 0 } else { OTHER_SEAT };
        let key = if has_table { rules.search_key(position) ^ side } else { 0 };
        let entry = if has_table { context.state.table.probe(key) } else { None };
        if let Some(entry) = entry
            && ply > 0
            && let Some(score) =
                usable_score(entry, alpha, beta, depth, ply, context.state.features.tt_accept_deeper)
        {
            return score;
        }
        let node = Child { position, alpha, beta, depth, ply, seat, allow_null };
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
        let tt_move_key = match (ply, context.root_best) {
            (0, Some(best)) => rules.move_key(best),
            _ => entry.map_or(0, |entry| entry.move_key),
        };
        let in_check = rules.in_check(position);
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
            eval: entry.and_then(|entry| entry.eval).filter(|_| is_expected),
        };
        let allow_null = allow_null && context.state.features.null_move && !in_check;
        let score = match allow_null {
            true => node.null_move(context),
            false => None,
        };
        let score = score.unwrap_or_else(|| node.search(context));
        context.leave(base);
        if is_expected { score } else { -score }
    }
}

/// Score of a node that a shallow search predicts to lie outside the window (Multi-ProbCut). No move is generated yet.
#[inline(always)]
fn predicted_score<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    context: &mut Context<'_, R, E, C>,
    node: Child<'_, R::Position>,
) -> Option<Score> {
    let Child { position, alpha, beta, depth, ply, seat, .. } = node;
    if !context.state.features.prob_cut || beta - alpha > 1 || ply == 0 || beta.abs() > WIN_IN_MAX_PLY {
        return None;
    }
    let ProbCut { depth, margin } = context.evaluator.prob_cut(context.rules, position, depth)?;
    let eval = context.evaluate(position, seat);
    let mut search = |bound: Score| {
        let (alpha, beta) = (bound - 1, bound);
        let cpu = context.cpu;
        cpu.run(Node { context, position, alpha, beta, depth, ply, seat, allow_null: false })
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
fn usable_score(
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

/// A node whose seat to move is known. Scores are those of that seat.
struct ExpandedNode<'w, R: SearchGame> {
    position: &'w R::Position,
    alpha: Score,
    beta: Score,
    depth: u32,
    ply: u32,
    turn: Seat,
    /// Start of the node's moves on the stack.
    base: usize,
    key: u64,
    /// Key of the move to try first; 0 if none is known.
    tt_move_key: u32,
    in_check: bool,
    /// Static evaluation, once it is known.
    eval: Option<Score>,
}

impl<R: SearchGame> ExpandedNode<'_, R> {
    /// Score of passing, if it causes a cutoff. No move has been generated yet in a game with staged generation.
    #[inline(always)]
    fn null_move<E: Evaluator<R>, C: Cpu>(&mut self, context: &mut Context<'_, R, E, C>) -> Option<Score> {
        if self.depth <= NULL_REDUCTION || self.beta.abs() > WIN_IN_MAX_PLY {
            return None;
        }
        let after = context.rules.null_move(self.position)?;
        let eval = match self.eval {
            Some(eval) => eval,
            None => context.evaluate(self.position, self.turn),
        };
        self.eval = Some(eval);
        if eval < self.beta {
            return None;
        }
        context.push_turn(&after);
        let child = Child {
            position: &after,
            alpha: -self.beta,
            beta: 1 - self.beta,
            depth: self.depth - 1 - NULL_REDUCTION,
            ply: self.ply + 1,
            seat: self.turn.other(),
            allow_null: false,
        };
        let score = -search_child(context, child);
        context.pop();
        if score < self.beta || context.is_stopped() {
            return None;
        }
        // A later visit, perhaps by another path, need not pass again. The move to try first stays known.
        let best = Best { score: self.beta, alpha: self.beta, move_key: self.tt_move_key, searched: 0 };
        self.store(context, &best, Bound::Lower);
        Some(self.beta)
    }

    #[inline(always)]
    fn search<E: Evaluator<R>, C: Cpu>(&self, context: &mut Context<'_, R, E, C>) -> Score {
        let mut picker = if R::STAGED {
            let key = self.tt_move_key;
            let tt_move = if key == 0 { None } else { context.rules.move_from_key(self.position, key) };
            MovePicker::staged(self.base, tt_move)
        } else {
            context.order(self.position, self.base, self.turn, self.ply, self.tt_move_key);
            MovePicker::listed(self.base, context.moves.len())
        };
        let picked =
            PickedNode { position: self.position, turn: self.turn, ply: self.ply, in_check: self.in_check };
        let mut best = Best { score: -WIN, alpha: self.alpha, move_key: 0, searched: 0 };
        let deferred = context.state.deferred.len();
        let max_moves = self.max_moves(context);
        while let Some(mv) = picker.next(context, picked) {
            if best.searched >= max_moves
                && best.score > -WIN_IN_MAX_PLY
                && !(R::HAS_NOISE && context.rules.noisy(self.position, mv))
            {
                continue;
            }
            if self.ply == 0 && (!context.is_root_move(mv) || context.state.excluded.contains(&mv)) {
                continue;
            }
            let move_key = context.rules.move_key(mv);
            if self.is_busy(context, move_key, &best) {
                context.state.deferred.push(mv);
            } else if self.try_move(context, mv, move_key, &mut best) {
                context.state.deferred.truncate(deferred);
                return best.score;
            }
        }
        // By now the results of deferred moves are usually in the table.
        for index in deferred..context.state.deferred.len() {
            let mv = context.state.deferred[index];
            let move_key = context.rules.move_key(mv);
            if self.try_move(context, mv, move_key, &mut best) {
                context.state.deferred.truncate(deferred);
                return best.score;
            }
        }
        context.state.deferred.truncate(deferred);
        if best.searched == 0
            && R::STAGED
            && let Status::Over(outcome) = context.rules.status(self.position)
        {
            return context.evaluator.terminal_score(&outcome, self.turn, self.ply);
        }
        let bound = if best.score > self.alpha { Bound::Exact } else { Bound::Upper };
        self.store(context, &best, bound);
        best.score
    }

    /// Number of moves after which quiet ones are skipped.
    #[inline(always)]
    fn max_moves<E: Evaluator<R>, C: Cpu>(&self, context: &Context<'_, R, E, C>) -> usize {
        let is_allowed = context.state.features.late_move_pruning && self.ply > 0 && !self.in_check;
        if is_allowed { context.evaluator.max_moves(self.depth) } else { usize::MAX }
    }

    /// `true` if another thread is searching this move and it should be deferred.
    #[inline(always)]
    fn is_busy<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &Context<'_, R, E, C>,
        move_key: u32,
        best: &Best,
    ) -> bool {
        context.state.abdada.is_some_and(|abdada| {
            self.depth >= abdada::MIN_DEPTH
                && best.searched > 0
                && abdada.contains(AbdadaTable::hash(self.key, move_key))
        })
    }

    /// Searches one move. Returns `true` if the node is finished: by a cutoff, or because the search must end.
    #[inline(always)]
    fn try_move<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &mut Context<'_, R, E, C>,
        mv: R::Move,
        move_key: u32,
        best: &mut Best,
    ) -> bool {
        let rules = context.rules;
        let after = context.play(self.position, mv);
        let abdada = context.state.abdada.filter(|_| self.depth >= abdada::MIN_DEPTH);
        let hash = AbdadaTable::hash(self.key, move_key);
        if let Some(abdada) = abdada {
            abdada.insert(hash);
        }
        let score = self.score_move(context, mv, &after, best);
        if let Some(abdada) = abdada {
            abdada.remove(hash);
        }
        context.pop();
        if context.is_stopped() {
            return true;
        }
        best.searched += 1;
        if score <= best.score {
            return false;
        }
        best.score = score;
        if score <= best.alpha {
            return false;
        }
        best.alpha = score;
        best.move_key = move_key;
        context.update_pv(self.ply, mv);
        if score < self.beta {
            return false;
        }
        if !R::HAS_NOISE || !rules.noisy(self.position, mv) {
            context.record_cutoff(self.position, self.turn, mv, self.ply, self.depth);
        }
        self.store(context, best, Bound::Lower);
        true
    }

    /// Score of a move: the first one with the full window, the others first with a null window.
    #[inline(always)]
    fn score_move<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &mut Context<'_, R, E, C>,
        mv: R::Move,
        after: &R::Position,
        best: &Best,
    ) -> Score {
        let depth = context.depth_after(self.position, mv, after, self.depth, self.ply);
        let child = Child {
            position: after,
            alpha: -self.beta,
            beta: -best.alpha,
            depth,
            ply: self.ply + 1,
            seat: self.turn.other(),
            allow_null: true,
        };
        if best.searched == 0 {
            return -search_child(context, child);
        }
        let scout = Child { alpha: -best.alpha - 1, ..child };
        let is_reduced = context.state.features.lmr
            && best.searched >= FULL_DEPTH_MOVES
            && depth >= 2
            && depth < self.depth
            && !self.in_check
            && !(R::HAS_NOISE && context.rules.noisy(self.position, mv));
        let mut score = Score::MAX;
        if is_reduced {
            score = -search_child(context, Child { depth: depth - 1, ..scout });
        }
        if score > best.alpha {
            score = -search_child(context, scout);
        }
        if score > best.alpha && score < self.beta {
            score = -search_child(context, child);
        }
        score
    }

    #[inline(always)]
    fn store<E: Evaluator<R>, C: Cpu>(&self, context: &Context<'_, R, E, C>, best: &Best, bound: Bound) {
        // A root restricted by multi-PV does not show the value of its position.
        let is_whole = self.ply > 0 || context.state.excluded.is_empty();
        if context.state.features.table && self.depth > 1 && is_whole {
            let score = to_table(best.score, self.ply);
            let entry = TtEntry { move_key: best.move_key, score, eval: self.eval, depth: self.depth, bound };
            context.state.table.store(self.key, entry);
        }
    }
}

/// Best move of a node so far.
struct Best {
    score: Score,
    alpha: Score,
    move_key: u32,
    searched: usize,
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
    let Child { position, alpha, beta, depth, ply, seat, allow_null } = child;
    let cpu = context.cpu;
    if depth > 0 && ply < MAX_PLY {
        return cpu.run(Node { context, position, alpha, beta, depth, ply, seat, allow_null });
    }
    if R::HAS_NOISE && context.state.features.quiescence && ply < MAX_PLY {
        return cpu.run(QSearch { context, position, alpha, beta, ply, seat, qply: 0 });
    }
    context.visit_horizon(ply);
    match context.repetition(position, ply) {
        Some(outcome) => context.evaluator.terminal_score(&outcome, seat, ply),
        None => context.evaluate(position, seat),
    }
}

/// A score as it is stored: a forced win by its distance from the position, not from the root.
#[inline(always)]
fn to_table(score: Score, ply: u32) -> Score {
    if score > WIN_IN_MAX_PLY {
        score + ply as Score
    } else if score < -WIN_IN_MAX_PLY {
        score - ply as Score
    } else {
        score
    }
}

#[inline(always)]
fn from_table(score: Score, ply: u32) -> Score {
    if score > WIN_IN_MAX_PLY {
        score - ply as Score
    } else if score < -WIN_IN_MAX_PLY {
        score + ply as Score
    } else {
        score
    }
}
