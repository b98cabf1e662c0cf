//! Pruning: of a whole node before its moves are generated, and of single moves.
//!
//! Margins are in hundredths of [`Evaluator::PAWN`]; evaluators without it have only the null move and late-move pruning.

use rules::cpu::Cpu;

use super::Context;
use super::expanded_node::{Best, ExpandedNode};
use super::node::{Child, Node, from_table, search_child};
use super::reductions::PLY;
use crate::SearchGame;
use crate::evaluator::{Evaluator, Score, WIN_IN_MAX_PLY};
use crate::transposition::Bound;

/// Depth reduction of the null-move search without margins, and the least one with them.
const NULL_REDUCTION: u32 = 2;
const MARGIN_NULL_REDUCTION: u32 = 3;
/// Lead over beta that reduces the null-move search by one more ply, and the most plies it reduces.
const NULL_LEAD: Score = 180;
const MAX_NULL_LEAD: Score = 3;
/// Depth from which a null-move cutoff is verified by a search without it.
const VERIFICATION_DEPTH: u32 = 12;
/// Reverse futility pruning: greatest depth, and the margin for each ply.
const REVERSE_FUTILITY_DEPTH: u32 = 6;
const REVERSE_FUTILITY: Score = 75;
/// Futility pruning of quiet moves: greatest reduced depth, margin, and margin for each ply.
const FUTILITY_DEPTH: i32 = 6;
const FUTILITY_BASE: Score = 150;
const FUTILITY: Score = 100;
/// Pruning by static exchange evaluation: greatest depth, and the loss allowed for each ply (quiet: squared).
const SEE_DEPTH: u32 = 8;
const SEE_NOISY: Score = 95;
const SEE_QUIET: Score = 22;
/// Late-move pruning: greatest depth, and moves that are always searched.
const LATE_MOVES_DEPTH: u32 = 8;
const LATE_MOVES_BASE: u32 = 3;
/// History below which a quiet move near the horizon is skipped, for each ply of depth.
const BAD_HISTORY: Score = -3_500;

/// A margin in the scores of the evaluator.
#[inline(always)]
fn margin<R: SearchGame, E: Evaluator<R>>(hundredths: Score) -> Score {
    E::PAWN.map_or(0, |pawn| hundredths * pawn / 100)
}

impl<R: SearchGame> ExpandedNode<'_, R> {
    /// Score of the node, if it can be told without its moves. The static evaluation is computed on the way.
    #[inline(always)]
    pub(super) fn prune<E: Evaluator<R>, C: Cpu>(
        &mut self,
        context: &mut Context<'_, R, E, C>,
        allow_null: bool,
    ) -> Option<Score> {
        let is_selective = E::PAWN.is_some();
        if is_selective {
            self.judge(context);
        }
        if self.in_check || self.excluded != 0 {
            return None;
        }
        let is_scout = !self.is_pv && self.beta.abs() < WIN_IN_MAX_PLY;
        if is_selective && is_scout {
            let features = context.state.features;
            let plies = self.depth as Score - Score::from(self.is_improving);
            if features.reverse_futility
                && self.depth <= REVERSE_FUTILITY_DEPTH
                && self.eval < WIN_IN_MAX_PLY
                && self.eval - margin::<R, E>(REVERSE_FUTILITY) * plies >= self.beta
            {
                return Some((self.eval + self.beta) / 2);
            }
        }
        if !allow_null || !context.state.features.null_move || is_selective && !is_scout {
            return None;
        }
        self.null_move(context)
    }

    /// Finds the static evaluation, corrected by what searches of similar positions found, and compares it with the last
    /// own one.
    #[inline(always)]
    fn judge<E: Evaluator<R>, C: Cpu>(&mut self, context: &mut Context<'_, R, E, C>) {
        let ply = self.ply as usize;
        if self.in_check {
            context.state.evals[ply] = None;
            return;
        }
        let raw = self.raw_eval.unwrap_or_else(|| context.evaluate(self.position, self.turn));
        self.raw_eval = Some(raw);
        let correction = context.state.histories.correction(context.rules, self.position, self.turn);
        let eval = (raw + correction).clamp(-WIN_IN_MAX_PLY, WIN_IN_MAX_PLY);
        context.state.evals[ply] = Some(eval);
        let earlier = |back: usize| ply.checked_sub(back).and_then(|ply| context.state.evals[ply]);
        self.is_improving = earlier(2).or_else(|| earlier(4)).is_some_and(|before| eval > before);
        self.eval = eval;
        // The score of an entry that was too shallow to decide is still the better estimate.
        if let Some(entry) = self.entry {
            let score = from_table(entry.score, self.ply);
            let is_tighter = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score > eval,
                Bound::Upper => score < eval,
            };
            if is_tighter && score.abs() < WIN_IN_MAX_PLY {
                self.eval = score;
            }
        }
    }

    /// Searches this node again to another depth, perhaps without one of its moves.
    #[inline(always)]
    pub(super) fn search_again<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &mut Context<'_, R, E, C>,
        beta: Score,
        depth: u32,
        excluded: u32,
    ) -> Score {
        let &ExpandedNode { position, ply, turn, is_cut, .. } = self;
        let (cpu, alpha, allow_null) = (context.cpu, beta - 1, false);
        context.repetitions.pop::<R>();
        let node = Node {
            context: &mut *context,
            position,
            alpha,
            beta,
            depth,
            ply,
            seat: turn,
            allow_null,
            is_cut,
            excluded,
        };
        let score = cpu.run(node);
        context.enter(position);
        // The evaluation of this ply was found anew, and is the same.
        score
    }

    /// Score of passing, if it causes a cutoff. No move has been generated yet in a game with staged generation.
    #[inline(always)]
    fn null_move<E: Evaluator<R>, C: Cpu>(&mut self, context: &mut Context<'_, R, E, C>) -> Option<Score> {
        let is_selective = E::PAWN.is_some();
        if self.depth <= NULL_REDUCTION || self.beta.abs() > WIN_IN_MAX_PLY {
            return None;
        }
        if is_selective && self.eval < self.beta {
            return None;
        }
        let after = context.rules.null_move(self.position)?;
        let mut reduction = NULL_REDUCTION;
        if is_selective {
            let lead = (self.eval - self.beta) / margin::<R, E>(NULL_LEAD).max(1);
            reduction = MARGIN_NULL_REDUCTION + self.depth / 3 + lead.min(MAX_NULL_LEAD) as u32;
        } else {
            let eval = match self.raw_eval {
                Some(eval) => eval,
                None => context.evaluate(self.position, self.turn),
            };
            self.raw_eval = Some(eval);
            if eval < self.beta {
                return None;
            }
        }
        context.state.histories.enter(self.ply, None);
        context.push_turn(&after);
        let child = Child {
            position: &after,
            alpha: -self.beta,
            beta: 1 - self.beta,
            depth: (self.depth - 1).saturating_sub(reduction),
            ply: self.ply + 1,
            seat: self.turn.other(),
            allow_null: false,
            is_cut: !self.is_cut,
        };
        let score = -search_child(context, child);
        context.pop();
        if score < self.beta || context.is_stopped() {
            return None;
        }
        if is_selective && self.depth >= VERIFICATION_DEPTH {
            // Where every move harms, passing proves nothing.
            let depth = (self.depth - 1).saturating_sub(reduction).max(1);
            let score = self.search_again(context, self.beta, depth, 0);
            return (score >= self.beta && !context.is_stopped()).then_some(self.beta);
        }
        // A later visit, perhaps by another path, need not pass again. The move to try first stays known.
        let best = Best { score: self.beta, move_key: self.tt_move_key, ..Best::new(self.beta, 0) };
        self.store(context, &best, Bound::Lower);
        Some(self.beta)
    }

    /// Number of moves after which quiet ones are skipped.
    #[inline(always)]
    pub(super) fn max_moves<E: Evaluator<R>, C: Cpu>(&self, context: &Context<'_, R, E, C>) -> usize {
        let is_allowed = context.state.features.late_move_pruning && self.ply > 0 && !self.in_check;
        if !is_allowed {
            return usize::MAX;
        }
        if E::PAWN.is_none() {
            return context.evaluator.max_moves(self.depth);
        }
        if self.is_pv || self.depth > LATE_MOVES_DEPTH {
            return usize::MAX;
        }
        let moves = LATE_MOVES_BASE + self.depth * self.depth;
        (if self.is_improving { moves } else { moves / 2 }) as usize
    }

    /// `true` if a move is not worth a search near the horizon. `number` counts the moves before it.
    #[inline(always)]
    pub(super) fn is_futile<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &Context<'_, R, E, C>,
        mv: R::Move,
        is_noisy: bool,
        number: usize,
        best: &Best,
    ) -> bool {
        if E::PAWN.is_none() || self.ply == 0 || best.score <= -WIN_IN_MAX_PLY {
            return false;
        }
        let (rules, features) = (context.rules, context.state.features);
        if is_noisy {
            return features.see_pruning
                && self.depth <= SEE_DEPTH
                && !rules.see_at_least(self.position, mv, -margin::<R, E>(SEE_NOISY) * self.depth as Score);
        }
        let reduced = (self.depth as i32 - context.state.reductions.of(self.depth, number) / PLY).max(0);
        if !self.in_check
            && features.futility
            && reduced <= FUTILITY_DEPTH
            && self.eval + margin::<R, E>(FUTILITY_BASE) + margin::<R, E>(FUTILITY) * reduced <= best.alpha
            && !rules.gives_check(self.position, mv)
        {
            return true;
        }
        if features.history && reduced <= 3 && !self.is_pv {
            let histories = &context.state.histories;
            let history = histories.quiet(rules, self.position, self.turn, self.ply, mv);
            if history < BAD_HISTORY * self.depth as Score && !rules.gives_check(self.position, mv) {
                return true;
            }
        }
        features.see_pruning
            && reduced <= SEE_DEPTH as i32
            && !rules.see_at_least(self.position, mv, -margin::<R, E>(SEE_QUIET) * reduced * reduced)
    }
}
