//! How a piece is related to each square: the codes 0 to 13 of the chess computer.
//!
//! The user (U) is White, the computer (C) is Black, square 0 is a8.
//!
//! | code | defined move | blocker on the path | on the square |
//! | --- | --- | --- | --- |
//! | 0 | no, or two or more blockers | | |
//! | 1 / 2 / 3 | yes | none | empty / C / U |
//! | 4 / 5 / 6 | yes | one C piece | empty / C / U |
//! | 7 / 8 / 9 | yes | one U piece | empty / C / U |
//! | 10 / 11 | pressed on, but the piece cannot go there | none | empty / own piece |
//! | 12 / 13 | an advance that is impossible | C piece / U piece | |
//!
//! The chess computer knew pieces with plain paths, and pawns. Of what else an army can have, each is read as what is
//! nearest to it:
//! - A square where a piece may only capture is pressed on as a pawn's capturing square is. With an enemy on it, it is
//!   a plain capture, 2, 3, 5, 6, 8 or 9; without one and behind a blocker it is nothing, 0.
//! - A square where a piece may only move is an advance, also on a path without a limit.
//! - The piece that a hopper must jump over does not block: without it there is no move, 0, and a second piece is the
//!   blocker. The cannon's hurdle is the first piece of the path, the grasshopper's the one just before the square.
//! - Of several paths to a square, an advance that is impossible counts as one with a blocker.

use super::army::{HopRule, Path};
use super::position::Position;
use super::reach::{bit, row_of};
use super::rules::Chess;
use crate::pext::Pext;

/// The sides as the codes tell them apart: White is the user.
const COMPUTER: usize = 1;

/// What lies on the path before a square.
#[derive(Clone, Copy)]
struct Way {
    /// How many pieces too many.
    blockers: u32,
    /// Whose the first of them is.
    first: Option<usize>,
}

/// What a path says about a square: fewest blockers, then the lowest code.
type Told = (u32, u8);

/// The pieces of a path as far as it was walked.
#[derive(Clone, Copy, Default)]
struct Met {
    count: u32,
    first: Option<usize>,
    second: Option<usize>,
    /// What stands on the last square.
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

    /// What lies before the next square, or nothing if the piece that must be jumped over is missing.
    fn way(self, hop: HopRule) -> Option<Way> {
        match hop {
            HopRule::Plain => Some(Way { blockers: self.count, first: self.first }),
            HopRule::OverOne => self.first.map(|_| Way { blockers: self.count - 1, first: self.second }),
            HopRule::JustBehind => self
                .last
                .map(|_| Way { blockers: self.count - 1, first: self.first.filter(|_| self.count > 1) }),
        }
    }
}

impl<C: Pext> Chess<C> {
    /// The relation codes of the piece on a square to all 64 squares; all 0 if the square is empty.
    pub fn relations(&self, position: &Position, square: u8) -> [u8; 64] {
        let mut told: [Option<Told>; 64] = [None; 64];
        if let Some((kind, side)) = position.piece(square) {
            for path in &self.army.kinds[kind].paths {
                relate(position, side, square, path, &mut told);
            }
        }
        told.map(|told| told.map_or(0, |(_, code)| code))
    }
}

/// Adds what one path says.
fn relate(position: &Position, side: usize, from: u8, path: &Path, told: &mut [Option<Told>; 64]) {
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
            && let Some(way) = met.way(path.hop)
        {
            let code = match (step.may_move, step.may_capture) {
                (true, true) => defined(way, there),
                (true, false) => Some(advance(way, there)),
                (false, true) if there == Some(side ^ 1) => defined(way, there),
                (false, true) => press(way, there),
                (false, false) => None,
            };
            let known = &mut told[square as usize];
            *known = [*known, code].into_iter().flatten().min();
        }
        met.meet(there);
    }
}

/// A square that the piece goes to, or captures on, if nothing bars it.
fn defined(way: Way, there: Option<usize>) -> Option<Told> {
    let base = match (way.blockers, way.first) {
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
    Some((way.blockers, base + on))
}

/// A square that the piece only moves to: the first piece on the way or on it makes that impossible.
fn advance(way: Way, there: Option<usize>) -> Told {
    match way.first.or(there) {
        None => (0, 1),
        Some(COMPUTER) => (1, 12),
        Some(_) => (1, 13),
    }
}

/// A square that the piece only captures on, where no enemy stands.
fn press(way: Way, there: Option<usize>) -> Option<Told> {
    (way.blockers == 0).then_some((0, if there.is_none() { 10 } else { 11 }))
}

#[cfg(test)]
mod tests;
