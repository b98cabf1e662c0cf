//! One node of the search: a position in which the searching seat moves.

use rules::cpu::{Cpu, Task};
use rules::{Outcome, Seat, Status};

use crate::SearchGame;
use crate::context::SearchContext;
use crate::evaluator::{Evaluator, INFINITE, Score};
use crate::transposition::{Bound, TranspositionTable, TtEntry};

/// Own moves that are searched at most below the root, by the number of own moves still to come.
const WIDTHS: [usize; 4] = [usize::MAX, 6, 10, 14];
/// Own moves to look ahead at most.
const MAX_DEPTH: u32 = 16;

/// Part of the context that is specific to this search.
pub(super) struct Prediction<'a> {
    /// Scores of positions that were reached by another order of moves.
    pub(super) table: &'a mut TranspositionTable,
}

pub(super) type Context<'a, R, E, C> = SearchContext<'a, R, E, C, Prediction<'a>>;

/// A position to be searched to a depth. Scores are those of the searching seat.
pub(super) struct Node<'w, 'a, R: SearchGame, E: Evaluator<R>, C> {
    pub(super) context: &'w mut Context<'a, R, E, C>,
    pub(super) position: &'w R::Position,
    /// Own moves still to come.
    pub(super) depth: u32,
    /// Own moves since the root.
    pub(super) ply: u32,
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Task for Node<'_, '_, R, E, C> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Node { context, position, depth, ply } = self;
        if !context.visit(ply) {
            return 0;
        }
        let (rules, seat) = (context.rules, context.seat);
        let key = rules.search_key(position);
        if ply > 0
            && let Some(entry) = context.state.table.probe(key)
            && entry.depth == depth
        {
            return entry.score;
        }
        let base = context.moves.len();
        match rules.legal_moves(position, &mut context.moves) {
            Status::Turn(turn) if turn == seat => {}
            Status::Over(outcome) => return context.evaluator.terminal_score(&outcome, seat, ply),
            _ => {
                context.moves.truncate(base);
                return context.evaluate(position, seat);
            }
        }
        context.restrict_root(ply, base);
        context.enter(position);
        context.order(position, base, seat, ply, 0);
        let end = context.moves.len();
        let width = if ply == 0 { usize::MAX } else { WIDTHS[depth.min(3) as usize] };
        let (mut best, mut best_key) = (-INFINITE, 0);
        for index in base..end.min(base.saturating_add(width)) {
            context.bring_best_forward(index, end);
            let mv = context.moves[index];
            let after = context.play(position, mv);
            let score = score_after(context, &after, depth - 1, ply + 1);
            context.pop();
            if context.is_stopped() {
                break;
            }
            if score > best {
                (best, best_key) = (score, rules.move_key(mv));
                context.update_pv(ply, mv);
            }
        }
        context.leave(base);
        if !context.is_stopped() {
            let entry = TtEntry { move_key: best_key, score: best, eval: None, depth, bound: Bound::Exact };
            context.state.table.store(key, entry);
        }
        best
    }
}

/// Score of the position after an own move: evaluated, or searched behind the predicted replies.
#[inline(always)]
fn score_after<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    context: &mut Context<'_, R, E, C>,
    position: &R::Position,
    depth: u32,
    ply: u32,
) -> Score {
    let seat = context.seat;
    if let Some(outcome) = ending(context, position, ply) {
        return context.evaluator.terminal_score(&outcome, seat, ply);
    }
    if depth == 0 || ply >= MAX_DEPTH {
        return if context.visit_horizon(ply) { context.evaluate(position, seat) } else { 0 };
    }
    let mut current = position.clone();
    let mut replies = 0;
    // A seat that cannot move passes, one that is home is left out: each of the others moves at most once.
    while replies < context.rules.seats() && !is_turn_of(context, &current, seat) {
        let Some(mv) = predicted_move(context, &current) else { break };
        current = context.play(&current, mv);
        replies += 1;
    }
    let cpu = context.cpu;
    let score = cpu.run(Node { context: &mut *context, position: &current, depth, ply });
    for _ in 0..replies {
        context.pop();
    }
    score
}

/// Outcome of the game if it is over, by a rule or a repetition.
#[inline(always)]
fn ending<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    context: &Context<'_, R, E, C>,
    position: &R::Position,
    ply: u32,
) -> Option<Outcome> {
    match context.rules.status(position) {
        Status::Over(outcome) => Some(outcome),
        _ => context.repetition(position, ply),
    }
}

#[inline(always)]
fn is_turn_of<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    context: &Context<'_, R, E, C>,
    position: &R::Position,
    seat: Seat,
) -> bool {
    matches!(context.rules.status(position), Status::Turn(turn) if turn == seat)
}

/// The move that the seat to move is expected to make: the first of those with the highest hint.
#[inline(always)]
fn predicted_move<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    context: &mut Context<'_, R, E, C>,
    position: &R::Position,
) -> Option<R::Move> {
    let (rules, base) = (context.rules, context.moves.len());
    let Status::Turn(_) = rules.legal_moves(position, &mut context.moves) else { return None };
    let mut chosen: Option<(Score, R::Move)> = None;
    for &mv in &context.moves[base..] {
        let hint = context.evaluator.ordering_hint(rules, position, mv);
        if chosen.is_none_or(|(highest, _)| hint > highest) {
            chosen = Some((hint, mv));
        }
    }
    context.moves.truncate(base);
    chosen.map(|(_, mv)| mv)
}
