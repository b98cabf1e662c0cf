//! How the tables of an army are made.

use std::collections::HashMap;

use super::{Approach, Family, Group, Lookup, Span, Tables};
use crate::chess::army::{Army, Path};
use crate::chess::reach::{self, Bar, Deed, Squares, bit};
use crate::extract::spread;

/// The most squares in a group.
const WIDEST: u32 = 8;

/// Beyond so many entries nothing more is tabulated: the rest is tried bar by bar.
const MOST_ENTRIES: usize = 100_000;

impl Tables {
    /// Compiles an army.
    pub(in crate::chess) fn new(army: &Army) -> Tables {
        // The first entry is for groups that are not needed.
        let mut builder = Builder { table: vec![0], ..Builder::default() };
        let mut families = Vec::new();
        let mut of_kind = vec![Vec::new(); army.kinds.len()];
        let sorted = sort_paths(army);
        let capturing = sorted.iter().filter(|(_, deed, _)| *deed != Deed::Move).count();
        for (kinds, deed, paths) in sorted {
            for &kind in &kinds {
                of_kind[kind as usize].push(families.len() as u8);
            }
            families.push(builder.family(army, &kinds, deed, &paths));
        }
        let Builder { groups, table, wide, aims, aim_masks, .. } = builder;
        Tables { families, capturing, of_kind, groups, table, wide, aims, aim_masks }
    }
}

/// The paths of an army, each with its kinds and sorted by what may be done on them.
fn sort_paths(army: &Army) -> Vec<(Vec<u8>, Deed, Vec<Path>)> {
    let mut owners: Vec<(Path, Vec<u8>)> = Vec::new();
    for (index, kind) in army.kinds.iter().enumerate() {
        for path in &kind.paths {
            match owners.iter_mut().find(|(known, _)| known == path) {
                Some((_, kinds)) if kinds.contains(&(index as u8)) => {}
                Some((_, kinds)) => kinds.push(index as u8),
                None => owners.push((path.clone(), vec![index as u8])),
            }
        }
    }
    let mut sorted: Vec<(Vec<u8>, Deed, Vec<Path>)> = Vec::new();
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
    sorted.sort_by_key(|(_, deed, _)| *deed == Deed::Move);
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
    fn family(&mut self, army: &Army, kinds: &[u8], deed: Deed, paths: &[Path]) -> Family {
        debug_assert!(kinds.iter().all(|&kind| (kind as usize) < army.kinds.len()));
        let first = kinds[0];
        let mut family = Family {
            deed,
            pair: [first, kinds.get(1).copied().unwrap_or(first)],
            others: kinds.iter().copied().skip(2).collect(),
            has_hops: false,
            forward: Box::new([[Lookup::default(); 64]; 2]),
            backward: Box::new([[Lookup::default(); 64]; 2]),
            approaches: Box::new([[Approach::default(); 64]; 2]),
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
                family.approaches[side][at] = self.approach(&entries);
                family.has_hops |= family.approaches[side][at].hops != 0;
                family.backward[side][at] = self.lookup(entries);
            }
            look_around(army, side, &mut family.approaches[side]);
        }
        family
    }

    /// Where those stand who have to do with a square, by the squares they come from and their bars.
    fn approach(&mut self, entries: &[(Squares, Bar)]) -> Approach {
        let from = |which: &dyn Fn(Bar) -> bool| {
            entries.iter().filter(|(_, bar)| which(*bar)).fold(0, |squares, (from, _)| squares | from)
        };
        let is_far = |bar: Bar| matches!(bar, Bar::Clear(squares) if squares != 0);
        let approach = Approach {
            zone: from(&|_| true),
            leaps: from(&|bar| bar == Bar::Clear(0)),
            hops: from(&|bar| !matches!(bar, Bar::Clear(_))),
            far: from(&is_far),
            far_start: self.aims.len() as u32,
            around: 0,
        };
        for square in (0..64).map(bit).filter(|square| approach.far & square != 0) {
            let start = self.aim_masks.len() as u32;
            let paths = entries.iter().filter(|(from, bar)| *from == square && is_far(*bar));
            let mut masks: Vec<Squares> = paths.map(|(_, bar)| bar.squares()).collect();
            masks.sort_unstable();
            masks.dedup();
            self.aim_masks.extend(&masks);
            self.aims.push(Span { start, length: masks.len() as u32 });
        }
        approach
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
        let mut pair = [Group::default(); 2];
        for (index, (mask, members)) in groups.iter().enumerate() {
            let group = Group { mask: *mask, offset: self.table.len() as u32 };
            match pair.get_mut(index) {
                Some(place) => *place = group,
                None => self.groups.push(group),
            }
            for index in 0..1usize << mask.count_ones() {
                let occupied = spread(index, *mask);
                let passing = members.iter().filter(|(_, bar)| bar.lets_pass(occupied));
                self.table.push(passing.fold(0, |found, (square, _)| found | square));
            }
        }
        let more = Span { start: group_start, length: self.groups.len() as u32 - group_start };
        let wide = Span { start: wide_start, length: self.wide.len() as u32 - wide_start };
        let lookup = Lookup {
            free,
            is_barred: !groups.is_empty(),
            has_more: more.length + wide.length > 0,
            pair,
            groups: more,
            wide,
        };
        self.known.insert(entries, lookup);
        lookup
    }
}

/// Finds from where a side's pieces might capture the other side's royal piece after it has gone somewhere.
fn look_around(army: &Army, side: usize, approaches: &mut [Approach; 64]) {
    let Some(royal) = army.royal() else { return };
    for at in 0..64 {
        let reaches = reach::of_kind(&army.kinds[royal], side ^ 1, at as u8);
        approaches[at].around =
            reaches.iter().fold(0, |around, reach| around | approaches[reach.to as usize].zone);
    }
}
