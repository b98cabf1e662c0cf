//! Positions that have been searched before.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::evaluator::Score;

/// What a stored score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is not below it.
    Lower,
    /// The true score is not above it.
    Upper,
    /// It is the true score.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The code of the best move; 0 if none is known.
    pub code: u32,
    /// The score, as seen from the position itself.
    pub score: Score,
    /// How deep it was searched.
    pub depth: u32,
    /// What the score says.
    pub bound: Bound,
}

/// A table of positions, shared by all threads of a search without locks.
///
/// A slot is two numbers: what is known, and the key mixed with it. A slot torn by two writers does not fit any key, so
/// it is simply not found.
pub struct TranspositionTable {
    slots: Box<[[AtomicU64; 2]]>,
    mask: usize,
    generation: u64,
}

/// Generations are told apart modulo this.
const GENERATIONS: u64 = 64;

impl TranspositionTable {
    /// A table of at most so many bytes (at least one slot of 16).
    pub fn new(bytes: usize) -> TranspositionTable {
        let slots = (bytes / 16).max(2);
        let slots = if slots.is_power_of_two() { slots } else { slots.next_power_of_two() / 2 };
        let empty = || [AtomicU64::new(0), AtomicU64::new(0)];
        TranspositionTable { slots: (0..slots).map(|_| empty()).collect(), mask: slots - 1, generation: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for slot in &mut self.slots {
            *slot[0].get_mut() = 0;
            *slot[1].get_mut() = 0;
        }
        self.generation = 0;
    }

    /// A new search begins: what older ones left gives way first.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// What is known of the position with this key.
    #[inline(always)]
    pub fn find(&self, key: u64) -> Option<Found> {
        let [mixed, known] = &self.slots[key as usize & self.mask];
        let known = known.load(Ordering::Relaxed);
        let fits = mixed.load(Ordering::Relaxed) ^ known == key;
        (fits && known != 0).then(|| unpack(known))
    }

    /// Keeps what is known of a position, unless its slot holds something worth more.
    #[inline(always)]
    pub fn keep(&self, key: u64, found: Found) {
        let [mixed, known] = &self.slots[key as usize & self.mask];
        let old = known.load(Ordering::Relaxed);
        let is_same = mixed.load(Ordering::Relaxed) ^ old == key;
        let is_old = old >> 58 != self.generation;
        let old_depth = ((old >> 16) & 0xff) as u32;
        // The same position is kept anew unless it was searched deeper; another only if it is stale or no deeper.
        if !(is_old || found.depth >= old_depth || is_same && found.bound == Bound::Exact) {
            return;
        }
        let mut found = found;
        if found.code == 0 && is_same {
            found.code = unpack(old).code;
        }
        let packed = pack(found, self.generation);
        known.store(packed, Ordering::Relaxed);
        mixed.store(key ^ packed, Ordering::Relaxed);
    }
}

/// From the low end: score (16 bits), depth (8), bound (2), code (32), generation (6).
#[inline(always)]
fn pack(found: Found, generation: u64) -> u64 {
    let bound = match found.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    u64::from(found.score as i16 as u16)
        | u64::from(found.depth.min(255)) << 16
        | bound << 24
        | u64::from(found.code) << 26
        | generation << 58
}

#[inline(always)]
fn unpack(packed: u64) -> Found {
    Found {
        score: Score::from(packed as u16 as i16),
        depth: (packed >> 16 & 0xff) as u32,
        bound: match packed >> 24 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        code: (packed >> 26) as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found() {
        let table = TranspositionTable::new(1 << 16);
        for (key, score, depth, bound, code) in [
            (1u64, -30_000, 255, Bound::Exact, u32::MAX),
            (0x8000_0000_0000_0002, 31_000, 0, Bound::Upper, 0),
            (77 << 40, -1, 7, Bound::Lower, 12),
        ] {
            let found = Found { code, score, depth, bound };
            table.keep(key, found);
            assert_eq!(table.find(key), Some(found));
            assert_eq!(table.find(key ^ 1 << 60), None);
        }
    }

    #[test]
    fn deeper_results_stay_until_they_are_old() {
        let mut table = TranspositionTable::new(64);
        let found = |depth, code| Found { code, score: 0, depth, bound: Bound::Lower };
        let (one, other) = (1 << 32, 2 << 32);
        table.keep(one, found(9, 5));
        table.keep(other, found(3, 6));
        assert_eq!((table.find(one).map(|found| found.depth), table.find(other)), (Some(9), None));
        table.age();
        table.keep(other, found(3, 6));
        assert_eq!((table.find(one), table.find(other).map(|found| found.depth)), (None, Some(3)));
        // The best move of an earlier search stays if the new one has none.
        table.keep(other, found(4, 0));
        assert_eq!(table.find(other), Some(found(4, 6)));
        table.clear();
        assert_eq!(table.find(other), None);
    }
}
