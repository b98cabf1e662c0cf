//! From paths to squares: which square a piece can get to from which, and what bars it.
//!
//! This is where an army meets the edges of the board. Everything behind it, tables, generator, relation codes, is made
//! of these.

use super::army::{HopRule, Kind, Path};

/// A set of squares, one bit for each: bit 0 is a8.
pub type Bitboard = u64;

/// The set with one square.
#[inline]
pub const fn bit(square: u8) -> Bitboard {
    1 << square
}

/// What must be so for a square to be reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PathCondition {
    /// All of these are empty.
    Clear(Bitboard),
    /// Exactly one of these is occupied.
    ExactlyOne(Bitboard),
    /// The first is occupied, and all of the second are empty.
    Hurdle(Bitboard, Bitboard),
}

impl PathCondition {
    /// The squares it depends on.
    pub fn squares(self) -> Bitboard {
        match self {
            PathCondition::Clear(squares) | PathCondition::ExactlyOne(squares) => squares,
            PathCondition::Hurdle(hurdle, squares) => hurdle | squares,
        }
    }

    /// Whether the square is reached when these are occupied.
    pub fn is_met(self, occupied: Bitboard) -> bool {
        match self {
            PathCondition::Clear(squares) => occupied & squares == 0,
            PathCondition::ExactlyOne(squares) => (occupied & squares).count_ones() == 1,
            PathCondition::Hurdle(hurdle, squares) => occupied & (hurdle | squares) == hurdle,
        }
    }
}

/// What a piece may do on a square that it reaches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveMode {
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
    pub condition: PathCondition,
    /// What it may do there.
    pub mode: MoveMode,
}

/// The row of a square, counted from 0 at the back rank of this side; White is 0.
pub const fn row_of(side: usize, square: u8) -> u8 {
    if side == 0 { 7 - square / 8 } else { square / 8 }
}

/// Where a path leads from a square for a side.
pub fn along(path: &Path, side: usize, from: u8) -> Vec<Reach> {
    let mut found = Vec::new();
    let mut passed: Bitboard = 0;
    let mut hurdle: Bitboard = 0;
    for (index, step) in path.steps.iter().enumerate() {
        let down = if side == 0 { -step.forward } else { step.forward };
        let (column, row) = ((from % 8) as i8 + step.right, (from / 8) as i8 + down);
        if !(0..8).contains(&column) || !(0..8).contains(&row) {
            continue;
        }
        let to = (row * 8 + column) as u8;
        let is_beyond = index > 0 && path.limit.is_some_and(|limit| row_of(side, to) > limit);
        let mode = match (step.may_move, step.may_capture) {
            (true, true) => Some(MoveMode::Both),
            (true, false) => Some(MoveMode::Move),
            (false, true) => Some(MoveMode::Capture),
            (false, false) => None,
        };
        let condition = match path.hop {
            HopRule::Plain => Some(PathCondition::Clear(passed)),
            HopRule::OverOne => (passed != 0).then_some(PathCondition::ExactlyOne(passed)),
            HopRule::JustBehind => (hurdle != 0).then_some(PathCondition::Hurdle(hurdle, passed & !hurdle)),
        };
        // A plain path that comes to a square again has found it empty: there is nothing to capture.
        let mode = match mode {
            Some(MoveMode::Both) if path.hop == HopRule::Plain && passed & bit(to) != 0 => {
                Some(MoveMode::Move)
            }
            Some(MoveMode::Capture) if path.hop == HopRule::Plain && passed & bit(to) != 0 => None,
            other => other,
        };
        if let (Some(mode), Some(condition)) = (mode, condition)
            && to != from
            && !is_beyond
        {
            found.push(Reach { to, condition, mode });
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
