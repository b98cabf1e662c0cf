//! Relation codes 0 to 13 of a piece to each square, as the original chess computer computes them.
//!
//! The user (U) is White, the computer (C) is Black, square 0 is a8.
//!
//! | code | defined move | blocker on the path | on the square |
//! | --- | --- | --- | --- |
//! | 0 | no, or two or more blockers | | |
//! | 1 / 2 / 3 | yes | none | empty / C / U |
//! | 4 / 5 / 6 | yes | one C piece | empty / C / U |
//! | 7 / 8 / 9 | yes | one U piece | empty / C / U |
//! | 10 / 11 | attacked, but the piece cannot move there | none | empty / own piece |
//! | 12 / 13 | blocked advance | C piece / U piece | |
//!
//! The original knows plain paths and pawns only. Other pieces are treated as follows:
//! - A capture-only square is attacked like a pawn's capture square. With an enemy on it, it is a plain capture: 2, 3, 5,
//!   6, 8 or 9. Without one and after a blocker it is 0.
//! - A move-only square is an advance, also on a path without a limit.
//! - The hurdle of a hopper does not block: without it there is no move (0), and a second piece is the blocker. The
//!   cannon's hurdle is the first piece of the path, the grasshopper's the one just before the target.
//! - Among several paths to a square a blocked advance counts as a path with one blocker.

use super::army::{HopRule, Path};
use super::position::Position;
use super::reach::{bit, row_of};
use super::rules::Chess;
use crate::pext::Pext;

/// Side of the computer in the codes; White is the user.
const COMPUTER: usize = 1;

/// Blockers on the path before a square.
#[derive(Clone, Copy)]
struct Blockers {
    /// Number of blockers.
    count: u32,
    /// Side of the first one.
    first: Option<usize>,
}

/// Number of blockers and code; the smallest of several paths counts.
type Relation = (u32, u8);

/// Pieces on a path up to a square.
#[derive(Clone, Copy, Default)]
struct Met {
    count: u32,
    first: Option<usize>,
    second: Option<usize>,
    /// Side of the piece on the last square.
    last: Option<usize>,
}

impl Met {
    fn meet(&mut self, there: Option<usize>) {
        self.last = there;
        if there.is_some() {
            self.count += 1;
            match self.count {
                1 => self.first = there,
                2 => self.second = there,
                _ => {}
            }
        }
    }

    /// Blockers before the next square; `None` if the hurdle is missing.
    fn blockers(self, hop: HopRule) -> Option<Blockers> {
        match hop {
            HopRule::Plain => Some(Blockers { count: self.count, first: self.first }),
            HopRule::OverOne => self.first.map(|_| Blockers { count: self.count - 1, first: self.second }),
            HopRule::JustBehind => self
                .last
                .map(|_| Blockers { count: self.count - 1, first: self.first.filter(|_| self.count > 1) }),
        }
    }
}

impl<C: Pext> Chess<C> {
    /// The relation codes of the piece on a square to all 64 squares; all 0 if the square is empty.
    pub fn relations(&self, position: &Position, square: u8) -> [u8; 64] {
        let mut relations: [Option<Relation>; 64] = [None; 64];
        if let Some((kind, side)) = position.piece(square) {
            for path in &self.army.kinds[kind].paths {
                relate(position, side, square, path, &mut relations);
            }
        }
        relations.map(|relation| relation.map_or(0, |(_, code)| code))
    }
}

/// Adds the relations along one path.
fn relate(position: &Position, side: usize, from: u8, path: &Path, relations: &mut [Option<Relation>; 64]) {
    let mut met = Met::default();
    for (index, step) in path.steps.iter().enumerate() {
        let down = if side == 0 { -step.forward } else { step.forward };
        let (column, row) = ((from % 8) as i8 + step.right, (from / 8) as i8 + down);
        if !(0..8).contains(&column) || !(0..8).contains(&row) {
            continue;
        }
        let square = (row * 8 + column) as u8;
        let there = position.sides.iter().position(|pieces| pieces & bit(square) != 0);
        let is_beyond = index > 0 && path.limit.is_some_and(|limit| row_of(side, square) > limit);
        if !is_beyond
            && square != from
            && let Some(blockers) = met.blockers(path.hop)
        {
            let code = match (step.may_move, step.may_capture) {
                (true, true) => defined(blockers, there),
                (true, false) => Some(advance(blockers, there)),
                (false, true) if there == Some(side ^ 1) => defined(blockers, there),
                (false, true) => attack(blockers, there),
                (false, false) => None,
            };
            let known = &mut relations[square as usize];
            *known = [*known, code].into_iter().flatten().min();
        }
        met.meet(there);
    }
}

/// Relation to a square that the piece can move to or capture on.
fn defined(blockers: Blockers, there: Option<usize>) -> Option<Relation> {
    let base = match (blockers.count, blockers.first) {
        (0, _) => 1,
        (1, Some(COMPUTER)) => 4,
        (1, _) => 7,
        _ => return None,
    };
    let on = match there {
        None => 0,
        Some(COMPUTER) => 1,
        Some(_) => 2,
    };
    Some((blockers.count, base + on))
}

/// Relation to a move-only square; the first piece before or on it blocks the advance.
fn advance(blockers: Blockers, there: Option<usize>) -> Relation {
    match blockers.first.or(there) {
        None => (0, 1),
        Some(COMPUTER) => (1, 12),
        Some(_) => (1, 13),
    }
}

/// Relation to a capture-only square without an enemy on it.
fn attack(blockers: Blockers, there: Option<usize>) -> Option<Relation> {
    (blockers.count == 0).then_some((0, if there.is_none() { 10 } else { 11 }))
}

#[cfg(test)]
mod tests;
