//! An army compiled: what a piece reaches from any square, whatever is occupied, in a few look-ups.
//!
//! Paths that the same kinds share form a [`Family`]: the lines of rook and queen are one, whoever walks them. For each
//! square a family has a [`Lookup`]: the squares that nothing bars, and groups of at most [`WIDEST`] squares that can
//! bar something, whose occupation is the index of a table. Small groups win: they stay in the processor's cache. The
//! same is kept the other way round, for asking who captures on a square, since bars need not be the same both ways: a
//! griffon's are not. Equal look-ups are kept once.

use std::collections::HashMap;

use super::army::Army;
use super::extract::{Extract, spread};
use super::reach::{self, Bar, Deed, Squares, bit};

/// The most squares in a group.
const WIDEST: u32 = 8;

/// Beyond so many entries nothing more is tabulated: the rest is tried bar by bar.
const MOST_ENTRIES: usize = 100_000;

/// Squares that nothing bars, and where to look up the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Lookup {
    free: Squares,
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

#[derive(Clone, Copy, Debug)]
struct Group {
    mask: Squares,
    offset: u32,
}

/// The squares of one colour and square from which a long path leads to it, and the paths of each.
#[derive(Clone, Copy, Debug, Default)]
struct Snipers {
    zone: Squares,
    start: u32,
}

/// Paths that the same kinds share, as far as the same may be done on them.
#[derive(Debug)]
pub(super) struct Family {
    pub(super) deed: Deed,
    /// The kinds, by index.
    pub(super) kinds: Vec<u8>,
    forward: Box<[[Lookup; 64]; 2]>,
    backward: Box<[[Lookup; 64]; 2]>,
    /// The squares from which a piece might capture here, whatever is in between.
    zone: Box<[[Squares; 64]; 2]>,
    snipers: Box<[[Snipers; 64]; 2]>,
    /// The squares from which a piece might capture here by jumping over something.
    hoppers: Box<[[Squares; 64]; 2]>,
}

/// An army's tables.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) families: Vec<Family>,
    /// The families of each kind.
    pub(super) of_kind: Vec<Vec<u8>>,
    groups: Vec<Group>,
    table: Vec<Squares>,
    wide: Vec<(Squares, Bar)>,
    /// For each sniper's square, in the order of its bits, its paths.
    aims: Vec<Span>,
    aim_masks: Vec<Squares>,
}

impl Tables {
    /// Compiles an army.
    pub(super) fn new(army: &Army) -> Tables {
        let mut builder = Builder::default();
        let mut families = Vec::new();
        for (kinds, deed, paths) in sort_paths(army) {
            families.push(builder.family(army, kinds, deed, &paths));
        }
        let of_kind = (0..army.kinds.len() as u8)
            .map(|kind| {
                (0..families.len() as u8).filter(|&f| families[f as usize].kinds.contains(&kind)).collect()
            })
            .collect();
        let Builder { groups, table, wide, aims, aim_masks, .. } = builder;
        Tables { families, of_kind, groups, table, wide, aims, aim_masks }
    }

    /// Bytes of all tables together.
    pub fn bytes(&self) -> usize {
        let each = 2 * 64 * (2 * size_of::<Lookup>() + 2 * size_of::<Squares>() + size_of::<Snipers>());
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
        for group in lookup.groups.of(&self.groups) {
            found |= self.table[group.offset as usize + cpu.extract(occupied, group.mask)];
        }
        for (square, bar) in lookup.wide.of(&self.wide) {
            if bar.lets_pass(occupied) {
                found |= square;
            }
        }
        found
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
        if family.zone[side][at as usize & 63] & pieces == 0 {
            return 0;
        }
        self.look(cpu, &family.backward[side][at as usize & 63], occupied) & pieces
    }

    /// Those of these pieces of a family that capture on a square whatever is in between.
    #[inline(always)]
    pub(super) fn leaping(&self, family: &Family, side: usize, at: u8, pieces: Squares) -> Squares {
        family.backward[side][at as usize & 63].free & pieces
    }

    /// Those of these pieces that might capture on a square by jumping over something.
    #[inline(always)]
    pub(super) fn hopping(&self, family: &Family, side: usize, at: u8, pieces: Squares) -> Squares {
        family.hoppers[side][at as usize & 63] & pieces
    }

    /// Hears every path that leads one of these pieces to a square: where the piece stands, and the squares that bar.
    #[inline(always)]
    pub(super) fn aiming(
        &self,
        family: &Family,
        side: usize,
        at: u8,
        pieces: Squares,
        mut hear: impl FnMut(Squares, Squares),
    ) {
        let snipers = &family.snipers[side][at as usize & 63];
        let mut left = snipers.zone & pieces;
        while left != 0 {
            let sniper = left & left.wrapping_neg();
            left ^= sniper;
            let index = (snipers.zone & (sniper - 1)).count_ones();
            for &mask in self.aims[(snipers.start + index) as usize].of(&self.aim_masks) {
                hear(sniper, mask);
            }
        }
    }
}

/// The paths of an army, each with its kinds and sorted by what may be done on them.
fn sort_paths(army: &Army) -> Vec<(Vec<u8>, Deed, Vec<super::army::Path>)> {
    let mut owners: Vec<(super::army::Path, Vec<u8>)> = Vec::new();
    for (index, kind) in army.kinds.iter().enumerate() {
        for path in &kind.paths {
            match owners.iter_mut().find(|(known, _)| known == path) {
                Some((_, kinds)) if kinds.contains(&(index as u8)) => {}
                Some((_, kinds)) => kinds.push(index as u8),
                None => owners.push((path.clone(), vec![index as u8])),
            }
        }
    }
    let mut sorted: Vec<(Vec<u8>, Deed, Vec<super::army::Path>)> = Vec::new();
    for (path, kinds) in owners {
        for deed in [Deed::Both, Deed::Move, Deed::Capture] {
            let has = path.steps.iter().any(|step| match deed {
                Deed::Both => step.may_move && step.may_capture,
                // A step that comes to a square again can only move there.
                Deed::Move => step.may_move,
                Deed::Capture => !step.may_move && step.may_capture,
            });
            if !has {
                continue;
            }
            match sorted.iter_mut().find(|(known, what, _)| *known == kinds && *what == deed) {
                Some((_, _, paths)) => paths.push(path.clone()),
                None => sorted.push((kinds.clone(), deed, vec![path.clone()])),
            }
        }
    }
    // Paths on which a move never comes up beside the rest were taken along for nothing.
    sorted.retain(|(_, deed, paths)| {
        (0..64).any(|from| {
            (0..2).any(|side| {
                paths.iter().any(|path| reach::along(path, side, from).iter().any(|r| r.deed == *deed))
            })
        })
    });
    sorted
}

#[derive(Default)]
struct Builder {
    groups: Vec<Group>,
    table: Vec<Squares>,
    wide: Vec<(Squares, Bar)>,
    aims: Vec<Span>,
    aim_masks: Vec<Squares>,
    known: HashMap<Vec<(Squares, Bar)>, Lookup>,
}

impl Builder {
    fn family(&mut self, army: &Army, kinds: Vec<u8>, deed: Deed, paths: &[super::army::Path]) -> Family {
        debug_assert!(kinds.iter().all(|&kind| (kind as usize) < army.kinds.len()));
        let mut family = Family {
            deed,
            kinds,
            forward: Box::new([[Lookup::default(); 64]; 2]),
            backward: Box::new([[Lookup::default(); 64]; 2]),
            zone: Box::new([[0; 64]; 2]),
            snipers: Box::new([[Snipers::default(); 64]; 2]),
            hoppers: Box::new([[0; 64]; 2]),
        };
        for side in 0..2 {
            let mut arriving: Vec<Vec<(Squares, Bar)>> = vec![Vec::new(); 64];
            for from in 0..64u8 {
                let reaches = paths.iter().flat_map(|path| reach::along(path, side, from));
                let mut leaving = Vec::new();
                for reach in reaches.filter(|reach| reach.deed == deed) {
                    leaving.push((bit(reach.to), reach.bar));
                    arriving[reach.to as usize].push((bit(from), reach.bar));
                }
                family.forward[side][from as usize] = self.lookup(leaving);
            }
            if deed == Deed::Move {
                continue;
            }
            for (at, entries) in arriving.into_iter().enumerate() {
                family.zone[side][at] = entries.iter().fold(0, |zone, (from, _)| zone | from);
                family.hoppers[side][at] = entries
                    .iter()
                    .filter(|(_, bar)| !matches!(bar, Bar::Clear(_)))
                    .fold(0, |zone, (from, _)| zone | from);
                family.snipers[side][at] = self.snipers(&entries);
                family.backward[side][at] = self.lookup(entries);
            }
        }
        family
    }

    fn snipers(&mut self, entries: &[(Squares, Bar)]) -> Snipers {
        let long = |entry: &&(Squares, Bar)| matches!(entry.1, Bar::Clear(squares) if squares != 0);
        let zone = entries.iter().filter(long).fold(0, |zone, (from, _)| zone | from);
        let snipers = Snipers { zone, start: self.aims.len() as u32 };
        for square in (0..64).map(bit).filter(|square| zone & square != 0) {
            let start = self.aim_masks.len() as u32;
            let mut masks: Vec<Squares> = entries
                .iter()
                .filter(long)
                .filter(|(from, _)| *from == square)
                .map(|(_, bar)| bar.squares())
                .collect();
            masks.sort_unstable();
            masks.dedup();
            self.aim_masks.extend(&masks);
            self.aims.push(Span { start, length: masks.len() as u32 });
        }
        snipers
    }

    /// The look-up for these squares with their bars.
    fn lookup(&mut self, mut entries: Vec<(Squares, Bar)>) -> Lookup {
        entries.sort_unstable();
        entries.dedup();
        if let Some(known) = self.known.get(&entries) {
            return *known;
        }
        let is_free = |bar: &Bar| *bar == Bar::Clear(0);
        let free = entries.iter().filter(|(_, bar)| is_free(bar)).fold(0, |free, (square, _)| free | square);
        // What is free one way need not be looked up another way.
        let mut barred: Vec<(Squares, Bar)> =
            entries.iter().copied().filter(|(square, _)| free & square == 0).collect();
        barred.sort_by_key(|(_, bar)| (std::cmp::Reverse(bar.squares().count_ones()), bar.squares()));
        let mut groups: Vec<(Squares, Vec<(Squares, Bar)>)> = Vec::new();
        let wide_start = self.wide.len() as u32;
        for entry in barred {
            let mask = entry.1.squares();
            if mask.count_ones() > WIDEST || self.table.len() > MOST_ENTRIES {
                self.wide.push(entry);
                continue;
            }
            let growth = |group: &(Squares, Vec<_>)| (group.0 | mask).count_ones() - group.0.count_ones();
            let fitting = groups
                .iter_mut()
                .filter(|group| (group.0 | mask).count_ones() <= WIDEST)
                .min_by_key(|group| growth(group));
            match fitting {
                Some(group) => {
                    group.0 |= mask;
                    group.1.push(entry);
                }
                None => groups.push((mask, vec![entry])),
            }
        }
        let group_start = self.groups.len() as u32;
        for (mask, members) in &groups {
            let offset = self.table.len() as u32;
            self.groups.push(Group { mask: *mask, offset });
            for index in 0..1usize << mask.count_ones() {
                let occupied = spread(index, *mask);
                let passing = members.iter().filter(|(_, bar)| bar.lets_pass(occupied));
                self.table.push(passing.fold(0, |found, (square, _)| found | square));
            }
        }
        let lookup = Lookup {
            free,
            groups: Span { start: group_start, length: groups.len() as u32 },
            wide: Span { start: wide_start, length: self.wide.len() as u32 - wide_start },
        };
        self.known.insert(entries, lookup);
        lookup
    }
}
