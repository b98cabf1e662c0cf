//! One position of the search.

use crate::SearchGame;
use rules::cpu::{Cpu, Task};
use rules::{Seat, Status};

use crate::alpha_beta::MAX_PLY;
use crate::evaluator::{Evaluator, INFINITE, Score};
use crate::walk::Walk;

/// What this search carries besides what all do.
pub(super) struct Replies {
    /// Whose each move on the stack is.
    pub(super) by: Vec<Seat>,
}

pub(super) type Search<'a, R, E, C> = Walk<'a, R, E, C, Replies>;

/// A position to be searched to a depth. Scores are those of the seat that thinks.
pub(super) struct Node<'w, 'a, R: SearchGame, E: Evaluator<R>, C> {
    pub(super) walk: &'w mut Search<'a, R, E, C>,
    pub(super) position: &'w R::Position,
    pub(super) state: &'w E::Accumulator,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: u32,
    pub(super) ply: u32,
    /// Whether one of several opponents has just replied: all the others pass.
    pub(super) replied: bool,
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Task for Node<'_, '_, R, E, C> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Node { walk, position, state, alpha, beta, depth, ply, replied } = self;
        if !walk.arrive(ply) {
            return 0;
        }
        let (rules, evaluator, seat) = (walk.rules, walk.evaluator, walk.seat);
        let turned = if replied { rules.with_turn(position, seat) } else { None };
        let turned = turned.map(|turned| (evaluator.update_turn(rules, state, &turned), turned));
        let (state, position) =
            turned.as_ref().map_or((state, position), |(state, position)| (state, position));
        if let Some(outcome) = walk.repetition(position, ply) {
            return evaluator.terminal_score(&outcome, seat, ply);
        }
        let base = walk.moves.len();
        let turn = match rules.legal_moves(position, &mut walk.moves) {
            Status::Turn(turn) => turn,
            Status::Over(outcome) => return evaluator.terminal_score(&outcome, seat, ply),
            Status::Chance => return evaluator.score(rules, position, state, seat),
        };
        walk.enter(position);
        walk.order(position, base, turn, ply, 0);
        walk.own.by.resize(walk.moves.len(), turn);
        let score = if turn == seat {
            Open { position, state, alpha, beta, depth, ply, turn, base }.search(walk)
        } else {
            add_other_replies(walk, position, turn, ply);
            let (alpha, beta) = (-beta, -alpha);
            -Open { position, state, alpha, beta, depth, ply, turn, base }.search(walk)
        };
        walk.leave(base);
        walk.own.by.truncate(base);
        score
    }
}

/// Adds the moves of the opponents who are not to move, as if they were.
#[inline(always)]
fn add_other_replies<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    walk: &mut Search<'_, R, E, C>,
    position: &R::Position,
    turn: Seat,
    ply: u32,
) {
    let (rules, seat) = (walk.rules, walk.seat);
    for other in Seat::all(rules.seats()).filter(|&other| other != seat && other != turn) {
        let Some(turned) = rules.with_turn(position, other) else { continue };
        let base = walk.moves.len();
        rules.legal_moves(&turned, &mut walk.moves);
        walk.order(&turned, base, other, ply, 0);
        walk.own.by.resize(walk.moves.len(), other);
    }
}

/// A position whose moves are known, on the stack from `base` on. Scores are those of the side to move: of the seat that
/// thinks, or of all its opponents.
struct Open<'w, R: SearchGame, S> {
    position: &'w R::Position,
    state: &'w S,
    alpha: Score,
    beta: Score,
    depth: u32,
    ply: u32,
    turn: Seat,
    base: usize,
}

impl<R: SearchGame, S: Copy> Open<'_, R, S> {
    #[inline(always)]
    fn search<E: Evaluator<R, Accumulator = S>, C: Cpu>(&self, walk: &mut Search<'_, R, E, C>) -> Score {
        let (mut best, mut alpha) = (-INFINITE, self.alpha);
        for index in self.base..walk.moves.len() {
            let promising = walk.most_promising(index);
            walk.exchange(index, promising);
            walk.own.by.swap(index, promising);
            let (mv, by) = (walk.moves[index], walk.own.by[index]);
            let score = self.score_of(walk, mv, by, alpha, index == self.base);
            if walk.is_stopped() {
                break;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                walk.follow_line(self.ply, mv);
            }
            if score >= self.beta {
                walk.remember(by, mv, self.ply, self.depth);
                break;
            }
        }
        best
    }

    /// The score of a seat's move: in full if it is the first, else first only whether it is better than alpha.
    #[inline(always)]
    fn score_of<E: Evaluator<R, Accumulator = S>, C: Cpu>(
        &self,
        walk: &mut Search<'_, R, E, C>,
        mv: R::Move,
        by: Seat,
        alpha: Score,
        is_first: bool,
    ) -> Score {
        let (rules, evaluator) = (walk.rules, walk.evaluator);
        let turned = if by == self.turn { None } else { rules.with_turn(self.position, by) };
        let turned = turned.map(|turned| (evaluator.update_turn(rules, self.state, &turned), turned));
        let (state, position) =
            turned.as_ref().map_or((self.state, self.position), |(state, position)| (state, position));
        let mut after = position.clone();
        rules.play(&mut after, mv);
        let state = evaluator.update(rules, state, position, mv, &after);
        let depth = walk.depth_after(position, mv, &after, self.depth, self.ply);
        if !is_first && depth > 0 {
            let score = self.below(walk, &after, &state, alpha, alpha + 1, depth);
            if score <= alpha || score >= self.beta || walk.is_stopped() {
                return score;
            }
        }
        self.below(walk, &after, &state, alpha, self.beta, depth)
    }

    /// The score of a position below: searched, or judged at once if no depth is left.
    #[inline(always)]
    fn below<E: Evaluator<R, Accumulator = S>, C: Cpu>(
        &self,
        walk: &mut Search<'_, R, E, C>,
        after: &R::Position,
        state: &S,
        alpha: Score,
        beta: Score,
        depth: u32,
    ) -> Score {
        let is_own = self.turn == walk.seat;
        let ply = self.ply + 1;
        let score = if depth > 0 && ply < MAX_PLY {
            let cpu = walk.cpu;
            let (alpha, beta) = if is_own { (alpha, beta) } else { (-beta, -alpha) };
            let replied = !is_own && walk.rules.seats() > 2;
            cpu.run(Node { walk, position: after, state, alpha, beta, depth, ply, replied })
        } else if walk.arrive_at_horizon(ply) {
            walk.evaluator.score(walk.rules, after, state, walk.seat)
        } else {
            0
        };
        if is_own { score } else { -score }
    }
}
