//! Expectiminimax on whole turns, with pruning at chance nodes.
//!
//! The value of a chance node is the sum over the 21 rolls of weight times value of the best turn, so every chance node on
//! the way multiplies the scale by 36; nothing is rounded. A node is left as soon as it is known to be at least as
//! good for its mover as the opponent has elsewhere (Ballard's Star2): one good turn for each roll, mostly the best turn
//! for that roll in the node before, gives a lower bound of the sum. [`Search::plain_score`] prunes nothing and is the oracle.

use rules::cpu::{Cpu, Task};
use search::SearchLimits;

use super::Costs;
use crate::backgammon::turns::{TurnVisitor, for_each_turn, replay};
use crate::backgammon::{Board, Dice, Play, ROLLS, Turn};

/// Most turns ahead.
pub const MAX_DEPTH: u32 = 5;

/// Sum of the weights of the rolls.
const WEIGHTS: i64 = 36;

/// Value above every other.
pub(super) const INFINITE: i64 = i64::MAX / 64;

/// Factors between an evaluation and the value of a position that was searched to a depth.
pub(super) const SCALES: [i64; MAX_DEPTH as usize + 1] =
    [1, 1, WEIGHTS, WEIGHTS.pow(2), WEIGHTS.pow(3), WEIGHTS.pow(4)];

/// A search: its evaluation, the best turns seen, and the number of positions evaluated.
pub struct Search<'a, C> {
    cpu: C,
    costs: &'a Costs,
    limits: SearchLimits<'a>,
    nodes: u64,
    /// Best turn of each roll at each depth, from the last node that was searched.
    best_turns: [[Play; ROLLS.len()]; MAX_DEPTH as usize],
    /// Turns of the nodes on the path, each with its evaluation: one stack for the whole search.
    turns: Vec<(i32, Turn)>,
}

impl<'a, C: Cpu> Search<'a, C> {
    /// A search that stops with the flag of `limits`.
    pub fn new(cpu: C, costs: &'a Costs, limits: SearchLimits<'a>) -> Search<'a, C> {
        let best_turns = [[Play::PASS; ROLLS.len()]; MAX_DEPTH as usize];
        Search { cpu, costs, limits, nodes: 0, best_turns, turns: Vec::new() }
    }

    /// Number of positions evaluated.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Value of a board for the side that has just moved, searched `depth` turns deep, that turn included. A value of
    /// at most `alpha` is an upper bound only.
    #[inline(always)]
    pub fn score(&mut self, board: &Board, depth: u32, alpha: i64) -> i64 {
        if depth <= 1 || board.is_over() {
            return self.evaluate(board, depth);
        }
        let cpu = self.cpu;
        -cpu.run(ChanceNode { search: self, board: board.flipped(), depth: depth - 1, beta: -alpha })
    }

    /// The same value without pruning.
    #[inline(always)]
    pub fn plain_score(&mut self, board: &Board, depth: u32) -> i64 {
        if depth <= 1 || board.is_over() {
            return self.evaluate(board, depth);
        }
        let cpu = self.cpu;
        -cpu.run(PlainChanceNode { search: self, board: board.flipped(), depth: depth - 1 })
    }

    #[inline(always)]
    fn evaluate(&mut self, board: &Board, depth: u32) -> i64 {
        self.nodes += 1;
        i64::from(self.costs.evaluate(board)) * SCALES[depth as usize]
    }

    /// Value of a roll, which is known to be at least `alpha`.
    #[inline(always)]
    fn best_turn(&mut self, board: &Board, depth: u32, roll: usize, alpha: i64) -> i64 {
        let dice = ROLLS[roll].0;
        let (best, play) = if depth == 1 {
            let mut leaves = BestLeaf { search: self, best: alpha, play: None };
            for_each_turn(board, dice, &mut leaves);
            (leaves.best, leaves.play)
        } else {
            self.best_inner_turn(board, depth, dice, alpha)
        };
        if let Some(play) = play {
            self.best_turns[depth as usize][roll] = play;
        }
        best
    }

    /// The same for turns that are searched deeper, the best by evaluation first.
    fn best_inner_turn(&mut self, board: &Board, depth: u32, dice: Dice, alpha: i64) -> (i64, Option<Play>) {
        let base = self.turns.len();
        for_each_turn(board, dice, &mut |turn: &Turn| {
            self.turns.push((self.costs.evaluate(&turn.board), *turn));
        });
        self.turns[base..].sort_by_key(|&(evaluation, _)| -evaluation);
        let (mut best, mut best_play) = (alpha, None);
        for index in base..self.turns.len() {
            let turn = self.turns[index].1;
            let value = self.score(&turn.board, depth, best);
            if value > best {
                (best, best_play) = (value, Some(turn.play));
            }
        }
        self.turns.truncate(base);
        (best, best_play)
    }
}

/// The best of the turns that end the search.
struct BestLeaf<'n, 'a, C> {
    search: &'n mut Search<'a, C>,
    best: i64,
    play: Option<Play>,
}

impl<C: Cpu> TurnVisitor for BestLeaf<'_, '_, C> {
    #[inline(always)]
    fn visit(&mut self, turn: &Turn) {
        let value = self.search.evaluate(&turn.board, 1);
        if value > self.best {
            (self.best, self.play) = (value, Some(turn.play));
        }
    }
}

/// A board whose mover is to roll. Its value is that of the mover; a value of at least `beta` is a lower bound only.
struct ChanceNode<'n, 'a, C> {
    search: &'n mut Search<'a, C>,
    board: Board,
    depth: u32,
    beta: i64,
}

impl<C: Cpu> Task for ChanceNode<'_, '_, C> {
    type Output = i64;

    #[inline(always)]
    fn run(self) -> i64 {
        let ChanceNode { search, board, depth, beta } = self;
        if search.limits.is_stopped() {
            return 0;
        }
        // Lower bounds of the rolls.
        let mut bounds = [None; ROLLS.len()];
        let (mut sum, mut unknown) = (0, 0);
        for (index, &(dice, weight)) in ROLLS.iter().enumerate() {
            match replay(&board, dice, search.best_turns[depth as usize][index]) {
                Some(turn) => {
                    let bound = search.score(&turn.board, depth, -INFINITE);
                    bounds[index] = Some(bound);
                    sum += i64::from(weight) * bound;
                }
                None => unknown += 1,
            }
        }
        // The values replace the bounds, first where there is none.
        for is_bounded in [false, true] {
            for (index, &(_, weight)) in ROLLS.iter().enumerate() {
                if unknown == 0 && sum >= beta {
                    return sum;
                }
                let bound = bounds[index];
                if bound.is_some() == is_bounded {
                    let value = search.best_turn(&board, depth, index, bound.unwrap_or(-INFINITE));
                    sum += i64::from(weight) * (value - bound.unwrap_or(0));
                    unknown -= usize::from(!is_bounded);
                }
            }
        }
        sum
    }
}

/// The same without pruning.
struct PlainChanceNode<'n, 'a, C> {
    search: &'n mut Search<'a, C>,
    board: Board,
    depth: u32,
}

impl<C: Cpu> Task for PlainChanceNode<'_, '_, C> {
    type Output = i64;

    #[inline(always)]
    fn run(self) -> i64 {
        let PlainChanceNode { search, board, depth } = self;
        let mut sum = 0;
        for &(dice, weight) in &ROLLS {
            let mut best = PlainBest { search, depth, best: -INFINITE };
            for_each_turn(&board, dice, &mut best);
            sum += i64::from(weight) * best.best;
        }
        sum
    }
}

struct PlainBest<'n, 'a, C> {
    search: &'n mut Search<'a, C>,
    depth: u32,
    best: i64,
}

impl<C: Cpu> TurnVisitor for PlainBest<'_, '_, C> {
    #[inline(always)]
    fn visit(&mut self, turn: &Turn) {
        self.best = self.best.max(self.search.plain_score(&turn.board, self.depth));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::Weights;
    use super::*;
    use crate::backgammon::{Backgammon, Position};
    use ::search::expectimax::Pruning;
    use ::search::{Engine, Expectimax, SearchRequest};
    use rules::cpu::Portable;
    use rules::{Random, Rules, Status};

    /// Positions of random games with dice on the table.
    fn positions(count: usize) -> Vec<Position> {
        let game = Backgammon::new();
        let (mut random, mut buffer, mut positions) = (Random::new(6), Vec::new(), Vec::new());
        let mut position = game.start();
        while positions.len() < count {
            let (status, play) = game.random_move(&position, &mut random, &mut buffer);
            match status {
                Status::Over(_) => position = game.start(),
                Status::Chance => {
                    let roll = random.pick_weighted(game.rolls(&position)).unwrap();
                    game.apply_roll(&mut position, roll);
                }
                Status::Turn(_) => {
                    if random.below(9) == 0 {
                        positions.push(position);
                    }
                    game.play(&mut position, play.unwrap());
                }
            }
        }
        positions
    }

    /// The best value of the turns of a position.
    fn best(position: &Position, costs: &Costs, depth: u32, is_plain: bool) -> i64 {
        let never = AtomicBool::new(false);
        let mut search = Search::new(Portable, costs, SearchLimits::until(&never));
        let mut best = -INFINITE;
        position.for_each_turn(|turn| {
            let value = match is_plain {
                true => search.plain_score(&turn.board, depth),
                false => search.score(&turn.board, depth, best),
            };
            best = best.max(value);
        });
        best
    }

    #[test]
    fn pruning_changes_no_value() {
        for weights in [Weights::GUESS, Weights::EVOLVED] {
            let costs = Costs::new(&weights);
            for position in positions(120) {
                assert_eq!(
                    best(&position, &costs, 2, false),
                    best(&position, &costs, 2, true),
                    "{position:?}"
                );
            }
        }
        let costs = Costs::new(&Weights::EVOLVED);
        let few = positions(400).into_iter().filter(|position| position.side(position.turn()).off() > 11);
        for position in few.take(6) {
            assert_eq!(best(&position, &costs, 3, false), best(&position, &costs, 3, true), "{position:?}");
        }
    }

    /// The general expectimax finds the same value, up to the rounding of its scores.
    #[test]
    fn another_search_finds_the_same_value() {
        let (game, never) = (Backgammon::new(), AtomicBool::new(false));
        let costs = Costs::new(&Weights::GUESS);
        let mut compared = 0;
        for position in positions(60) {
            // Finished games are scored otherwise there.
            let [own, other] =
                [position.turn(), position.turn().other()].map(|seat| position.side(seat).off());
            if own > 8 || other > 8 {
                continue;
            }
            let limits = SearchLimits::until(&never).depth(2);
            let request = SearchRequest::new(&game, &position, &[], limits);
            let mut expectimax = Expectimax::new(Portable, Weights::GUESS, 0).with_pruning(Pruning::Nothing);
            let expected = expectimax.search(&request, &mut |_| {}).unwrap().score / 10.0;
            let found = best(&position, &costs, 2, false) as f64 / (36.0 * 1_000.0);
            assert!((found - expected).abs() < 0.2, "{found}, expected {expected}: {position:?}");
            compared += 1;
        }
        assert!(compared > 20, "{compared}");
    }
}
