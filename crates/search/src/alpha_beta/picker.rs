//! Moves of a node in the order in which they are searched.

use rules::Seat;
use rules::cpu::Cpu;

use super::Context;
use crate::context::NOISY;
use crate::evaluator::{Evaluator, Score};
use crate::{MoveStage, SearchGame};

/// Part of the history of a noisy move that counts beside its ordering hint.
const NOISY_HISTORY: Score = 8;

/// Moves of one node, generated stage by stage on the context's stack: the table move without any list, then winning and
/// equal captures, the killers without a list, quiet moves, and losing captures. Games without staged generation have all moves listed and scored
/// beforehand.
pub(super) struct MovePicker<M> {
    stage: Stage,
    tt_move: Option<M>,
    /// Killers that were returned before the quiet moves were generated.
    killers: [Option<M>; 2],
    /// Start of the node's moves on the stack.
    base: usize,
    cursor: usize,
    end: usize,
    /// End of the losing captures, which are moved to the start of the node's moves.
    bad_end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TtMove,
    GenerateNoisy,
    Noisy,
    FirstKiller,
    SecondKiller,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    GenerateEvasions,
    /// Moves that are listed and scored: evasions, or all moves of a game without stages.
    Listed,
}

/// The node whose moves are picked.
pub(super) struct PickedNode<'w, P> {
    pub(super) position: &'w P,
    pub(super) turn: Seat,
    pub(super) ply: u32,
    pub(super) in_check: bool,
}

impl<P> Clone for PickedNode<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for PickedNode<'_, P> {}

impl<M: Copy + Eq> MovePicker<M> {
    /// A picker that generates in stages.
    pub(super) fn staged(base: usize, tt_move: Option<M>) -> MovePicker<M> {
        MovePicker {
            stage: Stage::TtMove,
            tt_move,
            killers: [None; 2],
            base,
            cursor: base,
            end: base,
            bad_end: base,
        }
    }

    /// A picker for moves that are listed and scored from `base` to `end`.
    pub(super) fn listed(base: usize, end: usize) -> MovePicker<M> {
        MovePicker { stage: Stage::Listed, end, ..MovePicker::staged(base, None) }
    }

    /// `true` if the move that was returned last is a noisy one of which the exchange loses nothing.
    #[inline(always)]
    pub(super) fn is_good_noisy(&self) -> bool {
        self.stage == Stage::Noisy
    }

    /// Leaves out the quiet moves that have not been returned yet.
    #[inline(always)]
    pub(super) fn skip_quiet(&mut self) {
        if matches!(
            self.stage,
            Stage::FirstKiller | Stage::SecondKiller | Stage::GenerateQuiet | Stage::Quiet
        ) {
            (self.cursor, self.stage) = (self.base, Stage::BadNoisy);
        }
    }

    /// The next move to search.
    #[inline(always)]
    pub(super) fn next<R, E, C>(
        &mut self,
        context: &mut Context<'_, R, E, C>,
        node: PickedNode<'_, R::Position>,
    ) -> Option<M>
    where
        R: SearchGame<Move = M>,
        E: Evaluator<R>,
        C: Cpu,
    {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = if node.in_check { Stage::GenerateEvasions } else { Stage::GenerateNoisy };
                    if let Some(mv) = self.tt_move {
                        return Some(mv);
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate(context, node, MoveStage::Noisy);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.pick(context) {
                    Some(mv) if !context.rules.see_at_least(node.position, mv, 0) => {
                        // The slots before the cursor are free: their moves were returned.
                        context.moves[self.bad_end] = mv;
                        self.bad_end += 1;
                    }
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::FirstKiller,
                },
                Stage::FirstKiller | Stage::SecondKiller => {
                    let index = usize::from(self.stage == Stage::SecondKiller);
                    self.stage = if index == 0 { Stage::SecondKiller } else { Stage::GenerateQuiet };
                    let Context { ordering, rules, scratch, .. } = context;
                    let killer = ordering.killer(rules, node.position, node.ply, index, scratch);
                    self.killers[index] = killer.filter(|&mv| self.tt_move != Some(mv));
                    if let Some(mv) = self.killers[index] {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiet => {
                    self.generate(context, node, MoveStage::Quiet);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.pick(context) {
                    Some(mv) => return Some(mv),
                    None => {
                        (self.cursor, self.stage) = (self.base, Stage::BadNoisy);
                    }
                },
                Stage::BadNoisy => {
                    let mv = (self.cursor < self.bad_end).then(|| context.moves[self.cursor]);
                    self.cursor += 1;
                    return mv;
                }
                Stage::GenerateEvasions => {
                    self.generate(context, node, MoveStage::Evasions);
                    self.stage = Stage::Listed;
                }
                Stage::Listed => return self.pick(context),
            }
        }
    }

    #[inline(always)]
    fn generate<R, E, C>(
        &mut self,
        context: &mut Context<'_, R, E, C>,
        node: PickedNode<'_, R::Position>,
        stage: MoveStage,
    ) where
        R: SearchGame<Move = M>,
        E: Evaluator<R>,
        C: Cpu,
    {
        let PickedNode { position, turn, ply, .. } = node;
        self.cursor = self.end;
        let rules = context.rules;
        rules.generate_with(position, stage, &mut context.moves, &mut context.scratch);
        self.end = context.moves.len();
        let Context { evaluator, moves, move_scores, ordering, state, .. } = context;
        let histories = if E::PAWN.is_some() { Some(&state.histories) } else { None };
        move_scores.reserve(self.end - self.cursor);
        for &mv in &moves[self.cursor..] {
            let hint = evaluator.ordering_hint(rules, position, mv);
            let is_noisy =
                stage == MoveStage::Noisy || stage == MoveStage::Evasions && rules.noisy(position, mv);
            let learnt = match histories {
                Some(histories) if is_noisy => histories.noisy(rules, position, turn, mv) / NOISY_HISTORY,
                Some(histories) => histories.quiet(rules, position, turn, ply, mv),
                None if is_noisy => 0,
                None => ordering.score(rules, position, turn, ply, mv),
            };
            let first = if is_noisy && stage == MoveStage::Evasions { NOISY } else { 0 };
            let score = first + hint + learnt;
            move_scores.push(score);
        }
    }

    /// The best-scored of the listed moves that was not returned before, as table move or killer.
    #[inline(always)]
    fn pick<R, E, C>(&mut self, context: &mut Context<'_, R, E, C>) -> Option<M>
    where
        R: SearchGame<Move = M>,
        E: Evaluator<R>,
        C: Cpu,
    {
        while self.cursor < self.end {
            context.bring_best_forward(self.cursor, self.end);
            let mv = context.moves[self.cursor];
            self.cursor += 1;
            if self.tt_move != Some(mv) && !self.killers.contains(&Some(mv)) {
                return Some(mv);
            }
        }
        None
    }
}
