//! Quiescence search: noisy moves beyond the depth, and evasions of checks.

use rules::cpu::{Cpu, Task};
use rules::{Seat, Status};

use super::node::{table_key, to_table, usable_score};
use super::{Context, MAX_PLY};
use crate::evaluator::{Evaluator, Score, WIN, WIN_IN_MAX_PLY};
use crate::transposition::{Bound, TtEntry};
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
        if let Some(outcome) = context.early_repetition(position, ply) {
            return context.evaluator.terminal_score(&outcome, seat, ply);
        }
        let (rules, cpu) = (context.rules, context.cpu);
        let features = context.state.features;
        let has_table = E::PAWN.is_some() && features.table && features.qsearch_table;
        let key = if has_table { table_key(rules, position, seat) } else { 0 };
        // The table entry may still be on its way from memory.
        let is_last = qply >= features.qsearch_plies || ply + 1 >= MAX_PLY;
        let in_check = !is_last && rules.in_check(position);
        let entry = if has_table { context.state.table.probe(key) } else { None };
        if let Some(entry) = entry
            && beta - alpha == 1
            && let Some(score) = usable_score(entry, alpha, beta, 0, ply, true)
        {
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
            Status::Over(outcome) => return context.evaluator.terminal_score(&outcome, seat, ply),
            Status::Chance => return context.evaluate(position, seat),
        };
        let is_expected = turn == seat;
        let entry = entry.filter(|_| is_expected);
        let (low, high) = if is_expected { (alpha, beta) } else { (-beta, -alpha) };
        let mut raw_eval = None;
        // A seat out of check need not make a noisy move: the static evaluation is a lower bound. In check it must move.
        let stand_pat = if in_check {
            -WIN
        } else {
            let raw = match entry.and_then(|entry| entry.eval) {
                Some(eval) => eval,
                None => context.evaluate(position, turn),
            };
            raw_eval = Some(raw);
            if E::PAWN.is_some() {
                let correction = context.state.histories.correction(rules, position, turn);
                (raw + correction).clamp(-WIN_IN_MAX_PLY, WIN_IN_MAX_PLY)
            } else {
                raw
            }
        };
        let mut best = stand_pat;
        let mut best_key = 0;
        let mut searched = 0;
        if best < high && !is_last {
            let has_checks = E::PAWN.is_some() && features.quiet_checks && !in_check && qply == 0;
            let tt_move_key = entry.map_or(0, |entry| entry.move_key);
            let end = list(context, position, base, in_check, has_checks, tt_move_key);
            for index in base..end {
                context.bring_best_forward(index, end);
                let mv = context.moves[index];
                if !in_check && features.qsearch_pruning {
                    // A check may do more than win material.
                    let cannot_raise = context
                        .evaluator
                        .noisy_gain(rules, position, mv)
                        .is_some_and(|gain| stand_pat + gain + DELTA_MARGIN <= low)
                        && !rules.gives_check(position, mv);
                    if cannot_raise || !rules.see_at_least(position, mv, 0) {
                        continue;
                    }
                }
                let after = context.play(position, mv);
                if has_table {
                    context.state.table.prefetch(table_key(rules, &after, turn.other()));
                }
                let child = QSearch {
                    context: &mut *context,
                    position: &after,
                    alpha: -high,
                    beta: -best.max(low),
                    ply: ply + 1,
                    seat: turn.other(),
                    qply: qply + 1,
                };
                let score = -cpu.run(child);
                context.pop();
                searched += 1;
                if score > best {
                    best = score;
                    best_key = rules.move_key(mv);
                }
                if best >= high || context.is_stopped() {
                    break;
                }
            }
        }
        context.moves.truncate(base);
        context.move_scores.truncate(base);
        if context.is_stopped() {
            return 0;
        }
        if in_check
            && searched == 0
            && let Status::Over(outcome) = rules.status(position)
        {
            return context.evaluator.terminal_score(&outcome, seat, ply);
        }
        if has_table && is_expected && !is_last {
            let bound = if best >= high { Bound::Lower } else { Bound::Upper };
            let score = to_table(best, ply);
            let entry = TtEntry { move_key: best_key, score, eval: raw_eval, depth: 0, bound };
            context.state.table.store(key, entry);
        }
        if is_expected { best } else { -best }
    }
}

/// Lists and scores the moves to try, from `base` on: evasions in check, else noisy moves and perhaps, in games with stages,
/// quiet checks. Returns their end.
#[inline(always)]
fn list<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    context: &mut Context<'_, R, E, C>,
    position: &R::Position,
    base: usize,
    in_check: bool,
    has_checks: bool,
    tt_move_key: u32,
) -> usize {
    let (rules, evaluator) = (context.rules, context.evaluator);
    if R::STAGED {
        let stage = if in_check { MoveStage::Evasions } else { MoveStage::Noisy };
        rules.generate(position, stage, &mut context.moves);
        if has_checks {
            rules.generate(position, MoveStage::QuietChecks, &mut context.moves);
        }
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
    let score = |&mv: &R::Move| {
        if tt_move_key != 0 && rules.move_key(mv) == tt_move_key {
            Score::MAX
        } else {
            evaluator.ordering_hint(rules, position, mv)
        }
    };
    context.move_scores.truncate(base);
    context.move_scores.extend(context.moves[base..].iter().map(score));
    context.moves.len()
}
