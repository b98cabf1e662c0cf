//! An army compiled: what a piece reaches from any square, whatever is occupied, in a few look-ups.
//!
//! Paths that the same kinds share form a [`Family`]: the lines of rook and queen are one, whoever walks them. For each
//! square a family has a [`Lookup`]: the squares that nothing bars, and groups of at most 8 squares that can bar
//! something, whose occupation is the index of a table. Small groups win: they stay in the processor's cache. The
//! same is kept the other way round, for asking who captures on a square, since bars need not be the same both ways: a
//! griffon's are not. Equal look-ups are kept once.

mod builder;

use super::position::Position;
use super::reach::{Bar, Deed, Squares};
use crate::extract::Extract;

/// Squares that nothing bars, and where to look up the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Lookup {
    free: Squares,
    /// Whether anything is barred at all.
    is_barred: bool,
    /// Whether there is more to look up than the pair.
    has_more: bool,
    /// Two groups, as most have no more; one that is not needed says nothing.
    pair: [Group; 2],
    groups: Span,
    /// Squares whose bars are wider than a group.
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

/// Squares that can bar something, and where the table begins of what is reached when they are occupied or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Group {
    mask: Squares,
    offset: u32,
}

/// Where pieces of a family stand that have to do with a square: they might capture on it, or near it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Approach {
    /// The squares from which a piece might capture here, whatever is in between.
    pub(super) zone: Squares,
    /// Those from which nothing can keep it from doing so.
    pub(super) leaps: Squares,
    /// Those from which it might by jumping over something.
    pub(super) hops: Squares,
    /// Those from which a path leads here that can be barred; the paths of each stand in a list.
    pub(super) far: Squares,
    far_start: u32,
    /// The squares from which a piece might capture where the other side's royal piece can go from here.
    pub(super) around: Squares,
}

/// Paths that the same kinds share, as far as the same may be done on them.
#[derive(Debug)]
pub(super) struct Family {
    pub(super) deed: Deed,
    /// The kinds, by index: two, which are the same if there is only one, and the others.
    pair: [u8; 2],
    others: Vec<u8>,
    /// Whether anything is captured by jumping over something.
    has_hops: bool,
    forward: Box<[[Lookup; 64]; 2]>,
    backward: Box<[[Lookup; 64]; 2]>,
    approaches: Box<[[Approach; 64]; 2]>,
}

impl Family {
    /// The pieces of a side that belong to the family.
    #[inline(always)]
    pub(super) fn members(&self, position: &Position, side: usize) -> Squares {
        // Most families have one kind or two: those need no loop, whose length would be hard to foresee.
        let [one, two] = self.pair;
        let mut all = position.kinds[one as usize & 15] | position.kinds[two as usize & 15];
        for &kind in &self.others {
            all |= position.kinds[kind as usize & 15];
        }
        all & position.sides[side]
    }

    /// Where its pieces of a side have to do with a square.
    #[inline(always)]
    pub(super) fn approach(&self, side: usize, at: u8) -> &Approach {
        &self.approaches[side][at as usize & 63]
    }
}

/// An army's tables.
#[derive(Debug)]
pub(super) struct Tables {
    /// Those on whose paths something can be captured stand first.
    pub(super) families: Vec<Family>,
    capturing: usize,
    /// The families of each kind.
    pub(super) of_kind: Vec<Vec<u8>>,
    groups: Vec<Group>,
    table: Vec<Squares>,
    wide: Vec<(Squares, Bar)>,
    /// For each square of [`Approach::far`], in the order of its bits, the paths from there.
    aims: Vec<Span>,
    aim_masks: Vec<Squares>,
}

impl Tables {
    /// The families on whose paths something can be captured.
    #[inline(always)]
    pub(super) fn capturing_families(&self) -> &[Family] {
        &self.families[..self.capturing]
    }

    /// Bytes of all tables together.
    pub fn bytes(&self) -> usize {
        let each = 2 * 64 * (2 * size_of::<Lookup>() + size_of::<Approach>());
        self.families.len() * each
            + self.groups.len() * size_of::<Group>()
            + self.table.len() * size_of::<Squares>()
            + self.wide.len() * size_of::<(Squares, Bar)>()
            + self.aims.len() * size_of::<Span>()
            + self.aim_masks.len() * size_of::<Squares>()
    }

    #[inline(always)]
    fn look<C: Extract>(&self, cpu: C, lookup: &Lookup, occupied: Squares) -> Squares {
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
            for (square, bar) in lookup.wide.of(&self.wide) {
                if bar.lets_pass(occupied) {
                    found |= square;
                }
            }
        }
        found
    }

    #[inline(always)]
    fn look_up<C: Extract>(&self, cpu: C, group: &Group, occupied: Squares) -> Squares {
        self.table[group.offset as usize + cpu.extract(occupied, group.mask)]
    }

    /// The squares a piece of a family reaches.
    #[inline(always)]
    pub(super) fn reached<C: Extract>(
        &self,
        cpu: C,
        family: &Family,
        side: usize,
        from: u8,
        occupied: Squares,
    ) -> Squares {
        self.look(cpu, &family.forward[side][from as usize & 63], occupied)
    }

    /// Those of these pieces of a family that would capture on a square.
    #[inline(always)]
    pub(super) fn capturing<C: Extract>(
        &self,
        cpu: C,
        family: &Family,
        side: usize,
        at: u8,
        occupied: Squares,
        pieces: Squares,
    ) -> Squares {
        if family.approach(side, at).zone & pieces == 0 {
            return 0;
        }
        self.look(cpu, &family.backward[side][at as usize & 63], occupied) & pieces
    }

    /// Of these squares those on which none of these pieces of a family captures, if the other side's royal piece goes there
    /// and leaves these occupied.
    #[inline(always)]
    pub(super) fn spared<C: Extract>(
        &self,
        cpu: C,
        family: &Family,
        side: usize,
        mut squares: Squares,
        occupied: Squares,
        mut pieces: Squares,
    ) -> Squares {
        // Either way says the same, except of who jumps over what has just come: whichever is shorter.
        if family.has_hops || pieces.count_ones() > squares.count_ones() {
            let mut left = squares;
            while left != 0 {
                let square = left & left.wrapping_neg();
                left ^= square;
                let at = square.trailing_zeros() as u8;
                if self.capturing(cpu, family, side, at, occupied | square, pieces & !square) != 0 {
                    squares ^= square;
                }
            }
        } else {
            while pieces != 0 {
                let from = pieces.trailing_zeros() as u8;
                pieces &= pieces - 1;
                squares &= !self.reached(cpu, family, side, from, occupied);
            }
        }
        squares
    }

    /// The paths that can be barred by which a piece comes from one square of [`Approach::far`] to where that is seen from:
    /// what bars each.
    #[inline(always)]
    pub(super) fn paths(&self, approach: &Approach, from: Squares) -> &[Squares] {
        let index = (approach.far & (from - 1)).count_ones();
        self.aims[(approach.far_start + index) as usize].of(&self.aim_masks)
    }
}
