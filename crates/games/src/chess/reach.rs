//! From paths to squares: which square a piece can get to from which, and what bars it.
//!
//! This is where an army meets the edges of the board. Everything behind it, tables, generator, relation codes, is made
//! of these.

use super::army::{Kind, Manner, Path};

/// A set of squares, one bit for each: bit 0 is a8.
pub type Squares = u64;

/// The set with one square.
#[inline]
pub const fn bit(square: u8) -> Squares {
    1 << square
}

/// What must be so for a square to be reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bar {
    /// All of these are empty.
    Clear(Squares),
    /// Exactly one of these is occupied.
    One(Squares),
    /// The first is occupied, and all of the second are empty.
    Behind(Squares, Squares),
}

impl Bar {
    /// The squares it depends on.
    pub fn squares(self) -> Squares {
        match self {
            Bar::Clear(squares) | Bar::One(squares) => squares,
            Bar::Behind(hurdle, squares) => hurdle | squares,
        }
    }

    /// Whether the square is reached when these are occupied.
    pub fn lets_pass(self, occupied: Squares) -> bool {
        match self {
            Bar::Clear(squares) => occupied & squares == 0,
            Bar::One(squares) => (occupied & squares).count_ones() == 1,
            Bar::Behind(hurdle, squares) => occupied & (hurdle | squares) == hurdle,
        }
    }
}

/// What a piece may do on a square that it reaches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Deed {
    /// Go there, whether it is empty or an enemy stands there.
    Both,
    /// Go there if it is empty.
    Move,
    /// Capture there.
    Capture,
}

/// A square that a piece can get to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The square.
    pub to: u8,
    /// What must be so.
    pub bar: Bar,
    /// What it may do there.
    pub deed: Deed,
}

/// The row of a square, counted from 0 at the back rank of this side; White is 0.
pub const fn row_of(side: usize, square: u8) -> u8 {
    if side == 0 { 7 - square / 8 } else { square / 8 }
}

/// Where a path leads from a square for a side.
pub fn along(path: &Path, side: usize, from: u8) -> Vec<Reach> {
    let mut found = Vec::new();
    let mut passed: Squares = 0;
    let mut hurdle: Squares = 0;
    for (index, step) in path.steps.iter().enumerate() {
        let down = if side == 0 { -step.forward } else { step.forward };
        let (column, row) = ((from % 8) as i8 + step.right, (from / 8) as i8 + down);
        if !(0..8).contains(&column) || !(0..8).contains(&row) {
            continue;
        }
        let to = (row * 8 + column) as u8;
        let is_beyond = index > 0 && path.limit.is_some_and(|limit| row_of(side, to) > limit);
        let deed = match (step.may_move, step.may_capture) {
            (true, true) => Some(Deed::Both),
            (true, false) => Some(Deed::Move),
            (false, true) => Some(Deed::Capture),
            (false, false) => None,
        };
        let bar = match path.manner {
            Manner::Plain => Some(Bar::Clear(passed)),
            Manner::OverOne => (passed != 0).then_some(Bar::One(passed)),
            Manner::JustBehind => (hurdle != 0).then_some(Bar::Behind(hurdle, passed & !hurdle)),
        };
        // A plain path that comes to a square again has found it empty: there is nothing to capture.
        let deed = match deed {
            Some(Deed::Both) if path.manner == Manner::Plain && passed & bit(to) != 0 => Some(Deed::Move),
            Some(Deed::Capture) if path.manner == Manner::Plain && passed & bit(to) != 0 => None,
            other => other,
        };
        if let (Some(deed), Some(bar)) = (deed, bar)
            && to != from
            && !is_beyond
        {
            found.push(Reach { to, bar, deed });
        }
        passed |= bit(to);
        hurdle = bit(to);
    }
    found
}

/// Where a kind gets from a square for a side, by all its paths.
pub fn of_kind(kind: &Kind, side: usize, from: u8) -> Vec<Reach> {
    kind.paths.iter().flat_map(|path| along(path, side, from)).collect()
}
