//! One position of the search, and the seat to move deciding in it.

use crate::SearchGame;
use rules::cpu::{Cpu, Task};
use rules::{Seat, Status};

use super::Pruning;
use super::chance::Chance;
use super::memory::{Memory, Place};
use super::range::{ONE, Range, Value};
use crate::alpha_beta::MAX_PLY;
use crate::evaluator::{Evaluator, Score};
use crate::walk::Walk;

/// What this search carries besides what all do.
pub(super) struct Odds<'a> {
    pub(super) memory: &'a mut Memory,
    pub(super) pruning: Pruning,
    /// What is known of a position of which nothing is known.
    pub(super) anything: Range,
    /// What is known of the throws on the way down: one stack for the whole search.
    pub(super) throws: Vec<Range>,
}

pub(super) type Search<'a, R, E, C> = Walk<'a, R, E, C, Odds<'a>>;

/// A position to be searched to a depth. Values are those of the seat that thinks.
pub(super) struct Node<'w, 'a, R: SearchGame, E: Evaluator<R>, C> {
    pub(super) walk: &'w mut Search<'a, R, E, C>,
    pub(super) position: &'w R::Position,
    pub(super) state: &'w E::Accumulator,
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: u32,
    pub(super) ply: u32,
    /// Whether only the first move is to be tried, and why.
    pub(super) probe: Option<Probe>,
}

/// Which bounds of a value would help. The first move of a position shows one of them: what the seat to move has at
/// least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Probe {
    pub(super) lower: bool,
    pub(super) upper: bool,
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Task for Node<'_, '_, R, E, C> {
    type Output = Range;

    /// A range that answers the window, unless it is a probe or the search was stopped.
    #[inline(always)]
    fn run(self) -> Range {
        let Node { walk, position, state, alpha, beta, depth, ply, probe } = self;
        let anything = walk.own.anything;
        if !walk.arrive(ply) {
            return anything;
        }
        if let Some(outcome) = walk.repetition(position, ply) {
            return exactly(walk.evaluator.terminal_score(&outcome, walk.seat, ply));
        }
        let place = Place { depth, ply };
        let key = if walk.own.memory.is_on() { walk.rules.search_key(position) } else { 0 };
        let (known, code) = walk.own.memory.find(key, place);
        // Where positions can repeat, their value depends on the way to them, and only the move is of use.
        let known = known.filter(|_| !R::HAS_REPETITION).unwrap_or(anything);
        // The root is always searched, so that it has a line.
        if ply > 0 && known.answers(alpha, beta) {
            return known;
        }
        let base = walk.moves.len();
        let (range, code) = match walk.rules.legal_moves(position, &mut walk.moves) {
            Status::Over(outcome) => return exactly(walk.evaluator.terminal_score(&outcome, walk.seat, ply)),
            Status::Turn(turn) => {
                // Everybody else wants the opposite: everything is seen from the other side.
                let is_own = turn == walk.seat;
                if probe.is_some_and(|helps| !if is_own { helps.lower } else { helps.upper }) {
                    walk.moves.truncate(base);
                    return anything;
                }
                let (alpha, beta) = if is_own { (alpha, beta) } else { (-beta, -alpha) };
                let decision = Decision { position, state, alpha, beta, depth, ply, turn, base, code };
                let (range, code) = decision.make(walk, probe.is_some());
                (if is_own { range } else { range.flipped() }, code)
            }
            Status::Chance if probe.is_some() => return anything,
            Status::Chance => (Chance { position, state, alpha, beta, depth, ply }.weigh(walk), 0),
        };
        let range = range.and(known);
        if !walk.is_stopped() {
            walk.own.memory.keep(key, place, range, code);
        }
        range
    }
}

/// A score as a value that is known.
#[inline(always)]
pub(super) fn exactly(score: Score) -> Range {
    Range::exactly(Value::from(score) * ONE)
}

/// A position in which a seat is to move, with its moves on the stack from `base` on. Values are those of that seat.
struct Decision<'w, R: SearchGame, S> {
    position: &'w R::Position,
    state: &'w S,
    alpha: Value,
    beta: Value,
    depth: u32,
    ply: u32,
    turn: Seat,
    base: usize,
    /// The code of the move to try first.
    code: u32,
}

impl<R: SearchGame, S: Copy> Decision<'_, R, S> {
    /// What the best move is worth, and its code if it is better than alpha.
    #[inline(always)]
    fn make<E: Evaluator<R, Accumulator = S>, C: Cpu>(
        &self,
        walk: &mut Search<'_, R, E, C>,
        is_probe: bool,
    ) -> (Range, u32) {
        let anything = walk.own.anything;
        walk.enter(self.position);
        walk.order(self.position, self.base, self.turn, self.ply, self.code);
        let (mut best, mut code) = (Range::exactly(anything.lower - 1), 0);
        let end = walk.moves.len();
        for index in self.base..end {
            let promising = walk.most_promising(index);
            walk.exchange(index, promising);
            let mv = walk.moves[index];
            let range = self.try_move(walk, mv, self.alpha.max(best.lower));
            if walk.is_stopped() {
                break;
            }
            best.upper = best.upper.max(range.upper);
            if range.lower > best.lower {
                best.lower = range.lower;
                if range.lower > self.alpha {
                    code = walk.rules.move_key(mv);
                    walk.follow_line(self.ply, mv);
                }
            }
            let is_enough = best.lower >= self.beta;
            if is_enough {
                walk.remember(self.turn, mv, self.ply, self.depth);
            }
            if (is_enough || is_probe) && index + 1 < end {
                best.upper = anything.upper;
                break;
            }
        }
        walk.leave(self.base);
        (best, code)
    }

    /// What a move is worth.
    ///
    /// There is no scout, as alpha-beta has: measured in backgammon it saved nothing.
    #[inline(always)]
    fn try_move<E: Evaluator<R, Accumulator = S>, C: Cpu>(
        &self,
        walk: &mut Search<'_, R, E, C>,
        mv: R::Move,
        alpha: Value,
    ) -> Range {
        let mut after = self.position.clone();
        walk.rules.play(&mut after, mv);
        let state = walk.evaluator.update(walk.rules, self.state, self.position, mv, &after);
        let depth = walk.depth_after(self.position, mv, &after, self.depth, self.ply);
        if depth == 0 || self.ply + 1 >= MAX_PLY {
            return self.judge(walk, &after, &state);
        }
        let is_own = self.turn == walk.seat;
        let (alpha, beta) = if is_own { (alpha, self.beta) } else { (-self.beta, -alpha) };
        let (cpu, ply) = (walk.cpu, self.ply + 1);
        let node = Node { walk, position: &after, state: &state, alpha, beta, depth, ply, probe: None };
        let range = cpu.run(node);
        if is_own { range } else { range.flipped() }
    }

    /// What a position is worth for which no depth is left.
    #[inline(always)]
    fn judge<E: Evaluator<R, Accumulator = S>, C: Cpu>(
        &self,
        walk: &mut Search<'_, R, E, C>,
        after: &R::Position,
        state: &S,
    ) -> Range {
        if !walk.arrive_at_horizon(self.ply + 1) {
            return walk.own.anything;
        }
        let range = exactly(walk.evaluator.score(walk.rules, after, state, walk.seat));
        debug_assert!(range.and(walk.own.anything) == range, "a score keeps within the utmost");
        if self.turn == walk.seat { range } else { range.flipped() }
    }
}
