//! The state that every depth-first search carries through the tree.

use rules::cpu::Cpu;
use rules::{Outcome, Seat};

use crate::SearchGame;
use crate::accumulators::AccumulatorStack;
use crate::alpha_beta::MAX_PLY;
use crate::budget::Budget;
use crate::engine::SearchResult;
use crate::evaluator::{Evaluator, Score};
use crate::killers::KillersAndHistory;
use crate::repetition::RepetitionStack;
use crate::request::{Confidence, SearchRequest};

/// Ordering score of the transposition-table move, or of the best move of the last iteration.
pub(crate) const TT_MOVE: Score = 1 << 30;
/// Ordering score of noisy moves.
pub(crate) const NOISY: Score = 1 << 28;

/// One search thread: the stack of moves, the path, the principal variations and the remaining budget.
///
/// Everything is allocated before the first node and reused.
pub(crate) struct SearchContext<'a, R: SearchGame, E: Evaluator<R>, C, X> {
    pub(crate) cpu: C,
    pub(crate) rules: &'a R,
    pub(crate) evaluator: &'a E,
    root: &'a R::Position,
    /// The seat to move at the root.
    pub(crate) seat: Seat,
    /// State of one particular algorithm.
    pub(crate) state: X,
    pub(crate) budget: Budget<'a>,
    /// `true` if a position was evaluated for want of depth: if none was, more depth changes nothing.
    met_horizon: bool,
    /// Moves of all positions on the path and their ordering scores: one stack for the whole search.
    pub(crate) moves: Vec<R::Move>,
    pub(crate) move_scores: Vec<Score>,
    pub(crate) accumulators: AccumulatorStack<R, E>,
    pub(crate) repetitions: RepetitionStack,
    /// Principal variation below each ply.
    pub(crate) pv: Vec<Vec<R::Move>>,
    pub(crate) ordering: KillersAndHistory<R>,
    pub(crate) scratch: R::Scratch,
    /// Best root move of the last iteration.
    pub(crate) root_best: Option<R::Move>,
    /// Moves to which the root is restricted.
    root_moves: Option<&'a [R::Move]>,
}

impl<'a, R: SearchGame, E: Evaluator<R>, C: Cpu, X> SearchContext<'a, R, E, C, X> {
    pub(crate) fn new(
        cpu: C,
        request: &SearchRequest<'a, R>,
        evaluator: &'a E,
        seat: Seat,
        state: X,
    ) -> Self {
        // Rolls come between the plies, and best-reply search changes the turn between them.
        let path = 2 * MAX_PLY as usize + 4;
        let mut accumulators = AccumulatorStack::new(path);
        accumulators.reset(evaluator, request.rules, request.position);
        SearchContext {
            cpu,
            rules: request.rules,
            evaluator,
            root: request.position,
            seat,
            state,
            budget: Budget::new(request.limits),
            met_horizon: false,
            moves: Vec::with_capacity(4096),
            move_scores: Vec::with_capacity(4096),
            accumulators,
            repetitions: RepetitionStack::new(request.past, path),
            pv: (0..=MAX_PLY).map(|_| Vec::with_capacity(MAX_PLY as usize + 1)).collect(),
            ordering: KillersAndHistory::new(),
            scratch: R::Scratch::default(),
            root_best: None,
            root_moves: request.root_moves,
        }
    }

    /// Iterative deepening until a limit is reached or nothing is left to find. `iterate` searches to one depth and
    /// returns the root's score and `true` if no deeper search can change it; `fallback` is played if no move could be
    /// searched.
    pub(crate) fn deepen(
        mut self,
        fallback: R::Move,
        report: &mut dyn FnMut(&SearchResult<R::Move>),
        mut iterate: impl FnMut(&mut Self, u32) -> (f64, bool),
    ) -> SearchResult<R::Move> {
        let mut result = self.unsearched(fallback);
        for depth in 1..=self.budget.depth().min(MAX_PLY - 1) {
            self.met_horizon = false;
            let (score, is_final) = iterate(&mut self, depth);
            self.rewind();
            result.nodes = self.budget.nodes();
            // A stopped iteration started with the best move so far: any later find is better.
            if let Some(&best) = self.pv[0].first() {
                result.best = best;
                result.pv.clone_from(&self.pv[0]);
                self.root_best = Some(best);
            }
            if self.is_stopped() {
                break;
            }
            result.score = score;
            result.evaluation = self.evaluator.evaluation(score);
            result.depth = depth;
            report(&result);
            // Where all lines reached the end of the game, more depth changes nothing.
            if is_final || !self.met_horizon || !self.budget.complete_depth(depth, Confidence::Usual) {
                break;
            }
        }
        result
    }

    /// Result of a search that has found nothing yet.
    pub(crate) fn unsearched(&self, fallback: R::Move) -> SearchResult<R::Move> {
        let evaluation = self.evaluator.evaluation(0.0);
        SearchResult { evaluation, nodes: 0, ..SearchResult::unsearched(fallback) }
    }

    /// Back to the root, ready for another iteration.
    pub(crate) fn rewind(&mut self) {
        self.repetitions.rewind();
        self.accumulators.reset(self.evaluator, self.rules, self.root);
        self.moves.clear();
        self.move_scores.clear();
    }

    /// `true` if the search must end: unfinished results are void.
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.budget.is_spent()
    }

    /// Counts a node and clears its principal variation. Returns `false` if the search must end.
    #[inline(always)]
    pub(crate) fn visit(&mut self, ply: u32) -> bool {
        self.pv[ply as usize].clear();
        self.budget.take()
    }

    /// Counts a node for which no depth is left. Returns `false` if the search must end.
    #[inline(always)]
    pub(crate) fn visit_horizon(&mut self, ply: u32) -> bool {
        self.met_horizon = true;
        self.visit(ply)
    }

    /// Outcome of the game if this position ends it by repetition or a counter.
    #[inline(always)]
    pub(crate) fn repetition(&self, position: &R::Position, ply: u32) -> Option<Outcome> {
        if ply == 0 { None } else { self.repetitions.outcome(self.rules, position, false) }
    }

    /// Static evaluation of the current position for a seat.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, position: &R::Position, seat: Seat) -> Score {
        let accumulator = self.accumulators.current(self.evaluator, self.rules);
        self.evaluator.evaluate(self.rules, position, accumulator, seat)
    }

    /// Plays a move and enters the position after it, which is returned. [`pop`](SearchContext::pop) leaves it.
    #[inline(always)]
    pub(crate) fn play(&mut self, position: &R::Position, mv: R::Move) -> R::Position {
        let mut after = position.clone();
        self.rules.play(&mut after, mv);
        let (evaluator, rules) = (self.evaluator, self.rules);
        self.accumulators.push(&after, || evaluator.delta(rules, position, mv, &after));
        after
    }

    /// Leaves the position after the last move. The position before it was never changed.
    #[inline(always)]
    pub(crate) fn pop(&mut self) {
        self.accumulators.pop();
    }

    /// Enters a position that differs from the current one only in the seat to move.
    #[inline(always)]
    pub(crate) fn push_turn(&mut self, turned: &R::Position) {
        let (evaluator, rules) = (self.evaluator, self.rules);
        self.accumulators.push(turned, || evaluator.turn_delta(rules, turned));
    }

    /// Enters the tree below a position: it can be repeated from now on.
    #[inline(always)]
    pub(crate) fn enter(&mut self, position: &R::Position) {
        self.repetitions.push(self.rules, position);
    }

    /// Leaves the tree below a position and drops its moves, which start at `base`.
    #[inline(always)]
    pub(crate) fn leave(&mut self, base: usize) {
        self.repetitions.pop::<R>();
        self.moves.truncate(base);
        self.move_scores.truncate(base);
    }

    /// `true` if the root may play this move.
    #[inline(always)]
    pub(crate) fn is_root_move(&self, mv: R::Move) -> bool {
        self.root_moves.is_none_or(|allowed| allowed.contains(&mv))
    }

    /// Removes from the root's moves those that the request excludes.
    #[inline(always)]
    pub(crate) fn restrict_root(&mut self, ply: u32, base: usize) {
        if ply == 0
            && let Some(allowed) = self.root_moves
        {
            let mut kept = base;
            for index in base..self.moves.len() {
                if allowed.contains(&self.moves[index]) {
                    self.moves[kept] = self.moves[index];
                    kept += 1;
                }
            }
            self.moves.truncate(kept);
        }
    }

    /// Scores the moves from `base` on for ordering; `tt_move` is the key of the move to try first, or 0.
    #[inline(always)]
    pub(crate) fn order(&mut self, position: &R::Position, base: usize, turn: Seat, ply: u32, tt_move: u32) {
        let SearchContext { rules, evaluator, moves, move_scores, ordering, root_best, .. } = self;
        let root_best = if ply == 0 { *root_best } else { None };
        let tt_move = root_best.map_or(tt_move, |best| rules.move_key(best));
        move_scores.extend(moves[base..].iter().map(|&mv| {
            let hint = evaluator.ordering_hint(rules, position, mv);
            if rules.move_key(mv) == tt_move {
                TT_MOVE
            } else if R::HAS_NOISE && rules.noisy(position, mv) {
                NOISY + hint
            } else {
                ordering.score(rules, position, turn, ply, mv) + hint
            }
        }));
    }

    /// Brings the best-scored of the moves in `index..end` to `index`. Returns where it was.
    #[inline(always)]
    pub(crate) fn bring_best_forward(&mut self, index: usize, end: usize) -> usize {
        // Two passes: the highest score is found by vector instructions, and its first place by an early exit.
        let scores = &self.move_scores[index..end];
        let highest = scores.iter().fold(Score::MIN, |highest, &score| highest.max(score));
        let best = index + scores.iter().position(|&score| score == highest).unwrap_or(0);
        self.moves.swap(index, best);
        self.move_scores.swap(index, best);
        best
    }

    /// Depth left after a move: one ply less, plus the game's extension.
    #[inline(always)]
    pub(crate) fn depth_after(
        &self,
        position: &R::Position,
        mv: R::Move,
        after: &R::Position,
        depth: u32,
        ply: u32,
    ) -> u32 {
        depth - 1 + u32::from(self.rules.extension(position, mv, after) && ply < MAX_PLY / 2)
    }

    /// Makes a move, followed by the variation below it, the principal variation of this ply.
    #[inline(always)]
    pub(crate) fn update_pv(&mut self, ply: u32, mv: R::Move) {
        let (above, below) = self.pv.split_at_mut(ply as usize + 1);
        let pv = &mut above[ply as usize];
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0]);
    }

    /// Ends the principal variation here: what follows depends on the dice.
    #[inline(always)]
    pub(crate) fn end_pv(&mut self, ply: u32) {
        self.pv[ply as usize].clear();
    }

    /// Records a move that caused a cutoff.
    #[inline(always)]
    pub(crate) fn record_cutoff(
        &mut self,
        position: &R::Position,
        turn: Seat,
        mv: R::Move,
        ply: u32,
        depth: u32,
    ) {
        self.ordering.record(self.rules, position, turn, ply, depth, mv);
    }
}
