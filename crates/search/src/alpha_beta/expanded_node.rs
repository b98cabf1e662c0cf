//! A node whose moves are tried.

use rules::cpu::Cpu;
use rules::{Seat, Status, mix};

use super::abdada::{self, AbdadaTable};
use super::histories::{self, MAX_HISTORY};
use super::node::{Child, MIN_TABLE_DEPTH, from_table, search_child, table_key, to_table};
use super::picker::{MovePicker, PickedNode};
use super::reductions::PLY;
use super::{Context, MAX_PLY};
use crate::SearchGame;
use crate::evaluator::{Evaluator, Score, WIN, WIN_IN_MAX_PLY};
use crate::transposition::{Bound, TtEntry};

/// Distance from the root up to which weak levels overlook moves.
const OVERLOOKED_PLIES: u32 = 4;
/// Number of moves searched to full depth before late-move reductions start.
const FULL_DEPTH_MOVES: usize = 3;
/// The same with margins, in nodes that are not expected to have an exact score.
const FULL_DEPTH_SCOUTS: usize = 2;
/// Singular extensions: least depth, how much shallower the entry may be, and the margin for each ply in points of score.
const SINGULAR_DEPTH: u32 = 7;
const SINGULAR_ENTRY: u32 = 3;
/// Distance from the root from which nothing is extended.
const MAX_EXTENDED_PLY: u32 = MAX_PLY / 2;

/// A node whose seat to move is known. Scores are those of that seat.
pub(super) struct ExpandedNode<'w, R: SearchGame> {
    pub(super) position: &'w R::Position,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) turn: Seat,
    /// Start of the node's moves on the stack.
    pub(super) base: usize,
    pub(super) key: u64,
    /// Key of the move to try first; 0 if none is known.
    pub(super) tt_move_key: u32,
    pub(super) in_check: bool,
    /// Static evaluation, once it is known.
    pub(super) raw_eval: Option<Score>,
    /// Best estimate of the score before the search, where the evaluator has margins and the seat is not in check.
    pub(super) eval: Score,
    /// `true` if an exact score is wanted.
    pub(super) is_pv: bool,
    /// `true` if some move is expected to exceed beta.
    pub(super) is_cut: bool,
    /// `true` if the static evaluation is better than two plies ago.
    pub(super) is_improving: bool,
    /// Key of a move that is left out; 0 for none.
    pub(super) excluded: u32,
    pub(super) entry: Option<TtEntry>,
}

/// Best move of a node so far.
pub(super) struct Best {
    pub(super) score: Score,
    pub(super) alpha: Score,
    pub(super) move_key: u32,
    /// `true` if the best move is noisy.
    pub(super) is_noisy: bool,
    /// Number of moves searched.
    pub(super) searched: usize,
    /// Start of the tried moves on their stack.
    pub(super) tried: usize,
}

impl Best {
    /// No move yet.
    pub(super) fn new(alpha: Score, tried: usize) -> Best {
        Best { score: -WIN, alpha, move_key: 0, is_noisy: false, searched: 0, tried }
    }
}

/// A move of a node.
struct Candidate<M> {
    mv: M,
    key: u32,
    is_noisy: bool,
    /// Plies by which it is searched deeper.
    extension: i32,
}

impl<R: SearchGame> ExpandedNode<'_, R> {
    #[inline(always)]
    pub(super) fn search<E: Evaluator<R>, C: Cpu>(&self, context: &mut Context<'_, R, E, C>) -> Score {
        let mut picker = if R::STAGED {
            let key = self.tt_move_key;
            let tt_move = match key {
                0 => None,
                _ => context.rules.move_from_key_with(self.position, key, &mut context.scratch),
            };
            MovePicker::staged(self.base, tt_move)
        } else {
            context.order(self.position, self.base, self.turn, self.ply, self.tt_move_key);
            MovePicker::listed(self.base, context.moves.len())
        };
        let picked =
            PickedNode { position: self.position, turn: self.turn, ply: self.ply, in_check: self.in_check };
        let (deferred, tried) = (context.state.deferred.len(), context.state.tried.len());
        let mut best = Best::new(self.alpha, tried);
        let max_moves = self.max_moves(context);
        let mut number = 0;
        let mut is_cutoff = false;
        while let Some(mv) = picker.next(context, picked) {
            let is_noisy = R::HAS_NOISE && context.rules.noisy(self.position, mv);
            if number >= max_moves && best.score > -WIN_IN_MAX_PLY && !is_noisy {
                picker.skip_quiet();
                continue;
            }
            if self.ply == 0 && (!context.is_root_move(mv) || context.state.excluded.contains(&mv)) {
                continue;
            }
            let key = context.rules.move_key(mv);
            if key == self.excluded {
                continue;
            }
            if best.searched > 0 && self.is_overlooked(context, mv, key) {
                continue;
            }
            number += 1;
            if !picker.is_good_noisy() && self.is_futile(context, mv, is_noisy, number - 1, &best) {
                continue;
            }
            if self.is_busy(context, key, &best) {
                context.state.deferred.push(mv);
                continue;
            }
            let extension = match self.singular_extension(context, key) {
                Ok(plies) => plies,
                Err(score) => {
                    is_cutoff = true;
                    best.score = score;
                    break;
                }
            };
            if self.try_move(context, &Candidate { mv, key, is_noisy, extension }, &mut best) {
                is_cutoff = true;
                break;
            }
        }
        // By now the results of deferred moves are usually in the table.
        for index in deferred..context.state.deferred.len() {
            if is_cutoff {
                break;
            }
            let mv = context.state.deferred[index];
            let key = context.rules.move_key(mv);
            let is_noisy = R::HAS_NOISE && context.rules.noisy(self.position, mv);
            is_cutoff = self.try_move(context, &Candidate { mv, key, is_noisy, extension: 0 }, &mut best);
        }
        context.state.deferred.truncate(deferred);
        context.state.tried.truncate(tried);
        if is_cutoff {
            return best.score;
        }
        if best.searched == 0 {
            if self.excluded != 0 {
                return self.alpha;
            }
            if R::STAGED
                && number == 0
                && let Status::Over(outcome) = context.rules.status(self.position)
            {
                return context.evaluator.terminal_score(&outcome, self.turn, self.ply);
            }
        }
        let bound = if best.score > self.alpha { Bound::Exact } else { Bound::Upper };
        self.learn_correction(context, &best, bound);
        self.store(context, &best, bound);
        best.score
    }

    /// `true` if a weak level does not see this move: always the same ones in one game.
    #[inline(always)]
    fn is_overlooked<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &Context<'_, R, E, C>,
        mv: R::Move,
        move_key: u32,
    ) -> bool {
        let thousandths = context.state.overlooked;
        if thousandths == 0 || self.ply >= OVERLOOKED_PLIES {
            return false;
        }
        let hidden = 100 - context.rules.prominence(self.position, mv).min(100);
        let chance = mix(context.state.seed ^ self.key ^ u64::from(move_key)) % 100_000;
        chance < u64::from(thousandths * hidden)
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

    /// Plies by which the table move is searched deeper: more if no other move comes near its score. `Err` is the score of
    /// a node in which several moves exceed beta.
    #[inline(always)]
    fn singular_extension<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &mut Context<'_, R, E, C>,
        move_key: u32,
    ) -> Result<i32, Score> {
        let Some(entry) = self.entry else { return Ok(0) };
        let is_candidate = E::PAWN.is_some()
            && context.state.features.singular
            && self.ply > 0
            && self.ply < MAX_EXTENDED_PLY
            && self.excluded == 0
            && self.depth >= SINGULAR_DEPTH
            && move_key == entry.move_key
            && entry.bound != Bound::Upper
            && entry.depth + SINGULAR_ENTRY >= self.depth
            && entry.score.abs() < WIN_IN_MAX_PLY;
        if !is_candidate {
            return Ok(0);
        }
        let score = from_table(entry.score, self.ply);
        let bound = score - 2 * self.depth as Score;
        let others = self.search_again(context, bound, (self.depth - 1) / 2, move_key);
        if context.is_stopped() {
            return Ok(0);
        }
        if others < bound {
            let is_alone = !self.is_pv && others < bound - 20;
            return Ok(1 + i32::from(is_alone));
        }
        if bound >= self.beta {
            return Err(bound);
        }
        Ok(if score >= self.beta {
            -2
        } else if self.is_cut {
            -1
        } else {
            0
        })
    }

    /// Searches one move. Returns `true` if the node is finished: by a cutoff, or because the search must end.
    #[inline(always)]
    fn try_move<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &mut Context<'_, R, E, C>,
        candidate: &Candidate<R::Move>,
        best: &mut Best,
    ) -> bool {
        let (mv, rules) = (candidate.mv, context.rules);
        if E::PAWN.is_some() {
            context.state.histories.enter(self.ply, Some(rules.piece_target(self.position, mv)));
        }
        let after = context.play(self.position, mv);
        if E::PAWN.is_some() {
            context.state.table.prefetch(table_key(rules, &after, self.turn.other()));
        }
        let abdada = context.state.abdada.filter(|_| self.depth >= abdada::MIN_DEPTH);
        let hash = AbdadaTable::hash(self.key, candidate.key);
        if let Some(abdada) = abdada {
            abdada.insert(hash);
        }
        let score = self.score_move(context, candidate, &after, best);
        if let Some(abdada) = abdada {
            abdada.remove(hash);
        }
        context.pop();
        if context.is_stopped() {
            return true;
        }
        best.searched += 1;
        if score > best.score {
            best.score = score;
            if score > best.alpha {
                best.alpha = score;
                best.move_key = candidate.key;
                best.is_noisy = candidate.is_noisy;
                if self.is_pv || E::PAWN.is_none() {
                    context.update_pv(self.ply, mv);
                }
                if score >= self.beta {
                    self.learn(context, candidate, best);
                    self.learn_correction(context, best, Bound::Lower);
                    self.store(context, best, Bound::Lower);
                    return true;
                }
            }
        }
        if E::PAWN.is_some() {
            context.state.tried.push(mv);
        }
        false
    }

    /// Score of a move: the first one with the full window, the others first with a null window.
    #[inline(always)]
    fn score_move<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &mut Context<'_, R, E, C>,
        candidate: &Candidate<R::Move>,
        after: &R::Position,
        best: &Best,
    ) -> Score {
        let depth = context.depth_after(self.position, candidate.mv, after, self.depth, self.ply);
        let depth = depth.saturating_add_signed(candidate.extension);
        let is_selective = E::PAWN.is_some();
        let child = Child {
            position: after,
            alpha: -self.beta,
            beta: -best.alpha,
            depth,
            ply: self.ply + 1,
            seat: self.turn.other(),
            allow_null: true,
            is_cut: false,
        };
        if best.searched == 0 {
            return -search_child(context, Child { is_cut: !self.is_pv && !self.is_cut, ..child });
        }
        let scout = Child { alpha: -best.alpha - 1, is_cut: !self.is_cut || self.is_pv, ..child };
        let is_reduced = if is_selective {
            context.state.features.lmr && depth >= 2 && best.searched >= FULL_DEPTH_SCOUTS
        } else {
            context.state.features.lmr
                && best.searched >= FULL_DEPTH_MOVES
                && depth >= 2
                && depth < self.depth
                && !self.in_check
                && !candidate.is_noisy
        };
        let mut score = Score::MAX;
        if is_reduced {
            let reduced = if is_selective {
                self.reduced_depth(context, candidate, depth, best.searched)
            } else {
                depth - 1
            };
            if reduced < depth {
                score = -search_child(context, Child { depth: reduced, is_cut: true, ..scout });
            }
        }
        if score > best.alpha {
            score = -search_child(context, scout);
        }
        if score > best.alpha && score < self.beta {
            score = -search_child(context, child);
        }
        score
    }

    /// Depth of the first search of a late move.
    #[inline(always)]
    fn reduced_depth<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &Context<'_, R, E, C>,
        candidate: &Candidate<R::Move>,
        depth: u32,
        number: usize,
    ) -> u32 {
        let (rules, histories) = (context.rules, &context.state.histories);
        // Sacrifices show their worth late.
        if rules.gives_check(self.position, candidate.mv) {
            return depth;
        }
        let mut reduction = context.state.reductions.of(self.depth, number);
        if self.is_pv {
            reduction -= PLY;
        }
        if self.is_cut {
            reduction += PLY;
        }
        if !self.is_improving {
            reduction += PLY / 2;
        }
        if self.in_check {
            reduction -= PLY;
        }
        let history = if candidate.is_noisy {
            reduction -= PLY;
            histories.noisy(rules, self.position, self.turn, candidate.mv)
        } else {
            histories.quiet(rules, self.position, self.turn, self.ply, candidate.mv)
        };
        reduction -= history * PLY / (MAX_HISTORY / 2);
        let plies = (reduction / PLY).clamp(0, depth as i32 - 1);
        depth - plies as u32
    }

    /// Records a move that caused a cutoff, and those that were tried before it.
    #[inline(always)]
    fn learn<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &mut Context<'_, R, E, C>,
        candidate: &Candidate<R::Move>,
        best: &Best,
    ) {
        let (mv, rules) = (candidate.mv, context.rules);
        if !candidate.is_noisy {
            context.record_cutoff(self.position, self.turn, mv, self.ply, self.depth);
        }
        if E::PAWN.is_none() {
            return;
        }
        let bonus = histories::bonus(self.depth);
        let histories = &mut context.state.histories;
        if candidate.is_noisy {
            histories.record_noisy(rules, self.position, self.turn, mv, bonus);
        } else {
            histories.record_quiet(rules, self.position, self.turn, self.ply, mv, bonus);
        }
        for index in best.tried..context.state.tried.len() {
            let mv = context.state.tried[index];
            let histories = &mut context.state.histories;
            if rules.noisy(self.position, mv) {
                histories.record_noisy(rules, self.position, self.turn, mv, -bonus);
            } else if !candidate.is_noisy {
                histories.record_quiet(rules, self.position, self.turn, self.ply, mv, -bonus);
            }
        }
    }

    /// Records by how much the search differs from the corrected evaluation, where it is a fair comparison.
    #[inline(always)]
    fn learn_correction<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &mut Context<'_, R, E, C>,
        best: &Best,
        bound: Bound,
    ) {
        if E::PAWN.is_none() || self.in_check || self.excluded != 0 || best.score.abs() > WIN_IN_MAX_PLY {
            return;
        }
        // What a capture wins says nothing about the evaluation.
        if best.is_noisy {
            return;
        }
        // What is left after the correction so far, so that corrections settle where they are right.
        let Some(eval) = context.state.evals[self.ply as usize] else { return };
        let is_fair = match bound {
            Bound::Exact => true,
            Bound::Lower => best.score > eval,
            Bound::Upper => best.score < eval,
        };
        if is_fair {
            let (rules, difference) = (context.rules, best.score - eval);
            let histories = &mut context.state.histories;
            histories.record_correction(rules, self.position, self.turn, difference, self.depth);
        }
    }

    /// Stores the result of the node in the table.
    #[inline(always)]
    pub(super) fn store<E: Evaluator<R>, C: Cpu>(
        &self,
        context: &Context<'_, R, E, C>,
        best: &Best,
        bound: Bound,
    ) {
        // A root restricted by multi-PV does not show the value of its position, nor does a node without one of its moves.
        let is_whole = (self.ply > 0 || context.state.excluded.is_empty()) && self.excluded == 0;
        let is_deep = E::PAWN.is_some() || self.depth >= MIN_TABLE_DEPTH;
        if context.state.features.table && is_deep && is_whole {
            let (score, eval) = (to_table(best.score, self.ply), self.raw_eval);
            let entry = TtEntry { move_key: best.move_key, score, eval, depth: self.depth, bound };
            context.state.table.store(self.key, entry);
        }
    }
}
