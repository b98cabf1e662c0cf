//! An army compiled: what a piece reaches from any square, whatever is occupied, in a few look-ups.
//!
//! Paths that the same kinds share form a [`PathGroup`]: the lines of rook and queen are one, whoever walks them. For each
//! square a group has a [`Lookup`]: the squares that nothing bars, and groups of at most 8 squares that can bar
//! something, whose occupation is the index of a table. Small groups win: they stay in the processor's cache. The
//! same is kept the other way round, for asking who captures on a square, since bars need not be the same both ways: a
//! griffon's are not. Equal look-ups are kept once.

mod builder;

use super::position::Position;
use super::reach::{Bitboard, MoveMode, PathCondition};
use crate::pext::Pext;

/// Bitboard that nothing bars, and where to look up the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Lookup {
    free: Bitboard,
    /// Whether anything is barred at all.
    is_barred: bool,
    /// Whether there is more to look up than the pair.
    has_more: bool,
    /// Two groups, as most have no more; one that is not needed says nothing.
    pair: [Group; 2],
    groups: Span,
    /// Bitboard whose bars are wider than a group.
    wide: Span,
}

/// A part of a list.
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

/// Bitboard that can condition something, and where the table begins of what is reached when they are occupied or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Group {
    mask: Bitboard,
    offset: u32,
}

/// Where pieces of a group stand that have to do with a square: they might capture on it, or near it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AttackerMasks {
    /// The squares from which a piece might capture here, whatever is in between.
    pub(super) all: Bitboard,
    /// Those from which nothing can keep it from doing so.
    pub(super) leapers: Bitboard,
    /// Those from which it might by jumping over something.
    pub(super) hoppers: Bitboard,
    /// Those from which a path leads here that can be barred; the paths of each stand in a list.
    pub(super) sliders: Bitboard,
    slider_start: u32,
    /// The squares from which a piece might capture where the other side's royal piece can go from here.
    pub(super) near_king: Bitboard,
}

/// Paths that the same kinds share, as far as the same may be done on them.
#[derive(Debug)]
pub(super) struct PathGroup {
    pub(super) mode: MoveMode,
    /// The kinds, by index: two, which are the same if there is only one, and the others.
    pair: [u8; 2],
    others: Vec<u8>,
    /// Whether anything is captured by jumping over something.
    has_hoppers: bool,
    forward: Box<[[Lookup; 64]; 2]>,
    backward: Box<[[Lookup; 64]; 2]>,
    attacker_masks: Box<[[AttackerMasks; 64]; 2]>,
}

impl PathGroup {
    /// The pieces of a side that belong to the group.
    #[inline(always)]
    pub(super) fn members(&self, position: &Position, side: usize) -> Bitboard {
        // Most path_groups have one kind or two: those need no loop, whose length would be hard to foresee.
        let [one, two] = self.pair;
        let mut all = position.kinds[one as usize & 15] | position.kinds[two as usize & 15];
        for &kind in &self.others {
            all |= position.kinds[kind as usize & 15];
        }
        all & position.sides[side]
    }

    /// Where its pieces of a side have to do with a square.
    #[inline(always)]
    pub(super) fn masks(&self, side: usize, at: u8) -> &AttackerMasks {
        &self.attacker_masks[side][at as usize & 63]
    }
}

/// An army's tables.
#[derive(Debug)]
pub(super) struct Tables {
    /// Those on whose paths something can be captured stand first.
    pub(super) path_groups: Vec<PathGroup>,
    capturing: usize,
    /// The path_groups of each kind.
    pub(super) of_kind: Vec<Vec<u8>>,
    groups: Vec<Group>,
    table: Vec<Bitboard>,
    wide: Vec<(Bitboard, PathCondition)>,
    /// For each square of [`AttackerMasks::far`], in the order of its bits, the paths from there.
    slider_paths: Vec<Span>,
    path_masks: Vec<Bitboard>,
}

impl Tables {
    /// The path_groups on whose paths something can be captured.
    #[inline(always)]
    pub(super) fn capturing_groups(&self) -> &[PathGroup] {
        &self.path_groups[..self.capturing]
    }

    /// Bytes of all tables together.
    pub fn bytes(&self) -> usize {
        let each = 2 * 64 * (2 * size_of::<Lookup>() + size_of::<AttackerMasks>());
        self.path_groups.len() * each
            + self.groups.len() * size_of::<Group>()
            + self.table.len() * size_of::<Bitboard>()
            + self.wide.len() * size_of::<(Bitboard, PathCondition)>()
            + self.slider_paths.len() * size_of::<Span>()
            + self.path_masks.len() * size_of::<Bitboard>()
    }

    #[inline(always)]
    fn look<C: Pext>(&self, cpu: C, lookup: &Lookup, occupied: Bitboard) -> Bitboard {
        let mut found = lookup.free;
        if lookup.is_barred {
            for group in &lookup.pair {
                found |= self.look_up(cpu, group, occupied);
            }
        }
        if lookup.has_more {
            for group in lookup.groups.of(&self.groups) {
                found |= self.look_up(cpu, group, occupied);
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
    fn look_up<C: Pext>(&self, cpu: C, group: &Group, occupied: Bitboard) -> Bitboard {
        self.table[group.offset as usize + cpu.pext(occupied, group.mask)]
    }

    /// The squares a piece of a group reaches.
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

    /// Those of these pieces of a group that would capture on a square.
    #[inline(always)]
    pub(super) fn capturing<C: Pext>(
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

    /// Of these squares those on which none of these pieces of a group captures, if the other side's royal piece goes there
    /// and leaves these occupied.
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
        // Either way says the same, except of who jumps over what has just come: whichever is shorter.
        if group.has_hoppers || pieces.count_ones() > squares.count_ones() {
            let mut left = squares;
            while left != 0 {
                let square = left & left.wrapping_neg();
                left ^= square;
                let at = square.trailing_zeros() as u8;
                if self.capturing(cpu, group, side, at, occupied | square, pieces & !square) != 0 {
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

    /// The paths that can be barred by which a piece comes from one square of [`AttackerMasks::far`] to where that is seen from:
    /// what bars each.
    #[inline(always)]
    pub(super) fn paths(&self, masks: &AttackerMasks, from: Bitboard) -> &[Bitboard] {
        let index = (masks.sliders & (from - 1)).count_ones();
        self.slider_paths[(masks.slider_start + index) as usize].of(&self.path_masks)
    }
}
