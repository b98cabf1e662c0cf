//! Steps, jumps and chains of jumps of a bead, square by square.
//!
//! This plain generator writes and reads chains, and tests compare the fast one with it.

use super::layout::{DIRECTIONS, Layout};
use super::{CELLS, LARGEST};

/// The move of a bead, by its origin and destination.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    pub(super) from: u16,
    pub(super) to: u16,
}

impl Move {
    /// The move of a player who has no other.
    pub const PASS: Move = Move { from: 0, to: 0 };

    /// A bead from one square to another, counted along the rows from the upper left.
    pub fn new(from: u16, to: u16) -> Move {
        Move { from, to }
    }

    /// The origin.
    pub fn from(self) -> u16 {
        self.from
    }

    /// The destination.
    pub fn to(self) -> u16 {
        self.to
    }
}

/// The occupied squares of a board and the kind of jumps that beads may make on it.
pub(super) struct PlainBoard<'a> {
    pub(super) layout: &'a Layout,
    pub(super) is_occupied: [bool; CELLS],
    pub(super) super_jumps: bool,
}

/// All chains of jumps of one bead: each square it reaches and the square before it.
pub(super) struct Chains {
    /// The squares reached, nearest first; the origin is not among them.
    pub(super) reached: Vec<u16>,
    came_from: [u16; CELLS],
    origin: u16,
}

const NOWHERE: u16 = (LARGEST * LARGEST) as u16;

impl Chains {
    /// The squares of a shortest chain to a square that was reached, both ends included.
    pub(super) fn path(&self, to: u16) -> Vec<u16> {
        let mut path = vec![to];
        let mut at = to;
        while at != self.origin {
            at = self.came_from[at as usize];
            path.push(at);
        }
        path.reverse();
        path
    }
}

/// The up to eight squares around a square.
pub(super) fn neighbours(layout: &Layout, cell: u16) -> impl Iterator<Item = u16> + '_ {
    DIRECTIONS.into_iter().filter_map(move |direction| layout.ahead(cell, direction, 1))
}

impl PlainBoard<'_> {
    /// All chains of the bead on `origin`, which is lifted: its square is empty and cannot be jumped.
    pub(super) fn chains(&self, origin: u16) -> Chains {
        let mut chains = Chains { reached: Vec::new(), came_from: [NOWHERE; CELLS], origin };
        chains.came_from[origin as usize] = origin;
        let mut next = 0;
        let mut at = origin;
        loop {
            for landing in self.jumps(origin, at) {
                if chains.came_from[landing as usize] == NOWHERE {
                    chains.came_from[landing as usize] = at;
                    chains.reached.push(landing);
                }
            }
            match chains.reached.get(next) {
                Some(&cell) => at = cell,
                None => return chains,
            }
            next += 1;
        }
    }

    /// The squares that one jump of the bead lifted from `origin` reaches from `at`.
    ///
    /// Over exactly one bead in a straight line, with as many empty squares between mover and bead as between bead and
    /// landing square. Only the nearest bead can be jumped: there is at most one landing square in each direction.
    pub(super) fn jumps(&self, origin: u16, at: u16) -> impl Iterator<Item = u16> + '_ {
        let is_empty = move |cell: u16| cell == origin || !self.is_occupied[cell as usize];
        let longest = if self.super_jumps { LARGEST } else { 1 };
        DIRECTIONS.into_iter().filter_map(move |direction| {
            let mut steps = 1;
            while is_empty(self.layout.ahead(at, direction, steps)?) {
                steps += 1;
            }
            if steps > longest {
                return None;
            }
            for beyond in steps + 1..=2 * steps {
                if !is_empty(self.layout.ahead(at, direction, beyond)?) {
                    return None;
                }
            }
            self.layout.ahead(at, direction, 2 * steps)
        })
    }

    /// The squares that one step of a bead reaches.
    pub(super) fn steps(&self, from: u16) -> impl Iterator<Item = u16> + '_ {
        neighbours(self.layout, from).filter(|&cell| !self.is_occupied[cell as usize])
    }

    /// Every square a bead can move to, each once.
    pub(super) fn destinations(&self, from: u16) -> Vec<u16> {
        let mut reached: Vec<u16> = self.steps(from).collect();
        for landing in self.chains(from).reached {
            if !reached.contains(&landing) {
                reached.push(landing);
            }
        }
        reached
    }
}
