//! One node of the search; decision nodes are searched here, chance nodes in [`super::chance`].

use rules::cpu::{Cpu, Task};
use rules::{Seat, Status};

use super::Pruning;
use super::chance::ChanceNode;
use super::range::{ONE, Range, Value};
use super::range_table::{RangeTable, SearchPoint};
use crate::SearchGame;
use crate::alpha_beta::MAX_PLY;
use crate::context::SearchContext;
use crate::evaluator::{Evaluator, Score};

/// Part of the context that is specific to this search.
pub(super) struct ChanceState<'a> {
    pub(super) table: &'a mut RangeTable,
    pub(super) pruning: Pruning,
    /// Range of a position about which nothing is known.
    pub(super) unknown: Range,
    /// Ranges of the rolls on the path: one stack for the whole search.
    pub(super) rolls: Vec<Range>,
}

pub(super) type Context<'a, R, E, C> = SearchContext<'a, R, E, C, ChanceState<'a>>;

/// A position to be searched to a depth. Values are those of the searching seat.
pub(super) struct Node<'w, 'a, R: SearchGame, E: Evaluator<R>, C> {
    pub(super) context: &'w mut Context<'a, R, E, C>,
    pub(super) position: &'w R::Position,
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: u32,
    pub(super) ply: u32,
    /// Present if only the first move is to be tried, in the probing phase of Star2.
    pub(super) probe: Option<Probe>,
}

/// Bounds that would help a chance node. The first move of a position gives one of them: a lower bound for the seat to
/// move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Probe {
    pub(super) lower: bool,
    pub(super) upper: bool,
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Task for Node<'_, '_, R, E, C> {
    type Output = Range;

    /// A range that decides the window, unless this is a probe or the search was stopped.
    #[inline(always)]
    fn run(self) -> Range {
        let Node { context, position, alpha, beta, depth, ply, probe } = self;
        let unknown = context.state.unknown;
        if !context.visit(ply) {
            return unknown;
        }
        let seat = context.seat;
        if let Some(outcome) = context.repetition(position, ply) {
            return exactly(context.evaluator.terminal_score(&outcome, seat, ply));
        }
        let point = SearchPoint { depth, ply };
        let key = if context.state.table.is_on() { context.rules.search_key(position) } else { 0 };
        let (known, tt_move) = context.state.table.probe(key, point);
        // Where positions can repeat, their value depends on the path, and only the move is of use.
        let known = known.filter(|_| !R::HAS_REPETITION).unwrap_or(unknown);
        // The root is always searched, so that it has a principal variation.
        if ply > 0 && known.is_decided(alpha, beta) {
            return known;
        }
        let base = context.moves.len();
        let (range, best) = match context.rules.legal_moves(position, &mut context.moves) {
            Status::Over(outcome) => {
                return exactly(context.evaluator.terminal_score(&outcome, seat, ply));
            }
            Status::Turn(turn) => {
                // All others are opponents: their values are negated.
                let is_own = turn == seat;
                if probe.is_some_and(|helps| !if is_own { helps.lower } else { helps.upper }) {
                    context.moves.truncate(base);
                    return unknown;
                }
                context.restrict_root(ply, base);
                let (alpha, beta) = if is_own { (alpha, beta) } else { (-beta, -alpha) };
                let decision = Decision { position, alpha, beta, depth, ply, turn, base, tt_move };
                let (range, best) = decision.search(context, probe.is_some());
                (if is_own { range } else { range.flipped() }, best)
            }
            Status::Chance if probe.is_some() => return unknown,
            Status::Chance => (ChanceNode { position, alpha, beta, depth, ply }.search(context), 0),
        };
        let range = range.and(known);
        if !context.is_stopped() {
            context.state.table.store(key, point, range, best);
        }
        range
    }
}

/// A score as the range of a single value.
#[inline(always)]
pub(super) fn exactly(score: Score) -> Range {
    Range::exactly(Value::from(score) * ONE)
}

/// A decision node with its moves on the stack from `base` on. Values are those of the seat to move.
struct Decision<'w, R: SearchGame> {
    position: &'w R::Position,
    alpha: Value,
    beta: Value,
    depth: u32,
    ply: u32,
    turn: Seat,
    base: usize,
    /// Key of the move to try first.
    tt_move: u32,
}

impl<R: SearchGame> Decision<'_, R> {
    /// Range of the best move, and its key if it raises alpha.
    #[inline(always)]
    fn search<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &mut Context<'_, R, E, C>,
        is_probe: bool,
    ) -> (Range, u32) {
        let unknown = context.state.unknown;
        context.enter(self.position);
        context.order(self.position, self.base, self.turn, self.ply, self.tt_move);
        let (mut best, mut best_key) = (Range::exactly(unknown.lower - 1), 0);
        let end = context.moves.len();
        for index in self.base..end {
            context.bring_best_forward(index, end);
            let mv = context.moves[index];
            let range = self.score_move(context, mv, self.alpha.max(best.lower));
            if context.is_stopped() {
                break;
            }
            best.upper = best.upper.max(range.upper);
            if range.lower > best.lower {
                best.lower = range.lower;
                if range.lower > self.alpha {
                    best_key = context.rules.move_key(mv);
                    context.update_pv(self.ply, mv);
                }
            }
            let is_cutoff = best.lower >= self.beta;
            if is_cutoff {
                context.record_cutoff(self.position, self.turn, mv, self.ply, self.depth);
            }
            if (is_cutoff || is_probe) && index + 1 < end {
                best.upper = unknown.upper;
                break;
            }
        }
        context.leave(self.base);
        (best, best_key)
    }

    /// Range of a move.
    ///
    /// There is no null-window search as in alpha-beta: measured in backgammon it saved nothing.
    #[inline(always)]
    fn score_move<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &mut Context<'_, R, E, C>,
        mv: R::Move,
        alpha: Value,
    ) -> Range {
        let after = context.play(self.position, mv);
        let depth = context.depth_after(self.position, mv, &after, self.depth, self.ply);
        let is_own = self.turn == context.seat;
        let ply = self.ply + 1;
        let range = if depth == 0 || ply >= MAX_PLY {
            evaluate(context, &after, ply)
        } else {
            let (alpha, beta) = if is_own { (alpha, self.beta) } else { (-self.beta, -alpha) };
            let cpu = context.cpu;
            cpu.run(Node { context: &mut *context, position: &after, alpha, beta, depth, ply, probe: None })
        };
        context.pop();
        if is_own { range } else { range.flipped() }
    }
}

/// Range of a position for which no depth is left.
#[inline(always)]
fn evaluate<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    context: &mut Context<'_, R, E, C>,
    after: &R::Position,
    ply: u32,
) -> Range {
    if !context.visit_horizon(ply) {
        return context.state.unknown;
    }
    let range = exactly(context.evaluate(after, context.seat));
    debug_assert!(range.and(context.state.unknown) == range, "an evaluation exceeds max_abs");
    range
}
