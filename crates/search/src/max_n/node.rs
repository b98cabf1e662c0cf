//! One node of the search.

use std::cmp::Ordering;

use rules::cpu::{Cpu, Task};
use rules::{MAX_SEATS, Outcome, Rules, Seat, Status};

use crate::SearchGame;
use crate::alpha_beta::MAX_PLY;
use crate::context::SearchContext;
use crate::evaluator::{Evaluator, Score};

/// Score of a position for each seat.
pub(super) type Scores = [Score; MAX_SEATS];

/// Bound of the sum of scores, where it is known.
#[derive(Clone, Copy)]
pub(super) struct ScoreSum {
    /// Upper bound of the sum of any two seats' scores.
    of_two: Option<Score>,
}

impl ScoreSum {
    pub(super) fn new<R: Rules, E: Evaluator<R>>(seats: u8, evaluator: &E) -> ScoreSum {
        let others = Score::from(seats) - 2;
        ScoreSum { of_two: evaluator.max_sum().map(|all| all + others * evaluator.max_abs()) }
    }
}

/// Score of a node's mover above which the seat that moved there has something better elsewhere.
#[derive(Clone, Copy)]
pub(super) struct ShallowBound {
    seat: Seat,
    score: Score,
}

pub(super) type Context<'a, R, E, C> = SearchContext<'a, R, E, C, ScoreSum>;

/// A position to be searched to a depth.
pub(super) struct Node<'w, 'a, R: SearchGame, E: Evaluator<R>, C> {
    pub(super) context: &'w mut Context<'a, R, E, C>,
    pub(super) position: &'w R::Position,
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) bound: Option<ShallowBound>,
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Task for Node<'_, '_, R, E, C> {
    type Output = Scores;

    #[inline(always)]
    fn run(self) -> Scores {
        let Node { context, position, depth, ply, bound } = self;
        if !context.visit(ply) {
            return [0; MAX_SEATS];
        }
        if let Some(outcome) = context.repetition(position, ply) {
            return terminal_scores(context, &outcome, ply);
        }
        let base = context.moves.len();
        let turn = match context.rules.legal_moves(position, &mut context.moves) {
            Status::Turn(turn) => turn,
            Status::Over(outcome) => return terminal_scores(context, &outcome, ply),
            Status::Chance => return evaluate(context, position),
        };
        context.restrict_root(ply, base);
        context.enter(position);
        // Without pruning the order matters only at the root: a stopped search must have tried the best move.
        let is_ordered = context.state.of_two.is_some() || ply == 0;
        if is_ordered {
            context.order(position, base, turn, ply, 0);
        }
        let mut best: Option<Scores> = None;
        for index in base..context.moves.len() {
            if is_ordered {
                context.bring_best_forward(index, context.moves.len());
            }
            let mv = context.moves[index];
            let after = context.play(position, mv);
            let depth_after = context.depth_after(position, mv, &after, depth, ply);
            let bound_after = bound_after(context.state, turn, best);
            let scores = search_child(context, &after, depth_after, ply + 1, bound_after);
            context.pop();
            if context.is_stopped() {
                break;
            }
            if best.is_none_or(|best| prefers(turn, context.seat, &scores, &best)) {
                best = Some(scores);
                context.update_pv(ply, mv);
                if bound.is_some_and(|bound| bound.seat != turn && scores[turn.index()] > bound.score) {
                    context.record_cutoff(position, turn, mv, ply, depth);
                    break;
                }
            }
        }
        context.leave(base);
        best.unwrap_or([0; MAX_SEATS])
    }
}

/// Highest score of the next mover with which the mover of this node gains by the move.
#[inline(always)]
fn bound_after(sum: ScoreSum, turn: Seat, best: Option<Scores>) -> Option<ShallowBound> {
    Some(ShallowBound { seat: turn, score: sum.of_two? - best?[turn.index()] })
}

/// `true` if a seat prefers `these` scores to `those`, as the searching seat expects it.
#[inline(always)]
fn prefers(seat: Seat, searching: Seat, these: &Scores, those: &Scores) -> bool {
    let own = these[seat.index()].cmp(&those[seat.index()]);
    // Ties are broken against the others: the rest of the comparison is reversed.
    let against = || those[searching.index()].cmp(&these[searching.index()]).then_with(|| those.cmp(these));
    own.then_with(against) == Ordering::Greater
}

/// Scores of a child: searched, or evaluated if no depth is left.
#[inline(always)]
fn search_child<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    context: &mut Context<'_, R, E, C>,
    position: &R::Position,
    depth: u32,
    ply: u32,
    bound: Option<ShallowBound>,
) -> Scores {
    if depth > 0 && ply < MAX_PLY {
        let cpu = context.cpu;
        return cpu.run(Node { context, position, depth, ply, bound });
    }
    if !context.visit_horizon(ply) {
        return [0; MAX_SEATS];
    }
    evaluate(context, position)
}

#[inline(always)]
fn evaluate<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    context: &mut Context<'_, R, E, C>,
    position: &R::Position,
) -> Scores {
    let seats = context.rules.seats();
    let mut scores = [0; MAX_SEATS];
    for seat in Seat::all(seats) {
        scores[seat.index()] = context.evaluate(position, seat);
    }
    scores
}

#[inline(always)]
fn terminal_scores<R: SearchGame, E: Evaluator<R>, C>(
    context: &Context<'_, R, E, C>,
    outcome: &Outcome,
    ply: u32,
) -> Scores {
    let mut scores = [0; MAX_SEATS];
    for seat in Seat::all(outcome.seats()) {
        scores[seat.index()] = context.evaluator.terminal_score(outcome, seat, ply);
    }
    scores
}
