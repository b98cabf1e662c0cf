//! Construction of the attack tables.

use std::collections::HashMap;

use rules::InputError;

use super::{AttackerMasks, BlockerTable, Lookup, PathGroup, Span, Tables};
use crate::chess::army::{Army, Path};
use crate::chess::reach::{self, Bitboard, MoveMode, PathCondition, bit};
use crate::pext::pdep;

/// Largest number of blocker squares of a table.
const MAX_BLOCKERS: u32 = 8;

/// Number of entries after which nothing more is tabulated; further conditions are tested one by one.
const MAX_ENTRIES: usize = 100_000;

/// Largest number of groups. Their masks need about 20 kB each.
const MAX_GROUPS: usize = 512;

impl Tables {
    /// Compiles an army; fails if its kinds share their moves in too many ways.
    pub(in crate::chess) fn new(army: &Army) -> Result<Tables, InputError> {
        // Unused tables of a pair refer to the first entry.
        let mut builder = Builder { table: vec![0], ..Builder::default() };
        let mut path_groups = Vec::new();
        let mut of_kind = vec![Vec::new(); army.kinds.len()];
        let sorted = sort_paths(army);
        if sorted.len() > MAX_GROUPS {
            let count = sorted.len();
            return Err(InputError::new(format!(
                "the kinds share their moves in {count} different ways: expected at most {MAX_GROUPS}"
            )));
        }
        let capturing = sorted.iter().filter(|(_, mode, _)| *mode != MoveMode::Move).count();
        for (kinds, mode, paths) in sorted {
            for &kind in &kinds {
                of_kind[kind as usize].push(path_groups.len() as u16);
            }
            path_groups.push(builder.group(army, &kinds, mode, &paths));
        }
        let Builder { blocker_tables, table, wide, slider_paths, path_masks, .. } = builder;
        Ok(Tables { path_groups, capturing, of_kind, blocker_tables, table, wide, slider_paths, path_masks })
    }
}

/// Paths of an army, grouped by kinds and mode.
fn sort_paths(army: &Army) -> Vec<(Vec<u8>, MoveMode, Vec<Path>)> {
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
    let mut sorted: Vec<(Vec<u8>, MoveMode, Vec<Path>)> = Vec::new();
    for (path, kinds) in owners {
        for mode in [MoveMode::Both, MoveMode::Move, MoveMode::Capture] {
            let has = path.steps.iter().any(|step| match mode {
                MoveMode::Both => step.may_move && step.may_capture,
                // A step that returns to a square can only move there.
                MoveMode::Move => step.may_move,
                MoveMode::Capture => !step.may_move && step.may_capture,
            });
            if !has {
                continue;
            }
            match sorted.iter_mut().find(|(known, what, _)| *known == kinds && *what == mode) {
                Some((_, _, paths)) => paths.push(path.clone()),
                None => sorted.push((kinds.clone(), mode, vec![path.clone()])),
            }
        }
    }
    // Drop groups whose mode never occurs on the board.
    sorted.retain(|(_, mode, paths)| {
        (0..64).any(|from| {
            (0..2).any(|side| {
                paths.iter().any(|path| reach::along(path, side, from).iter().any(|r| r.mode == *mode))
            })
        })
    });
    sorted.sort_by_key(|(_, mode, _)| *mode == MoveMode::Move);
    sorted
}

#[derive(Default)]
struct Builder {
    blocker_tables: Vec<BlockerTable>,
    table: Vec<Bitboard>,
    wide: Vec<(Bitboard, PathCondition)>,
    slider_paths: Vec<Span>,
    path_masks: Vec<Bitboard>,
    known: HashMap<Vec<(Bitboard, PathCondition)>, Lookup>,
}

impl Builder {
    fn group(&mut self, army: &Army, kinds: &[u8], mode: MoveMode, paths: &[Path]) -> PathGroup {
        debug_assert!(kinds.iter().all(|&kind| (kind as usize) < army.kinds.len()));
        let first = kinds[0];
        let mut group = PathGroup {
            mode,
            pair: [first, kinds.get(1).copied().unwrap_or(first)],
            others: kinds.iter().copied().skip(2).collect(),
            has_hoppers: false,
            forward: Box::new([[Lookup::default(); 64]; 2]),
            backward: Box::new([[Lookup::default(); 64]; 2]),
            attacker_masks: Box::new([[AttackerMasks::default(); 64]; 2]),
        };
        for side in 0..2 {
            let mut arriving: Vec<Vec<(Bitboard, PathCondition)>> = vec![Vec::new(); 64];
            for from in 0..64u8 {
                let reaches = paths.iter().flat_map(|path| reach::along(path, side, from));
                let mut leaving = Vec::new();
                for reach in reaches.filter(|reach| reach.mode == mode) {
                    leaving.push((bit(reach.to), reach.condition));
                    arriving[reach.to as usize].push((bit(from), reach.condition));
                }
                group.forward[side][from as usize] = self.lookup(leaving);
            }
            if mode == MoveMode::Move {
                continue;
            }
            for (at, entries) in arriving.into_iter().enumerate() {
                group.attacker_masks[side][at] = self.masks(&entries);
                group.has_hoppers |= group.attacker_masks[side][at].hoppers != 0;
                group.backward[side][at] = self.lookup(entries);
            }
            fill_near_king(army, side, &mut group.attacker_masks[side]);
        }
        group
    }

    /// Origins of attacks on a square, from the origins and conditions of all paths that lead there.
    fn masks(&mut self, entries: &[(Bitboard, PathCondition)]) -> AttackerMasks {
        let from = |which: &dyn Fn(PathCondition) -> bool| {
            entries
                .iter()
                .filter(|(_, condition)| which(*condition))
                .fold(0, |squares, (from, _)| squares | from)
        };
        let is_slider =
            |condition: PathCondition| matches!(condition, PathCondition::Clear(squares) if squares != 0);
        let masks = AttackerMasks {
            all: from(&|_| true),
            leapers: from(&|condition| condition == PathCondition::Clear(0)),
            hoppers: from(&|condition| !matches!(condition, PathCondition::Clear(_))),
            sliders: from(&is_slider),
            slider_start: self.slider_paths.len() as u32,
            near_king: 0,
        };
        for square in (0..64).map(bit).filter(|square| masks.sliders & square != 0) {
            let start = self.path_masks.len() as u32;
            let paths = entries.iter().filter(|(from, condition)| *from == square && is_slider(*condition));
            let mut masks: Vec<Bitboard> = paths.map(|(_, condition)| condition.squares()).collect();
            masks.sort_unstable();
            masks.dedup();
            self.path_masks.extend(&masks);
            self.slider_paths.push(Span { start, length: masks.len() as u32 });
        }
        masks
    }

    /// Look-up of targets with their conditions; equal ones are shared.
    fn lookup(&mut self, mut entries: Vec<(Bitboard, PathCondition)>) -> Lookup {
        entries.sort_unstable();
        entries.dedup();
        if let Some(known) = self.known.get(&entries) {
            return *known;
        }
        let is_free = |condition: &PathCondition| *condition == PathCondition::Clear(0);
        let free = entries
            .iter()
            .filter(|(_, condition)| is_free(condition))
            .fold(0, |free, (square, _)| free | square);
        // A target that one path always reaches need not be looked up for another.
        let mut blockable: Vec<(Bitboard, PathCondition)> =
            entries.iter().copied().filter(|(square, _)| free & square == 0).collect();
        blockable.sort_by_key(|(_, condition)| {
            (std::cmp::Reverse(condition.squares().count_ones()), condition.squares())
        });
        let mut groups: Vec<(Bitboard, Vec<(Bitboard, PathCondition)>)> = Vec::new();
        let wide_start = self.wide.len() as u32;
        for entry in blockable {
            let mask = entry.1.squares();
            if mask.count_ones() > MAX_BLOCKERS || self.table.len() > MAX_ENTRIES {
                self.wide.push(entry);
                continue;
            }
            let growth = |group: &(Bitboard, Vec<_>)| (group.0 | mask).count_ones() - group.0.count_ones();
            let fitting = groups
                .iter_mut()
                .filter(|group| (group.0 | mask).count_ones() <= MAX_BLOCKERS)
                .min_by_key(|group| growth(group));
            match fitting {
                Some(group) => {
                    group.0 |= mask;
                    group.1.push(entry);
                }
                None => groups.push((mask, vec![entry])),
            }
        }
        let table_start = self.blocker_tables.len() as u32;
        let mut pair = [BlockerTable::default(); 2];
        for (index, (mask, members)) in groups.iter().enumerate() {
            let table = BlockerTable { mask: *mask, offset: self.table.len() as u32 };
            match pair.get_mut(index) {
                Some(place) => *place = table,
                None => self.blocker_tables.push(table),
            }
            for index in 0..1usize << mask.count_ones() {
                let occupied = pdep(index, *mask);
                let passing = members.iter().filter(|(_, condition)| condition.is_met(occupied));
                self.table.push(passing.fold(0, |found, (square, _)| found | square));
            }
        }
        let more = Span { start: table_start, length: self.blocker_tables.len() as u32 - table_start };
        let wide = Span { start: wide_start, length: self.wide.len() as u32 - wide_start };
        let lookup = Lookup {
            free,
            is_blockable: !groups.is_empty(),
            has_more: more.length + wide.length > 0,
            pair,
            tables: more,
            wide,
        };
        self.known.insert(entries, lookup);
        lookup
    }
}

/// Fills [`AttackerMasks::near_king`].
fn fill_near_king(army: &Army, side: usize, attacker_masks: &mut [AttackerMasks; 64]) {
    let Some(royal) = army.royal() else { return };
    for at in 0..64 {
        let reaches = reach::of_kind(&army.kinds[royal], side ^ 1, at as u8);
        attacker_masks[at].near_king =
            reaches.iter().fold(0, |around, reach| around | attacker_masks[reach.to as usize].all);
    }
}
