//! Quiescence search: noisy moves beyond the depth, and evasions of checks.

use rules::cpu::{Cpu, Task};
use rules::{Seat, Status};

use super::{Context, MAX_PLY};
use crate::evaluator::{Evaluator, Score, WIN};
use crate::{MoveStage, SearchGame};

/// Gain that delta pruning grants to a noisy move beyond its material.
const DELTA_MARGIN: Score = 150;

/// A position beyond the depth, `qply` plies below the horizon.
pub(super) struct QSearch<'w, 'a, R: SearchGame, E: Evaluator<R>, C> {
    pub(super) context: &'w mut Context<'a, R, E, C>,
    pub(super) position: &'w R::Position,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) ply: u32,
    pub(super) seat: Seat,
    pub(super) qply: u32,
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Task for QSearch<'_, '_, R, E, C> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let QSearch { context, position, alpha, beta, ply, seat, qply } = self;
        if !context.visit_horizon(ply) {
            return 0;
        }
        if let Some(outcome) = context.repetition(position, ply) {
            return context.evaluator.terminal_score(&outcome, seat, ply);
        }
        let (rules, cpu) = (context.rules, context.cpu);
        let base = context.moves.len();
        let status = if R::STAGED {
            rules.early_status(position)
        } else {
            rules.legal_moves(position, &mut context.moves)
        };
        let turn = match status {
            Status::Turn(turn) => turn,
            Status::Over(outcome) => return context.evaluator.terminal_score(&outcome, seat, ply),
            Status::Chance => return context.evaluate(position, seat),
        };
        let (low, high) = if turn == seat { (alpha, beta) } else { (-beta, -alpha) };
        let is_last = qply >= context.state.features.qsearch_plies || ply + 1 >= MAX_PLY;
        let in_check = !is_last && rules.in_check(position);
        // A seat out of check need not make a noisy move: the static evaluation is a lower bound. In check it must move.
        let stand_pat = if in_check { -WIN } else { context.evaluate(position, turn) };
        let mut best = stand_pat;
        let mut searched = 0;
        if best < high && !is_last {
            let end = list(context, position, base, in_check);
            for index in base..end {
                context.bring_best_forward(index, end);
                let mv = context.moves[index];
                if !in_check && context.state.features.qsearch_pruning {
                    let cannot_raise = context
                        .evaluator
                        .noisy_gain(rules, position, mv)
                        .is_some_and(|gain| stand_pat + gain + DELTA_MARGIN <= low);
                    if cannot_raise || !rules.see_at_least(position, mv, 0) {
                        continue;
                    }
                }
                let after = context.play(position, mv);
                let child = QSearch {
                    context: &mut *context,
                    position: &after,
                    alpha: -high,
                    beta: -best.max(low),
                    ply: ply + 1,
                    seat: turn.other(),
                    qply: qply + 1,
                };
                best = best.max(-cpu.run(child));
                context.pop();
                searched += 1;
                if best >= high || context.is_stopped() {
                    break;
                }
            }
        }
        context.moves.truncate(base);
        context.move_scores.truncate(base);
        if in_check
            && searched == 0
            && let Status::Over(outcome) = rules.status(position)
        {
            return context.evaluator.terminal_score(&outcome, seat, ply);
        }
        if turn == seat { best } else { -best }
    }
}

/// Lists and scores the moves to try, from `base` on: evasions in check, else noisy moves. Returns their end.
#[inline(always)]
fn list<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    context: &mut Context<'_, R, E, C>,
    position: &R::Position,
    base: usize,
    in_check: bool,
) -> usize {
    let (rules, evaluator) = (context.rules, context.evaluator);
    if R::STAGED {
        let stage = if in_check { MoveStage::Evasions } else { MoveStage::Noisy };
        rules.generate(position, stage, &mut context.moves);
    } else if !in_check {
        let mut kept = base;
        for index in base..context.moves.len() {
            let mv = context.moves[index];
            if rules.noisy(position, mv) {
                context.moves[kept] = mv;
                kept += 1;
            }
        }
        context.moves.truncate(kept);
    }
    let scores = context.moves[base..].iter().map(|&mv| evaluator.ordering_hint(rules, position, mv));
    context.move_scores.truncate(base);
    context.move_scores.extend(scores);
    context.moves.len()
}
