//! The transposition table.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::evaluator::Score;
use crate::prefetch::prefetch;

/// Relation of a stored score to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is not below it.
    Lower,
    /// The true score is not above it.
    Upper,
    /// It is the true score.
    Exact,
}

/// Knowledge about one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// Key of the best move; 0 if none is known.
    pub move_key: u32,
    /// Score, relative to the position itself.
    pub score: Score,
    /// Static evaluation, if it was computed.
    pub eval: Option<Score>,
    /// Depth of the search that found the score.
    pub depth: u32,
    /// Relation of the score to the true one.
    pub bound: Bound,
}

/// Entries of a bucket: one cache line.
const BUCKET: usize = 4;
/// Number of generations that ageing distinguishes.
const GENERATIONS: u64 = 64;
/// Plies of depth that one generation of age outweighs when an entry is replaced.
const AGE_WEIGHT: u64 = 8;
/// Packed form of a missing static evaluation.
const NO_EVAL: i16 = i16::MIN;

#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; BUCKET]);

/// A table of positions, shared by all threads of a search without locks.
///
/// An entry is two words. The second holds the values and 16 bits of the key; the first holds the other 32 bits of the
/// check and the move, combined with the second by exclusive or. An entry torn by two writers therefore fails the check.
pub struct TranspositionTable {
    buckets: Box<[Bucket]>,
    mask: usize,
    generation: u64,
}

impl TranspositionTable {
    /// A table of at most `bytes` bytes, but at least one bucket.
    pub fn new(bytes: usize) -> TranspositionTable {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let buckets = if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        let empty = || Bucket([const { [const { AtomicU64::new(0) }; 2] }; BUCKET]);
        TranspositionTable {
            buckets: (0..buckets).map(|_| empty()).collect(),
            mask: buckets - 1,
            generation: 0,
        }
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        for word in self.buckets.iter_mut().flat_map(|bucket| bucket.0.iter_mut().flatten()) {
            *word.get_mut() = 0;
        }
        self.generation = 0;
    }

    /// Starts a new search: entries of older ones are replaced first.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Share of the table used by the current search, in thousandths, estimated from the first buckets.
    pub fn fill(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let is_used = |entry: &&[AtomicU64; 2]| {
            let values = entry[1].load(Ordering::Relaxed);
            values != 0 && generation(values) == self.generation
        };
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(is_used).count();
        (used * 1000 / (sample.len() * BUCKET)) as u32
    }

    /// Announces that the position with this key will be probed.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.buckets[key as usize & self.mask]);
    }

    /// Entry of the position with this key.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).iter().find_map(|entry| load(entry, key).map(|(_, found)| found))
    }

    /// Stores an entry, replacing the least valuable one of its bucket. An entry of the same position is replaced unless
    /// it was searched deeper in this search.
    #[inline(always)]
    pub fn store(&self, key: u64, entry: TtEntry) {
        let bucket = self.bucket(key);
        let (mut victim, mut lowest) = (&bucket[0], u64::MAX);
        let mut entry = entry;
        for slot in bucket {
            if let Some((values, old)) = load(slot, key) {
                let is_current = generation(values) == self.generation;
                if is_current && old.depth > entry.depth && entry.bound != Bound::Exact {
                    return;
                }
                if entry.move_key == 0 {
                    entry.move_key = old.move_key;
                }
                entry.eval = entry.eval.or(old.eval);
                victim = slot;
                break;
            }
            let priority = self.priority(slot[1].load(Ordering::Relaxed));
            if priority < lowest {
                (victim, lowest) = (slot, priority);
            }
        }
        let values = pack(key, entry, self.generation);
        victim[1].store(values, Ordering::Relaxed);
        victim[0].store(check(key, entry.move_key) ^ values, Ordering::Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]; BUCKET] {
        &self.buckets[key as usize & self.mask].0
    }

    /// Replacement priority of an entry, the lowest first: its depth less its age; 0 if it is empty.
    #[inline(always)]
    fn priority(&self, values: u64) -> u64 {
        if values == 0 {
            return 0;
        }
        let age = (self.generation + GENERATIONS - generation(values)) % GENERATIONS;
        let depth = values >> 32 & 0xff;
        (1 << 16) + depth - (AGE_WEIGHT * age).min(1 << 15)
    }
}

/// First word of an entry before the combination: the upper half of the key and the move.
#[inline(always)]
fn check(key: u64, move_key: u32) -> u64 {
    key & 0xffff_ffff_0000_0000 | u64::from(move_key)
}

/// The second word of an entry and its contents, if it belongs to this key.
#[inline(always)]
fn load(entry: &[AtomicU64; 2], key: u64) -> Option<(u64, TtEntry)> {
    let values = entry[1].load(Ordering::Relaxed);
    let first = entry[0].load(Ordering::Relaxed) ^ values;
    let fits = values != 0 && first >> 32 == key >> 32 && values >> 48 == key >> 16 & 0xffff;
    fits.then(|| (values, unpack(first as u32, values)))
}

#[inline(always)]
fn generation(values: u64) -> u64 {
    values >> 42 & (GENERATIONS - 1)
}

/// Packs, from the low end: score (16 bits), evaluation (16), depth (8), bound (2), generation (6), key (16).
#[inline(always)]
fn pack(key: u64, entry: TtEntry, generation: u64) -> u64 {
    let bound = match entry.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.score as i16 as u16)
        | u64::from(entry.eval.map_or(NO_EVAL, |eval| eval as i16) as u16) << 16
        | u64::from(entry.depth.min(255)) << 32
        | bound << 40
        | generation << 42
        | (key >> 16 & 0xffff) << 48
}

#[inline(always)]
fn unpack(move_key: u32, values: u64) -> TtEntry {
    let eval = (values >> 16) as u16 as i16;
    TtEntry {
        move_key,
        score: Score::from(values as u16 as i16),
        eval: (eval != NO_EVAL).then_some(Score::from(eval)),
        depth: (values >> 32 & 0xff) as u32,
        bound: match values >> 40 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u32, move_key: u32) -> TtEntry {
        TtEntry { move_key, score: 0, eval: None, depth, bound: Bound::Lower }
    }

    #[test]
    fn stored_entries_are_found() {
        let table = TranspositionTable::new(1 << 16);
        for (key, score, eval, depth, bound, move_key) in [
            (1u64, -30_000, Some(-5), 255, Bound::Exact, u32::MAX),
            (0x8000_0000_0000_0002, 31_000, None, 0, Bound::Upper, 0),
            (77 << 40, -1, Some(29_000), 7, Bound::Lower, 12),
        ] {
            let stored = TtEntry { move_key, score, eval, depth, bound };
            table.store(key, stored);
            assert_eq!(table.probe(key), Some(stored));
            assert_eq!(table.probe(key ^ 1 << 60), None);
            assert_eq!(table.probe(key ^ 1 << 20), None);
        }
    }

    #[test]
    fn shallow_and_old_entries_are_replaced_first() {
        let mut table = TranspositionTable::new(64);
        let key = |number: u64| number << 32;
        for (number, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
            table.store(key(number), entry(depth, 5));
        }
        table.store(key(5), entry(1, 5));
        assert_eq!(table.probe(key(2)), None, "the shallowest entry gives way");
        table.age();
        for number in [3, 4, 5] {
            table.store(key(number), entry(4, 6));
        }
        table.store(key(6), entry(1, 5));
        assert_eq!(table.probe(key(1)), None, "the old entry gives way although it is deeper");
        assert_eq!(table.probe(key(3)).map(|entry| entry.depth), Some(4), "an old result is replaced");
        // The move of an earlier search stays if the new one has none.
        table.store(key(3), entry(5, 0));
        assert_eq!(table.probe(key(3)), Some(entry(5, 6)));
        table.store(key(3), entry(2, 7));
        assert_eq!(table.probe(key(3)), Some(entry(5, 6)), "a deeper result of the same search stays");
        table.clear();
        assert_eq!(table.probe(key(3)), None);
    }
}
