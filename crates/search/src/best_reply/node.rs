//! One node of the search.

use rules::cpu::{Cpu, Task};
use rules::{Seat, Status};

use crate::SearchGame;
use crate::alpha_beta::MAX_PLY;
use crate::context::SearchContext;
use crate::evaluator::{Evaluator, INFINITE, Score};

/// Part of the context that is specific to this search.
pub(super) struct Replies {
    /// The seat of each move on the stack.
    pub(super) by: Vec<Seat>,
}

pub(super) type Context<'a, R, E, C> = SearchContext<'a, R, E, C, Replies>;

/// A position to be searched to a depth. Scores are those of the searching seat.
pub(super) struct Node<'w, 'a, R: SearchGame, E: Evaluator<R>, C> {
    pub(super) context: &'w mut Context<'a, R, E, C>,
    pub(super) position: &'w R::Position,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: u32,
    pub(super) ply: u32,
    /// `true` if one of several opponents has just replied: all the others pass.
    pub(super) replied: bool,
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Task for Node<'_, '_, R, E, C> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Node { context, position, alpha, beta, depth, ply, replied } = self;
        if !context.visit(ply) {
            return 0;
        }
        let turned = if replied { context.rules.with_turn(position, context.seat) } else { None };
        let Some(turned) = turned else { return expand(context, position, alpha, beta, depth, ply) };
        context.push_turn(&turned);
        let score = expand(context, &turned, alpha, beta, depth, ply);
        context.pop();
        score
    }
}

/// Searches all moves of a position.
#[inline(always)]
fn expand<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    context: &mut Context<'_, R, E, C>,
    position: &R::Position,
    alpha: Score,
    beta: Score,
    depth: u32,
    ply: u32,
) -> Score {
    let (rules, seat) = (context.rules, context.seat);
    if let Some(outcome) = context.repetition(position, ply) {
        return context.evaluator.terminal_score(&outcome, seat, ply);
    }
    let base = context.moves.len();
    let turn = match rules.legal_moves(position, &mut context.moves) {
        Status::Turn(turn) => turn,
        Status::Over(outcome) => return context.evaluator.terminal_score(&outcome, seat, ply),
        Status::Chance => return context.evaluate(position, seat),
    };
    context.restrict_root(ply, base);
    context.enter(position);
    context.order(position, base, turn, ply, 0);
    context.state.by.resize(context.moves.len(), turn);
    let score = if turn == seat {
        ExpandedNode { position, alpha, beta, depth, ply, turn, base }.search(context)
    } else {
        add_other_replies(context, position, turn, ply);
        let (alpha, beta) = (-beta, -alpha);
        -ExpandedNode { position, alpha, beta, depth, ply, turn, base }.search(context)
    };
    context.leave(base);
    context.state.by.truncate(base);
    score
}

/// Adds the moves of the opponents who are not to move, as if they were.
#[inline(always)]
fn add_other_replies<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    context: &mut Context<'_, R, E, C>,
    position: &R::Position,
    turn: Seat,
    ply: u32,
) {
    let (rules, seat) = (context.rules, context.seat);
    for other in Seat::all(rules.seats()).filter(|&other| other != seat && other != turn) {
        let Some(turned) = rules.with_turn(position, other) else { continue };
        let base = context.moves.len();
        rules.legal_moves(&turned, &mut context.moves);
        context.order(&turned, base, other, ply, 0);
        context.state.by.resize(context.moves.len(), other);
    }
}

/// A node whose moves are on the stack from `base` on. Scores are those of the side to move: the searching seat, or all
/// its opponents.
struct ExpandedNode<'w, R: SearchGame> {
    position: &'w R::Position,
    alpha: Score,
    beta: Score,
    depth: u32,
    ply: u32,
    turn: Seat,
    base: usize,
}

impl<R: SearchGame> ExpandedNode<'_, R> {
    #[inline(always)]
    fn search<E: Evaluator<R>, C: Cpu>(&self, context: &mut Context<'_, R, E, C>) -> Score {
        let (mut best, mut alpha) = (-INFINITE, self.alpha);
        for index in self.base..context.moves.len() {
            let chosen = context.bring_best_forward(index, context.moves.len());
            context.state.by.swap(index, chosen);
            let (mv, by) = (context.moves[index], context.state.by[index]);
            let score = self.score_move(context, mv, by, alpha, index == self.base);
            if context.is_stopped() {
                break;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                context.update_pv(self.ply, mv);
            }
            if score >= self.beta {
                context.record_cutoff(self.position, by, mv, self.ply, self.depth);
                break;
            }
        }
        best
    }

    /// Score of a seat's move.
    #[inline(always)]
    fn score_move<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &mut Context<'_, R, E, C>,
        mv: R::Move,
        by: Seat,
        alpha: Score,
        is_first: bool,
    ) -> Score {
        let turned = if by == self.turn { None } else { context.rules.with_turn(self.position, by) };
        let Some(turned) = turned else {
            return self.score_from(context, self.position, mv, alpha, is_first);
        };
        context.push_turn(&turned);
        let score = self.score_from(context, &turned, mv, alpha, is_first);
        context.pop();
        score
    }

    /// Score of a move: the first one with the full window, the others first with a null window.
    #[inline(always)]
    fn score_from<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &mut Context<'_, R, E, C>,
        position: &R::Position,
        mv: R::Move,
        alpha: Score,
        is_first: bool,
    ) -> Score {
        let after = context.play(position, mv);
        let depth = context.depth_after(position, mv, &after, self.depth, self.ply);
        let mut score = Score::MAX;
        if !is_first && depth > 0 {
            score = self.search_child(context, &after, alpha, alpha + 1, depth);
        }
        let is_decided = score <= alpha || score >= self.beta && score != Score::MAX || context.is_stopped();
        if !is_decided {
            score = self.search_child(context, &after, alpha, self.beta, depth);
        }
        context.pop();
        score
    }

    /// Score of a child: searched, or evaluated if no depth is left.
    #[inline(always)]
    fn search_child<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &mut Context<'_, R, E, C>,
        after: &R::Position,
        alpha: Score,
        beta: Score,
        depth: u32,
    ) -> Score {
        let is_own = self.turn == context.seat;
        let ply = self.ply + 1;
        let score = if depth > 0 && ply < MAX_PLY {
            let cpu = context.cpu;
            let (alpha, beta) = if is_own { (alpha, beta) } else { (-beta, -alpha) };
            let replied = !is_own && context.rules.seats() > 2;
            cpu.run(Node { context, position: after, alpha, beta, depth, ply, replied })
        } else if context.visit_horizon(ply) {
            context.evaluate(after, context.seat)
        } else {
            0
        };
        if is_own { score } else { -score }
    }
}
