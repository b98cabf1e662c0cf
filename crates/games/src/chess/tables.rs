//! Attack tables of an army.
//!
//! Paths that the same kinds share form a [`PathGroup`]: the straight lines of rook and queen are one group. For each
//! square a group has a [`Lookup`]: the targets that cannot be blocked, and [`BlockerTable`]s indexed by the occupancy
//! of at most 8 blocker squares. Small tables stay in the processor's cache. Reverse look-ups answer which pieces attack
//! a square; they are separate because blockers may differ by direction, as for the griffon. Equal look-ups are shared.

mod builder;

use super::position::Position;
use super::reach::{Bitboard, MoveMode, PathCondition};
use crate::pext::Pext;

/// Targets from one square: those that cannot be blocked, and where to look up the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Lookup {
    free: Bitboard,
    /// `true` if some target can be blocked.
    is_blockable: bool,
    /// `true` if the two tables of `pair` do not hold everything.
    has_more: bool,
    /// The first two tables, which are all for most squares; an unused one yields no targets.
    pair: [BlockerTable; 2],
    /// Further tables.
    tables: Span,
    /// Targets whose conditions depend on more squares than a table holds.
    wide: Span,
}

/// Range of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Span {
    start: u32,
    length: u32,
}

impl Span {
    #[inline(always)]
    fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.start as usize..(self.start + self.length) as usize]
    }
}

/// Blocker squares and the start of the table of targets for each occupancy of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct BlockerTable {
    mask: Bitboard,
    offset: u32,
}

/// Origins from which pieces of a group might attack a square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AttackerMasks {
    /// All origins, for some occupancy.
    pub(super) all: Bitboard,
    /// Origins of attacks that cannot be blocked.
    pub(super) leapers: Bitboard,
    /// Origins of attacks over a hurdle.
    pub(super) hoppers: Bitboard,
    /// Origins of attacks that can be blocked; see [`Tables::paths`].
    pub(super) sliders: Bitboard,
    slider_start: u32,
    /// Origins of attacks on any target of an enemy royal piece on this square.
    pub(super) near_king: Bitboard,
}

/// Paths with one mode that the same kinds share.
#[derive(Debug)]
pub(super) struct PathGroup {
    pub(super) mode: MoveMode,
    /// First two kinds by index, equal if there is only one; `others` has the rest.
    pair: [u8; 2],
    others: Vec<u8>,
    /// `true` if a path captures over a hurdle.
    has_hoppers: bool,
    forward: Box<[[Lookup; 64]; 2]>,
    backward: Box<[[Lookup; 64]; 2]>,
    attacker_masks: Box<[[AttackerMasks; 64]; 2]>,
}

impl PathGroup {
    /// Pieces of a side that move along these paths.
    #[inline(always)]
    pub(super) fn members(&self, position: &Position, side: usize) -> Bitboard {
        // Most groups have one or two kinds; handling those without a loop avoids a mispredicted branch.
        let [one, two] = self.pair;
        let mut all = position.kinds[one as usize & 15] | position.kinds[two as usize & 15];
        for &kind in &self.others {
            all |= position.kinds[kind as usize & 15];
        }
        all & position.sides[side]
    }

    /// Origins of attacks of a side on a square.
    #[inline(always)]
    pub(super) fn masks(&self, side: usize, at: u8) -> &AttackerMasks {
        &self.attacker_masks[side][at as usize & 63]
    }
}

/// Attack tables of an army.
#[derive(Debug)]
pub(super) struct Tables {
    /// Groups; those that can capture come first.
    pub(super) path_groups: Vec<PathGroup>,
    capturing: usize,
    /// Indices of each kind's groups.
    pub(super) of_kind: Vec<Vec<u16>>,
    blocker_tables: Vec<BlockerTable>,
    table: Vec<Bitboard>,
    wide: Vec<(Bitboard, PathCondition)>,
    /// Ranges of `path_masks`, one for each bit of [`AttackerMasks::sliders`] in order.
    slider_paths: Vec<Span>,
    path_masks: Vec<Bitboard>,
}

impl Tables {
    /// Groups that can capture.
    #[inline(always)]
    pub(super) fn capturing_groups(&self) -> &[PathGroup] {
        &self.path_groups[..self.capturing]
    }

    /// Size of all tables in bytes.
    pub fn bytes(&self) -> usize {
        let each = 2 * 64 * (2 * size_of::<Lookup>() + size_of::<AttackerMasks>());
        self.path_groups.len() * each
            + self.blocker_tables.len() * size_of::<BlockerTable>()
            + self.table.len() * size_of::<Bitboard>()
            + self.wide.len() * size_of::<(Bitboard, PathCondition)>()
            + self.slider_paths.len() * size_of::<Span>()
            + self.path_masks.len() * size_of::<Bitboard>()
    }

    #[inline(always)]
    fn look<C: Pext>(&self, cpu: C, lookup: &Lookup, occupied: Bitboard) -> Bitboard {
        let mut found = lookup.free;
        if lookup.is_blockable {
            for table in &lookup.pair {
                found |= self.blockable_targets(cpu, table, occupied);
            }
        }
        if lookup.has_more {
            for table in lookup.tables.of(&self.blocker_tables) {
                found |= self.blockable_targets(cpu, table, occupied);
            }
            for (square, condition) in lookup.wide.of(&self.wide) {
                if condition.is_met(occupied) {
                    found |= square;
                }
            }
        }
        found
    }

    #[inline(always)]
    fn blockable_targets<C: Pext>(&self, cpu: C, table: &BlockerTable, occupied: Bitboard) -> Bitboard {
        self.table[table.offset as usize + cpu.pext(occupied, table.mask)]
    }

    /// Targets of a piece of a group, whatever stands on them.
    #[inline(always)]
    pub(super) fn reached<C: Pext>(
        &self,
        cpu: C,
        group: &PathGroup,
        side: usize,
        from: u8,
        occupied: Bitboard,
    ) -> Bitboard {
        self.look(cpu, &group.forward[side][from as usize & 63], occupied)
    }

    /// Those of `pieces` of a group that attack a square.
    #[inline(always)]
    pub(super) fn attackers<C: Pext>(
        &self,
        cpu: C,
        group: &PathGroup,
        side: usize,
        at: u8,
        occupied: Bitboard,
        pieces: Bitboard,
    ) -> Bitboard {
        if group.masks(side, at).all & pieces == 0 {
            return 0;
        }
        self.look(cpu, &group.backward[side][at as usize & 63], occupied) & pieces
    }

    /// Squares from which a piece of a group attacks a square; all squares if it is a hopper.
    #[inline(always)]
    pub(super) fn attacking_squares<C: Pext>(
        &self,
        cpu: C,
        group: &PathGroup,
        side: usize,
        at: u8,
        occupied: Bitboard,
    ) -> Bitboard {
        if group.has_hoppers {
            return !0;
        }
        self.look(cpu, &group.backward[side][at as usize & 63], occupied)
    }

    /// Those of `squares` that none of `pieces` attacks when the enemy royal piece moves there; `occupied` is without its
    /// origin.
    #[inline(always)]
    pub(super) fn unattacked<C: Pext>(
        &self,
        cpu: C,
        group: &PathGroup,
        side: usize,
        mut squares: Bitboard,
        occupied: Bitboard,
        mut pieces: Bitboard,
    ) -> Bitboard {
        // Both directions give the same result except for hoppers, whose hurdle may be the royal piece itself; the
        // direction with fewer look-ups is taken.
        if group.has_hoppers || pieces.count_ones() > squares.count_ones() {
            let mut left = squares;
            while left != 0 {
                let square = left & left.wrapping_neg();
                left ^= square;
                let at = square.trailing_zeros() as u8;
                if self.attackers(cpu, group, side, at, occupied | square, pieces & !square) != 0 {
                    squares ^= square;
                }
            }
        } else {
            while pieces != 0 {
                let from = pieces.trailing_zeros() as u8;
                pieces &= pieces - 1;
                squares &= !self.reached(cpu, group, side, from, occupied);
            }
        }
        squares
    }

    /// Blocker squares of each path from one origin of [`AttackerMasks::sliders`].
    #[inline(always)]
    pub(super) fn paths(&self, masks: &AttackerMasks, from: Bitboard) -> &[Bitboard] {
        let index = (masks.sliders & (from - 1)).count_ones();
        self.slider_paths[(masks.slider_start + index) as usize].of(&self.path_masks)
    }
}
