//! One position of the search.

use crate::SearchGame;
use rules::cpu::{Cpu, Task};
use rules::{Claim, Repetition, Seat, Status};

use super::MAX_PLY;
use super::busy::{self, Busy};
use super::worker::Worker;
use crate::evaluator::{Evaluator, Score, WIN, WIN_IN_MAX_PLY};
use crate::transposition::{Bound, Found};

/// The place in the order of the move that the table knows.
const KNOWN: Score = 1 << 30;
/// The place in the order of noisy moves.
const NOISY: Score = 1 << 28;
/// The mark of a move that was put off because another thread is at it.
const PUT_OFF: Score = Score::MIN;
/// Tells the keys of what a position is worth to the one seat and to the other apart, in the same slot of the table.
const OTHER_SIDE: u64 = 1 << 63;
/// Depth saved by the request whether doing nothing is good enough.
const NULL_REDUCTION: u32 = 2;
/// Moves that are searched in full depth before the late ones.
const EARLY_MOVES: usize = 3;

/// A position to be searched to a depth, for the seat that is expected to move.
pub(super) struct Node<'w, 'a, R: SearchGame, E: Evaluator<R>, C> {
    pub(super) worker: &'w mut Worker<'a, R, E, C>,
    pub(super) position: &'w R::Position,
    pub(super) state: &'w E::Accumulator,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) seat: Seat,
    /// Whether the seat may be asked to do nothing: not twice in a row.
    pub(super) may_pass: bool,
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Task for Node<'_, '_, R, E, C> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Node { worker, position, state, alpha, beta, depth, ply, seat, may_pass } = self;
        worker.lines[ply as usize].clear();
        if !worker.count() {
            return 0;
        }
        let rules = worker.rules;
        if R::HAS_REPETITION && ply > 0 {
            let key = rules.key(position);
            let times = 1 + worker.keys.iter().filter(|&&earlier| earlier == key).count() as u32;
            if let Repetition::Over(outcome) | Repetition::Claimable(Claim::ByRight(outcome)) =
                rules.repeated(position, times)
            {
                return worker.evaluator.terminal_score(&outcome, seat, ply);
            }
        }
        // The table has scores of the seat to move, and who that is shows only when the moves are known: so it is asked
        // for the score of the seat that is expected to, and where another moves after all, nothing is found.
        let side = if seat == Seat::FIRST { 0 } else { OTHER_SIDE };
        let key = if worker.features.table && depth > 1 { rules.search_key(position) ^ side } else { 0 };
        let mut known = if ply == 0 { worker.first } else { 0 };
        if worker.features.table
            && depth > 1
            && let Some(found) = worker.table.find(key)
        {
            known = if known == 0 { found.code } else { known };
            let is_deep = found.depth == depth || found.depth > depth && worker.features.deeper_is_better;
            let score = from_table(found.score, ply);
            let decides = match found.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            // The root is always searched, so that it has a line.
            if is_deep && decides && ply > 0 {
                return score;
            }
        }
        let base = worker.moves.len();
        let turn = match rules.legal_moves(position, &mut worker.moves) {
            Status::Turn(turn) => turn,
            Status::Over(outcome) => return worker.evaluator.terminal_score(&outcome, seat, ply),
            // Alpha-beta does not look behind dice.
            Status::Chance => return worker.evaluator.score(rules, position, state, seat),
        };
        // Mostly the seats alternate; where one moves again, everything is seen from the other side.
        let is_expected = turn == seat;
        let (alpha, beta, key) =
            if is_expected { (alpha, beta, key) } else { (-beta, -alpha, key ^ OTHER_SIDE) };
        if R::HAS_REPETITION {
            worker.keys.push(rules.key(position));
        }
        let open = Open { position, state, alpha, beta, depth, ply, turn, base, key, known };
        open.order(worker);
        let score = match may_pass && worker.features.null_move {
            true => open.null_move(worker),
            false => None,
        };
        let score = score.unwrap_or_else(|| open.search(worker));
        if R::HAS_REPETITION {
            worker.keys.pop();
        }
        worker.moves.truncate(base);
        worker.worth.truncate(base);
        if is_expected { score } else { -score }
    }
}

/// A position whose moves are known, on the stack from `base` on; scores are those of the seat to move.
struct Open<'w, R: SearchGame, S> {
    position: &'w R::Position,
    state: &'w S,
    alpha: Score,
    beta: Score,
    depth: u32,
    ply: u32,
    turn: Seat,
    base: usize,
    key: u64,
    /// The code of the move that the table knows.
    known: u32,
}

impl<R: SearchGame, S: Copy> Open<'_, R, S> {
    /// The score if the seat did nothing, where that is so good that moving need not be tried.
    #[inline(always)]
    fn null_move<E: Evaluator<R, Accumulator = S>, C: Cpu>(
        &self,
        worker: &mut Worker<'_, R, E, C>,
    ) -> Option<Score> {
        if self.depth <= NULL_REDUCTION || self.beta.abs() > WIN_IN_MAX_PLY {
            return None;
        }
        let after = worker.rules.null_move(self.position)?;
        let state = worker.evaluator.refresh(worker.rules, &after);
        let depth = self.depth - 1 - NULL_REDUCTION;
        let score = -below(
            worker,
            &after,
            &state,
            -self.beta,
            1 - self.beta,
            depth,
            self.ply + 1,
            self.turn.other(),
            false,
        );
        (score >= self.beta && !worker.is_stopped).then_some(self.beta)
    }

    #[inline(always)]
    fn search<E: Evaluator<R, Accumulator = S>, C: Cpu>(&self, worker: &mut Worker<'_, R, E, C>) -> Score {
        let end = worker.moves.len();
        let mut best = Best { score: -WIN, alpha: self.alpha, code: 0, tried: 0 };
        // What another thread is at is put off to a second round; by then the answer is mostly in the table.
        let (mut index, mut is_second, mut has_put_off) = (self.base, false, false);
        loop {
            if index == end {
                if is_second || !has_put_off {
                    break;
                }
                (index, is_second) = (self.base, true);
            }
            if !is_second {
                bring_best_forward(worker, index, end);
            } else if worker.worth[index] != PUT_OFF {
                index += 1;
                continue;
            }
            let code = worker.rules.move_key(worker.moves[index]);
            if let Some(busy) = worker.busy
                && !is_second
                && self.depth >= busy::LEAST_DEPTH
                && best.tried > 0
                && busy.has(Busy::name(self.key, code))
            {
                worker.worth[index] = PUT_OFF;
                has_put_off = true;
            } else if self.try_move(worker, index, code, &mut best) {
                return best.score;
            }
            index += 1;
        }
        let bound = if best.score > self.alpha { Bound::Exact } else { Bound::Upper };
        self.keep(worker, &best, bound);
        best.score
    }

    /// Gives every move its place in the order.
    #[inline(always)]
    fn order<E: Evaluator<R, Accumulator = S>, C: Cpu>(&self, worker: &mut Worker<'_, R, E, C>) {
        let Worker { rules, evaluator, moves, worth, good, .. } = worker;
        let remembered = good.of(self.turn, self.ply);
        worth.extend(moves[self.base..].iter().map(|&mv| {
            let code = rules.move_key(mv);
            let promise = evaluator.ordering_hint(rules, self.position, mv);
            if code == self.known {
                KNOWN
            } else if R::HAS_NOISE && rules.noisy(self.position, mv) {
                NOISY + promise
            } else {
                remembered.worth(code) + promise
            }
        }));
    }

    /// Searches one move; says whether it is so good (or the time so late) that the others need not be tried.
    #[inline(always)]
    fn try_move<E: Evaluator<R, Accumulator = S>, C: Cpu>(
        &self,
        worker: &mut Worker<'_, R, E, C>,
        index: usize,
        code: u32,
        best: &mut Best,
    ) -> bool {
        let rules = worker.rules;
        let mv = worker.moves[index];
        let mut after = self.position.clone();
        rules.play(&mut after, mv);
        let state = worker.evaluator.update(rules, self.state, self.position, mv, &after);
        let name = Busy::name(self.key, code);
        let busy = worker.busy.filter(|_| self.depth >= busy::LEAST_DEPTH);
        if let Some(busy) = busy {
            busy.enter(name);
        }
        let score = self.score_of(worker, mv, &after, &state, best);
        if let Some(busy) = busy {
            busy.leave(name);
        }
        if worker.is_stopped {
            return true;
        }
        best.tried += 1;
        if score <= best.score {
            return false;
        }
        best.score = score;
        if score <= best.alpha {
            return false;
        }
        best.alpha = score;
        best.code = code;
        let (above, below) = worker.lines.split_at_mut(self.ply as usize + 1);
        let line = &mut above[self.ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
        if score < self.beta {
            return false;
        }
        if !R::HAS_NOISE || !rules.noisy(self.position, mv) {
            worker.good.keep(self.turn, self.ply, self.depth, code);
        }
        self.keep(worker, best, Bound::Lower);
        true
    }

    /// The score of a move: in full if it is the first, else first only whether it is better than the best.
    #[inline(always)]
    fn score_of<E: Evaluator<R, Accumulator = S>, C: Cpu>(
        &self,
        worker: &mut Worker<'_, R, E, C>,
        mv: R::Move,
        after: &R::Position,
        state: &S,
        best: &Best,
    ) -> Score {
        let other = self.turn.other();
        let extension = u32::from(worker.rules.extension(self.position, mv, after) && self.ply < MAX_PLY / 2);
        let depth = self.depth - 1 + extension;
        let ply = self.ply + 1;
        if best.tried == 0 {
            return -below(worker, after, state, -self.beta, -best.alpha, depth, ply, other, true);
        }
        let is_late = worker.features.late_moves
            && best.tried >= EARLY_MOVES
            && depth >= 2
            && extension == 0
            && !(R::HAS_NOISE && worker.rules.noisy(self.position, mv));
        let mut score = Score::MAX;
        if is_late {
            score = -below(worker, after, state, -best.alpha - 1, -best.alpha, depth - 1, ply, other, true);
        }
        if score > best.alpha {
            score = -below(worker, after, state, -best.alpha - 1, -best.alpha, depth, ply, other, true);
        }
        if score > best.alpha && score < self.beta {
            score = -below(worker, after, state, -self.beta, -best.alpha, depth, ply, other, true);
        }
        score
    }

    #[inline(always)]
    fn keep<E: Evaluator<R, Accumulator = S>, C: Cpu>(
        &self,
        worker: &Worker<'_, R, E, C>,
        best: &Best,
        bound: Bound,
    ) {
        if worker.features.table && self.depth > 1 {
            let score = to_table(best.score, self.ply);
            worker.table.keep(self.key, Found { code: best.code, score, depth: self.depth, bound });
        }
    }
}

/// The best move of a position so far.
struct Best {
    score: Score,
    alpha: Score,
    code: u32,
    tried: usize,
}

/// Brings the most promising of the moves from `index` on to `index`.
#[inline(always)]
fn bring_best_forward<R: SearchGame, E: Evaluator<R>, C>(
    worker: &mut Worker<'_, R, E, C>,
    index: usize,
    end: usize,
) {
    let mut best = 0;
    let rest = &worker.worth[index..end];
    let mut highest = rest[0];
    for (other, &worth) in rest.iter().enumerate() {
        if worth > highest {
            (best, highest) = (other, worth);
        }
    }
    worker.worth.swap(index, index + best);
    worker.moves.swap(index, index + best);
}

/// The score of a position below, for a seat: searched, or judged at once if no depth is left.
#[inline(always)]
#[expect(
    clippy::too_many_arguments,
    reason = "a node by its parts, so that none is built where the search ends"
)]
fn below<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    worker: &mut Worker<'_, R, E, C>,
    position: &R::Position,
    state: &E::Accumulator,
    alpha: Score,
    beta: Score,
    depth: u32,
    ply: u32,
    seat: Seat,
    may_pass: bool,
) -> Score {
    if depth > 0 && ply < MAX_PLY {
        let cpu = worker.cpu;
        return cpu.run(Node { worker, position, state, alpha, beta, depth, ply, seat, may_pass });
    }
    if R::HAS_NOISE && worker.features.quiescence && ply < MAX_PLY {
        let cpu = worker.cpu;
        return cpu.run(Quiet { worker, position, state, alpha, beta, ply, seat });
    }
    worker.lines[ply as usize].clear();
    worker.count();
    worker.evaluator.score(worker.rules, position, state, seat)
}

/// A position beyond the depth, where only noisy moves are looked at.
struct Quiet<'w, 'a, R: SearchGame, E: Evaluator<R>, C> {
    worker: &'w mut Worker<'a, R, E, C>,
    position: &'w R::Position,
    state: &'w E::Accumulator,
    alpha: Score,
    beta: Score,
    ply: u32,
    seat: Seat,
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Task for Quiet<'_, '_, R, E, C> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Quiet { worker, position, state, alpha, beta, ply, seat } = self;
        worker.lines[ply as usize].clear();
        if !worker.count() {
            return 0;
        }
        let (rules, evaluator, cpu) = (worker.rules, worker.evaluator, worker.cpu);
        let base = worker.moves.len();
        let turn = match rules.legal_moves(position, &mut worker.moves) {
            Status::Turn(turn) => turn,
            Status::Over(outcome) => return evaluator.terminal_score(&outcome, seat, ply),
            Status::Chance => return evaluator.score(rules, position, state, seat),
        };
        let (low, high) = if turn == seat { (alpha, beta) } else { (-beta, -alpha) };
        // Nobody has to make a noisy move: what the position is worth as it stands is what the seat has at least.
        let mut best = evaluator.score(rules, position, state, turn);
        for index in base..worker.moves.len() {
            if best >= high || ply + 1 >= MAX_PLY || worker.is_stopped {
                break;
            }
            let mv = worker.moves[index];
            if !rules.noisy(position, mv) {
                continue;
            }
            let mut after = position.clone();
            rules.play(&mut after, mv);
            let state = evaluator.update(rules, state, position, mv, &after);
            let (alpha, beta) = (-high, -best.max(low));
            let node = Quiet {
                worker: &mut *worker,
                position: &after,
                state: &state,
                alpha,
                beta,
                ply: ply + 1,
                seat: turn.other(),
            };
            best = best.max(-cpu.run(node));
        }
        worker.moves.truncate(base);
        if turn == seat { best } else { -best }
    }
}

/// A score as it is kept: a won game by its distance from the position, not from the root.
#[inline(always)]
fn to_table(score: Score, ply: u32) -> Score {
    if score > WIN_IN_MAX_PLY {
        score + ply as Score
    } else if score < -WIN_IN_MAX_PLY {
        score - ply as Score
    } else {
        score
    }
}

#[inline(always)]
fn from_table(score: Score, ply: u32) -> Score {
    if score > WIN_IN_MAX_PLY {
        score - ply as Score
    } else if score < -WIN_IN_MAX_PLY {
        score + ply as Score
    } else {
        score
    }
}
