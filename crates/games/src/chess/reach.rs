//! Paths on the board: the targets of a piece on a square, and the condition for each.
//!
//! Attack tables, move generation and relation codes are all derived from these.

use super::army::{HopRule, Kind, Path};

/// A set of squares, one bit each; bit 0 is a8.
pub type Bitboard = u64;

/// Squares of the light colour.
pub const LIGHT_SQUARES: Bitboard = 0xaa55_aa55_aa55_aa55;

/// The bitboard with one square.
#[inline]
pub const fn bit(square: u8) -> Bitboard {
    1 << square
}

/// Condition under which a target can be reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PathCondition {
    /// All of these squares are empty.
    Clear(Bitboard),
    /// Exactly one of these squares is occupied.
    ExactlyOne(Bitboard),
    /// The first is occupied, and all of the second are empty.
    Hurdle(Bitboard, Bitboard),
}

impl PathCondition {
    /// Squares that the condition depends on.
    pub fn squares(self) -> Bitboard {
        match self {
            PathCondition::Clear(squares) | PathCondition::ExactlyOne(squares) => squares,
            PathCondition::Hurdle(hurdle, squares) => hurdle | squares,
        }
    }

    /// `true` if the condition is met when `occupied` are the occupied squares.
    pub fn is_met(self, occupied: Bitboard) -> bool {
        match self {
            PathCondition::Clear(squares) => occupied & squares == 0,
            PathCondition::ExactlyOne(squares) => (occupied & squares).count_ones() == 1,
            PathCondition::Hurdle(hurdle, squares) => occupied & (hurdle | squares) == hurdle,
        }
    }
}

/// Use that a piece may make of a target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveMode {
    /// Move or capture.
    Both,
    /// Move only: the target must be empty.
    Move,
    /// Capture only.
    Capture,
}

/// A target of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Square of the target.
    pub to: u8,
    /// Condition on the squares in between.
    pub condition: PathCondition,
    /// Permitted use.
    pub mode: MoveMode,
}

/// Row of a square, counted from 0 at the back rank of `side`; White is side 0.
pub const fn row_of(side: usize, square: u8) -> u8 {
    if side == 0 { 7 - square / 8 } else { square / 8 }
}

/// Targets along one path from a square.
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
        // A plain path that returns to a square has found it empty: there is nothing to capture.
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

/// Targets of a kind from a square along all its paths.
pub fn of_kind(kind: &Kind, side: usize, from: u8) -> Vec<Reach> {
    kind.paths.iter().flat_map(|path| along(path, side, from)).collect()
}
