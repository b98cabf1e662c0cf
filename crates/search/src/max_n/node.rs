//! One position of the search.

use std::cmp::Ordering;

use crate::SearchGame;
use rules::cpu::{Cpu, Task};
use rules::{MAX_SEATS, Outcome, Rules, Seat, Status};

use crate::alpha_beta::MAX_PLY;
use crate::evaluator::{Evaluator, Score};
use crate::walk::Walk;

/// What a position is worth to each seat.
pub(super) type Scores = [Score; MAX_SEATS];

/// What there is to share, where that is known.
#[derive(Clone, Copy)]
pub(super) struct Pie {
    /// The most that two seats can have together, whatever the others have.
    of_two: Option<Score>,
}

impl Pie {
    pub(super) fn new<R: Rules, E: Evaluator<R>>(seats: u8, evaluator: &E) -> Pie {
        let others = Score::from(seats) - 2;
        Pie { of_two: evaluator.max_sum().map(|all| all + others * evaluator.max_abs()) }
    }
}

/// What the mover of a position may have before the seat that moved there is sure to have something better elsewhere.
#[derive(Clone, Copy)]
pub(super) struct Enough {
    seat: Seat,
    score: Score,
}

pub(super) type Search<'a, R, E, C> = Walk<'a, R, E, C, Pie>;

/// A position to be searched to a depth.
pub(super) struct Node<'w, 'a, R: SearchGame, E: Evaluator<R>, C> {
    pub(super) walk: &'w mut Search<'a, R, E, C>,
    pub(super) position: &'w R::Position,
    pub(super) state: &'w E::Accumulator,
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) enough: Option<Enough>,
}

impl<R: SearchGame, E: Evaluator<R>, C: Cpu> Task for Node<'_, '_, R, E, C> {
    type Output = Scores;

    #[inline(always)]
    fn run(self) -> Scores {
        let Node { walk, position, state, depth, ply, enough } = self;
        if !walk.arrive(ply) {
            return [0; MAX_SEATS];
        }
        if let Some(outcome) = walk.repetition(position, ply) {
            return finished(walk, &outcome, ply);
        }
        let base = walk.moves.len();
        let turn = match walk.rules.legal_moves(position, &mut walk.moves) {
            Status::Turn(turn) => turn,
            Status::Over(outcome) => return finished(walk, &outcome, ply),
            Status::Chance => return judged(walk, position, state),
        };
        walk.enter(position);
        // Without pruning the order is all the same, except that a search which is stopped must have tried the best.
        let is_ordered = walk.own.of_two.is_some() || ply == 0;
        if is_ordered {
            walk.order(position, base, turn, ply, 0);
        }
        let mut best: Option<Scores> = None;
        for index in base..walk.moves.len() {
            if is_ordered {
                let promising = walk.most_promising(index);
                walk.exchange(index, promising);
            }
            let mv = walk.moves[index];
            let mut after = position.clone();
            walk.rules.play(&mut after, mv);
            let state = walk.evaluator.update(walk.rules, state, position, mv, &after);
            let depth_after = walk.depth_after(position, mv, &after, depth, ply);
            let enough_after = enough_after(walk.own, turn, best);
            let scores = below(walk, &after, &state, depth_after, ply + 1, enough_after);
            if walk.is_stopped() {
                break;
            }
            if best.is_none_or(|best| prefers(turn, walk.seat, &scores, &best)) {
                best = Some(scores);
                walk.follow_line(ply, mv);
                if enough.is_some_and(|enough| enough.seat != turn && scores[turn.index()] > enough.score) {
                    walk.remember(turn, mv, ply, depth);
                    break;
                }
            }
        }
        walk.leave(base);
        best.unwrap_or([0; MAX_SEATS])
    }
}

/// What the next mover may have at most, if the mover of this position is to gain by the move.
#[inline(always)]
fn enough_after(pie: Pie, turn: Seat, best: Option<Scores>) -> Option<Enough> {
    Some(Enough { seat: turn, score: pie.of_two? - best?[turn.index()] })
}

/// Whether a seat, asked by the one that thinks, makes a move with these scores rather than those.
#[inline(always)]
fn prefers(seat: Seat, thinker: Seat, these: &Scores, those: &Scores) -> bool {
    let own = these[seat.index()].cmp(&those[seat.index()]);
    // Nobody does another a favour: the rest of the order is the wrong way round.
    let favour = || those[thinker.index()].cmp(&these[thinker.index()]).then_with(|| those.cmp(these));
    own.then_with(favour) == Ordering::Greater
}

/// What a position is worth: searched, or judged at once if no depth is left.
#[inline(always)]
fn below<R: SearchGame, E: Evaluator<R>, C: Cpu>(
    walk: &mut Search<'_, R, E, C>,
    position: &R::Position,
    state: &E::Accumulator,
    depth: u32,
    ply: u32,
    enough: Option<Enough>,
) -> Scores {
    if depth > 0 && ply < MAX_PLY {
        let cpu = walk.cpu;
        return cpu.run(Node { walk, position, state, depth, ply, enough });
    }
    if !walk.arrive_at_horizon(ply) {
        return [0; MAX_SEATS];
    }
    judged(walk, position, state)
}

#[inline(always)]
fn judged<R: SearchGame, E: Evaluator<R>, C>(
    walk: &Search<'_, R, E, C>,
    position: &R::Position,
    state: &E::Accumulator,
) -> Scores {
    of_all(walk.rules.seats(), |seat| walk.evaluator.score(walk.rules, position, state, seat))
}

#[inline(always)]
fn finished<R: SearchGame, E: Evaluator<R>, C>(
    walk: &Search<'_, R, E, C>,
    outcome: &Outcome,
    ply: u32,
) -> Scores {
    of_all(outcome.seats(), |seat| walk.evaluator.terminal_score(outcome, seat, ply))
}

#[inline(always)]
fn of_all(seats: u8, score: impl Fn(Seat) -> Score) -> Scores {
    let mut scores = [0; MAX_SEATS];
    for seat in Seat::all(seats) {
        scores[seat.index()] = score(seat);
    }
    scores
}
