//! Chances of a position by looking some turns ahead.

use std::sync::atomic::{AtomicBool, Ordering};

use rules::cpu::{Cpu, Task};

use super::network::{Networks, Scratch};
use super::probabilities::Probabilities;
use super::{Board, Dice, ROLLS, Turn, TurnVisitor, for_each_turn};

/// An evaluator of positions that looks ahead: every roll is answered by the turn that the networks find best.
pub struct Lookahead<'a, C> {
    cpu: C,
    networks: &'a Networks,
    scratch: Scratch,
    evaluations: u64,
    stop: Option<&'a AtomicBool>,
}

impl<'a, C: Cpu> Lookahead<'a, C> {
    /// An evaluator by these networks.
    pub fn new(cpu: C, networks: &'a Networks) -> Lookahead<'a, C> {
        Lookahead { cpu, networks, scratch: Scratch::default(), evaluations: 0, stop: None }
    }

    /// The same with a flag that ends a lookahead within a roll; its chances mean nothing then.
    #[must_use]
    pub fn stopped_by(mut self, stop: &'a AtomicBool) -> Lookahead<'a, C> {
        self.stop = Some(stop);
        self
    }

    /// Number of positions evaluated.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Chances of the side on roll, `turns` turns ahead; 0 is the networks' own answer.
    #[inline(always)]
    pub fn chances(&mut self, board: &Board, turns: u32) -> Probabilities {
        if turns == 0 || board.is_over() {
            self.evaluations += 1;
            return self.networks.evaluate(board, &mut self.scratch);
        }
        let cpu = self.cpu;
        cpu.run(AllRolls { lookahead: self, board: *board, turns })
    }

    /// Chances after every sequence of `turns` rolls, each answered by its best turn, of the side that is on roll then: 21 to the
    /// power of `turns`, ordered by the first roll, then by the second. A game that ends early fills all of its sequences.
    pub fn leaves(&mut self, board: &Board, turns: u32) -> Vec<Probabilities> {
        let mut leaves = Vec::with_capacity(ROLLS.len().pow(turns));
        self.add_leaves(board, turns, &mut leaves);
        leaves
    }

    fn add_leaves(&mut self, board: &Board, turns: u32, leaves: &mut Vec<Probabilities>) {
        if board.is_over() {
            let chances = self.chances(board, 0);
            // An odd number of turns later it would be the other's roll.
            let chances = if turns.is_multiple_of(2) { chances } else { chances.flipped() };
            leaves.extend(std::iter::repeat_n(chances, ROLLS.len().pow(turns)));
        } else if turns == 0 {
            leaves.push(self.chances(board, 0));
        } else {
            let cpu = self.cpu;
            for &(dice, _) in &ROLLS {
                let (after, _) = cpu.run(OneRoll { lookahead: self, board: *board, dice });
                self.add_leaves(&after.flipped(), turns - 1, leaves);
            }
        }
    }

    /// The best turn of a roll and the chances of the side that plays it, by the networks' own answer.
    #[inline(always)]
    pub fn best_turn(&mut self, board: &Board, dice: Dice) -> (Board, Probabilities) {
        self.scratch.end_series();
        let mut best = BestTurn { lookahead: self, equity: f32::NEG_INFINITY, best: None };
        for_each_turn(board, dice, &mut best);
        best.best.unwrap_or((*board, Probabilities::default()))
    }
}

/// The average over the rolls.
struct AllRolls<'n, 'a, C> {
    lookahead: &'n mut Lookahead<'a, C>,
    board: Board,
    turns: u32,
}

impl<C: Cpu> Task for AllRolls<'_, '_, C> {
    type Output = Probabilities;

    #[inline(always)]
    fn run(self) -> Probabilities {
        let AllRolls { lookahead, board, turns } = self;
        let mut average = Probabilities::default();
        for &(dice, weight) in &ROLLS {
            if lookahead.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                break;
            }
            let (after, chances) = lookahead.best_turn(&board, dice);
            let chances =
                if turns == 1 { chances } else { lookahead.chances(&after.flipped(), turns - 1).flipped() };
            average.add(weight as f32 / 36.0, chances);
        }
        average
    }
}

/// The best turn of one roll.
struct OneRoll<'n, 'a, C> {
    lookahead: &'n mut Lookahead<'a, C>,
    board: Board,
    dice: Dice,
}

impl<C: Cpu> Task for OneRoll<'_, '_, C> {
    type Output = (Board, Probabilities);

    #[inline(always)]
    fn run(self) -> (Board, Probabilities) {
        self.lookahead.best_turn(&self.board, self.dice)
    }
}

/// The turn with the highest equity.
struct BestTurn<'n, 'a, C> {
    lookahead: &'n mut Lookahead<'a, C>,
    equity: f32,
    best: Option<(Board, Probabilities)>,
}

impl<C: Cpu> TurnVisitor for BestTurn<'_, '_, C> {
    #[inline(always)]
    fn visit(&mut self, turn: &Turn) {
        let Lookahead { networks, scratch, evaluations, .. } = &mut *self.lookahead;
        *evaluations += 1;
        let chances = networks.evaluate_similar(&turn.board.flipped(), scratch).flipped();
        let equity = chances.equity();
        if equity > self.equity {
            (self.equity, self.best) = (equity, Some((turn.board, chances)));
        }
    }
}
