//! The fast generator of whole turns.
//!
//! It works on a [`Board`], allocates nothing, and passes each end position to its caller once. The
//! plain generator, which tries every order of dice and checkers, is its oracle (`turns/tests.rs`).
//!
//! Steps are made from high points to low ones. That loses no end position: a point that is blocked or free stays so for
//! the whole turn, a checker arrives on a point only from a higher one, and for entering and bearing off it only helps if
//! the checkers farther back have moved before. So the steps of any legal play can also be made in this order.

#[cfg(test)]
mod tests;

use super::board::Board;
use super::checkers::{BAR_BIT, HOME_POINTS, POINTS, mirrored};
use super::dice::Dice;
use super::play::{Play, Step};
use super::position::{BAR, OFF};

/// A legal turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The play.
    pub play: Play,
    /// The board after it, still seen by the side that moved.
    pub board: Board,
}

/// A receiver of turns. Closures are receivers too, but a closure is not always inlined: one in an inner loop should be a
/// type with a method that is.
pub trait TurnVisitor {
    /// Receives a turn.
    fn visit(&mut self, turn: &Turn);
}

impl<F: FnMut(&Turn)> TurnVisitor for F {
    #[inline(always)]
    fn visit(&mut self, turn: &Turn) {
        self(turn);
    }
}

/// Passes every legal turn of a roll to `visitor`, each end position once; the pass if no checker can move.
///
/// The order is that of the first steps: the larger die first, the highest point first.
#[inline(always)]
pub fn for_each_turn(board: &Board, dice: Dice, visitor: &mut impl TurnVisitor) {
    let state = TurnState::new(board);
    if dice.is_double() {
        state.doubles(dice.high(), visitor);
    } else {
        state.two_dice(dice, visitor);
    }
}

/// The turn that plays these steps with all dice of a roll; `None` if they are not legal here, leave a die, or bear off.
#[inline(always)]
pub(super) fn replay(board: &Board, dice: Dice, play: Play) -> Option<Turn> {
    let mut state = TurnState::new(board);
    let count = if dice.is_double() { 4 } else { 2 };
    for (made, step) in play.four_steps().into_iter().take(count).enumerate() {
        if step.to == OFF {
            return None;
        }
        let die = step.from - step.to;
        if state.sources(die) >> step.from & 1 == 0 {
            return None;
        }
        state = state.after(made, step.from, die);
    }
    Some(state.turn)
}

/// The board in the middle of a turn.
#[derive(Clone, Copy)]
struct TurnState {
    turn: Turn,
    /// Points that the mover may land on, the same during the whole turn.
    open: u32,
    /// The opponent's blots; `open` and these are in the mover's numbering.
    blots: u32,
}

impl TurnState {
    #[inline(always)]
    fn new(board: &Board) -> TurnState {
        TurnState {
            turn: Turn { play: Play::PASS, board: *board },
            open: POINTS & !mirrored(board.opponent().made_points()),
            blots: mirrored(board.opponent().blots()),
        }
    }

    /// The numbers from which a checker can move by this die.
    #[inline(always)]
    fn sources(&self, die: u8) -> u32 {
        let occupied = self.turn.board.mover().occupied();
        if occupied & BAR_BIT != 0 {
            return if self.open >> (BAR - die) & 1 != 0 { BAR_BIT } else { 0 };
        }
        let mut sources = occupied & self.open << die;
        if occupied & !HOME_POINTS == 0 {
            // Bearing off: exactly, or the rearmost checker with a larger die.
            sources |= occupied & 1 << die;
            if occupied < 1 << die {
                sources |= highest(occupied);
            }
        }
        sources
    }

    /// The state after a step, before which `made` were made.
    #[inline(always)]
    fn after(&self, made: usize, from: u8, die: u8) -> TurnState {
        let mut next = *self;
        let to = from.saturating_sub(die);
        next.turn.board.step(from, to);
        if self.hits(to) {
            next.turn.board.hit(to);
            next.blots &= !(1 << to);
        }
        next.turn.play = self.turn.play.with_step(made, Step { from, to });
        next
    }

    #[inline(always)]
    fn hits(&self, to: u8) -> bool {
        self.blots >> to & 1 != 0
    }

    /// The turns of two different dice.
    #[inline(always)]
    fn two_dice(&self, dice: Dice, visitor: &mut impl TurnVisitor) {
        let (high, low) = (dice.high(), dice.low());
        let mut is_found = false;
        for from in descending(self.sources(high)) {
            let half = self.after(0, from, high);
            if half.turn.board.mover().is_done() {
                visitor.visit(&half.turn);
                is_found = true;
            }
            for second in descending(half.sources(low) & up_to(from)) {
                visitor.visit(&half.after(1, second, low).turn);
                is_found = true;
            }
        }
        for from in descending(self.sources(low)) {
            let half = self.after(0, from, low);
            // A last checker that the smaller die bears off is borne off by the larger one too.
            is_found |= half.turn.board.mover().is_done();
            for second in descending(half.sources(high) & up_to(from)) {
                is_found = true;
                if !self.is_repeated(dice, from, second) {
                    visitor.visit(&half.after(1, second, high).turn);
                }
            }
        }
        if !is_found {
            self.one_die(dice, visitor);
        }
    }

    /// `true` if a turn that plays the smaller die from `from` and then the larger one from `second` ends like one that
    /// plays the larger die first.
    #[inline(always)]
    fn is_repeated(&self, dice: Dice, from: u8, second: u8) -> bool {
        let (high, low) = (dice.high(), dice.low());
        if second == from {
            return true;
        }
        if second != from.saturating_sub(low) {
            // Two checkers end alike only if both are borne off.
            return from <= low && second <= high;
        }
        // One checker that moves twice: the points in between must make no difference.
        if self.hits(second) {
            return false;
        }
        let mut others = self.turn.board.mover();
        others.remove(from);
        if from <= high {
            // The larger die alone would have borne off the last checker.
            return others.occupied() == 0;
        }
        let between = from - high;
        let is_exact = from >= high + low;
        let bears_off = || others.occupied() & !up_to(between) == 0;
        self.open >> between & 1 != 0 && !self.hits(between) && (is_exact || bears_off())
    }

    /// The turns if only one of two dice can be played: the larger one if possible.
    #[cold]
    fn one_die(&self, dice: Dice, visitor: &mut impl TurnVisitor) {
        for die in [dice.high(), dice.low()] {
            let sources = self.sources(die);
            if sources != 0 {
                descending(sources).for_each(|from| visitor.visit(&self.after(0, from, die).turn));
                return;
            }
        }
        visitor.visit(&self.turn);
    }

    /// The turns of a double. The number of steps from each point follows from the end position, and their order is
    /// fixed, so none is found twice.
    #[inline(always)]
    fn doubles(&self, die: u8, visitor: &mut impl TurnVisitor) {
        let count = usize::from(self.longest(die, BAR, 4));
        if count == 0 {
            return visitor.visit(&self.turn);
        }
        // Depth first, without recursion: the caller's code is inlined once, and compiled for the caller's processor.
        let mut boards = [*self; 5];
        let mut sources = [self.sources(die), 0, 0, 0];
        let mut made = 0;
        loop {
            if made == count || boards[made].turn.board.mover().is_done() {
                visitor.visit(&boards[made].turn);
                made -= 1;
            }
            let Some(from) = sources[made].checked_ilog2() else {
                if made == 0 {
                    return;
                }
                made -= 1;
                continue;
            };
            sources[made] ^= 1 << from;
            boards[made + 1] = boards[made].after(made, from as u8, die);
            made += 1;
            if made < count {
                sources[made] = boards[made].sources(die) & up_to(from as u8);
            }
        }
    }

    /// The most steps that can be played, `left` at most.
    fn longest(&self, die: u8, from_up_to: u8, left: u8) -> u8 {
        let mut longest = 0;
        if left == 0 {
            return 0;
        }
        for from in descending(self.sources(die) & up_to(from_up_to)) {
            let next = self.after(0, from, die);
            // With the last checker off, the dice that remain count as played.
            if next.turn.board.mover().is_done() {
                return left;
            }
            longest = longest.max(1 + next.longest(die, from, left - 1));
            if longest == left {
                break;
            }
        }
        longest
    }
}

/// The numbers up to and including this one.
#[inline(always)]
fn up_to(number: u8) -> u32 {
    (2 << number) - 1
}

/// The highest bit of a mask; nothing of nothing.
#[inline(always)]
fn highest(mask: u32) -> u32 {
    mask.checked_ilog2().map_or(0, |bit| 1 << bit)
}

/// The numbers of a mask, the highest first.
#[inline(always)]
fn descending(mut mask: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let number = mask.checked_ilog2()?;
        mask ^= 1 << number;
        Some(number as u8)
    })
}

const _: () = assert!(OFF == 0 && BAR == 25);
