//! What every depth-first search carries down the tree and back up again.

use crate::SearchGame;
use rules::cpu::Cpu;
use rules::{Outcome, Seat};

use crate::alpha_beta::MAX_PLY;
use crate::budget::Budget;
use crate::engine::SearchResult;
use crate::evaluator::{Evaluator, Score};
use crate::killers::KillersAndHistory;
use crate::repetition::RepetitionStack;
use crate::request::SearchLimits;

/// The place in the order of the move that is known to be good in this very position.
const KNOWN: Score = 1 << 30;
/// The place in the order of noisy moves.
const NOISY: Score = 1 << 28;

/// One search on its way: the moves still to be tried, the path, the lines found, and what is left of the budget.
///
/// Everything is allocated before the first position and used over and over.
pub(crate) struct Walk<'a, R: SearchGame, E: Evaluator<R>, C, X> {
    pub(crate) cpu: C,
    pub(crate) rules: &'a R,
    pub(crate) evaluator: &'a E,
    /// The seat that thinks.
    pub(crate) seat: Seat,
    /// What only one kind of search needs.
    pub(crate) own: X,
    budget: Budget<'a>,
    /// Whether a position was judged for want of depth: if none was, more depth changes nothing.
    met_horizon: bool,
    /// The moves of all positions on the way down, and how they are ordered: one stack for the whole search.
    pub(crate) moves: Vec<R::Move>,
    pub(crate) worth: Vec<Score>,
    history: RepetitionStack,
    /// The line found below each ply.
    lines: Vec<Vec<R::Move>>,
    good: KillersAndHistory,
    /// The code of the best move of the last iteration.
    first: u32,
}

impl<'a, R: SearchGame, E: Evaluator<R>, C: Cpu, X> Walk<'a, R, E, C, X> {
    pub(crate) fn new(
        cpu: C,
        rules: &'a R,
        evaluator: &'a E,
        seat: Seat,
        past: &[u64],
        limits: &SearchLimits<'a>,
        own: X,
    ) -> Self {
        Walk {
            cpu,
            rules,
            evaluator,
            seat,
            own,
            budget: Budget::new(*limits),
            met_horizon: false,
            moves: Vec::with_capacity(4096),
            worth: Vec::with_capacity(4096),
            // Throws come between the turns.
            history: RepetitionStack::new(past, 2 * MAX_PLY as usize),
            lines: (0..=MAX_PLY).map(|_| Vec::with_capacity(MAX_PLY as usize + 1)).collect(),
            good: KillersAndHistory::new(),
            first: 0,
        }
    }

    /// Searches deeper and deeper until a limit is reached or nothing is left to find. `iterate` searches to one depth
    /// and tells what the root is worth, and whether it is sure to stay so; `fallback` is played if there was no time to
    /// search any move.
    pub(crate) fn deepen(
        mut self,
        fallback: R::Move,
        report: &mut dyn FnMut(&SearchResult<R::Move>),
        mut iterate: impl FnMut(&mut Self, u32) -> (f64, bool),
    ) -> SearchResult<R::Move> {
        let mut result =
            SearchResult { best: fallback, score: 0.0, line: vec![fallback], depth: 0, nodes: 0 };
        for depth in 1..=self.budget.depth().min(MAX_PLY - 1) {
            self.met_horizon = false;
            let (score, is_sure) = iterate(&mut self, depth);
            self.history.rewind();
            self.moves.clear();
            self.worth.clear();
            result.nodes = self.budget.nodes();
            // A stopped iteration began with the best move so far: what it has found since is better.
            if let Some(&best) = self.lines[0].first() {
                result.best = best;
                result.line.clone_from(&self.lines[0]);
                self.first = self.rules.move_key(best);
            }
            if self.is_stopped() {
                break;
            }
            result.score = score;
            result.depth = depth;
            report(&result);
            // Where all games came to their end, more depth changes nothing.
            if is_sure || !self.met_horizon {
                break;
            }
        }
        result
    }

    /// Whether the search has to end: what is on the way then counts for nothing.
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.budget.is_spent()
    }

    /// Comes to a position, of which no line is known yet; says whether the search goes on.
    #[inline(always)]
    pub(crate) fn arrive(&mut self, ply: u32) -> bool {
        self.lines[ply as usize].clear();
        self.budget.take()
    }

    /// Comes to a position for which no depth is left; says whether the search goes on.
    #[inline(always)]
    pub(crate) fn arrive_at_horizon(&mut self, ply: u32) -> bool {
        self.met_horizon = true;
        self.arrive(ply)
    }

    /// How the game ends, if it does, because this position has stood on the board before.
    #[inline(always)]
    pub(crate) fn repetition(&self, position: &R::Position, ply: u32) -> Option<Outcome> {
        if ply == 0 { None } else { self.history.ending(self.rules, position) }
    }

    /// Goes below a position: it can be repeated from now on.
    #[inline(always)]
    pub(crate) fn enter(&mut self, position: &R::Position) {
        self.history.enter(self.rules, position);
    }

    /// Comes back to a position entered before and forgets its moves, which began at `base`.
    #[inline(always)]
    pub(crate) fn leave(&mut self, base: usize) {
        self.history.leave::<R>();
        self.moves.truncate(base);
        self.worth.truncate(base);
    }

    /// Gives the moves from `base` on their places in the order; `known` is the code of the move to try first, or 0.
    #[inline(always)]
    pub(crate) fn order(&mut self, position: &R::Position, base: usize, turn: Seat, ply: u32, known: u32) {
        let Walk { rules, evaluator, moves, worth, good, first, .. } = self;
        let (known, good) = (if ply == 0 { *first } else { known }, good.of(turn, ply));
        worth.extend(moves[base..].iter().map(|&mv| {
            let code = rules.move_key(mv);
            let promise = evaluator.ordering_hint(rules, position, mv);
            if code == known {
                KNOWN
            } else if R::HAS_NOISE && rules.noisy(position, mv) {
                NOISY + promise
            } else {
                good.worth(code) + promise
            }
        }));
    }

    /// The place of the most promising of the moves from `index` on.
    #[inline(always)]
    pub(crate) fn most_promising(&self, index: usize) -> usize {
        let (mut best, mut most) = (index, self.worth[index]);
        for (step, &worth) in self.worth[index..].iter().enumerate() {
            if worth > most {
                (best, most) = (index + step, worth);
            }
        }
        best
    }

    /// Exchanges two moves with their places in the order.
    #[inline(always)]
    pub(crate) fn exchange(&mut self, one: usize, other: usize) {
        self.moves.swap(one, other);
        self.worth.swap(one, other);
    }

    /// The depth left after a move: a turn less, unless the game wants to see what follows.
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

    /// The line from here on: a move, and what is expected after it.
    #[inline(always)]
    pub(crate) fn follow_line(&mut self, ply: u32, mv: R::Move) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    /// Whatever line was found from here on, it depends on the dice.
    #[inline(always)]
    pub(crate) fn end_line(&mut self, ply: u32) {
        self.lines[ply as usize].clear();
    }

    /// Remembers that a move made it needless to try the others.
    #[inline(always)]
    pub(crate) fn remember(&mut self, turn: Seat, mv: R::Move, ply: u32, depth: u32) {
        self.good.keep(turn, ply, depth, self.rules.move_key(mv));
    }
}
