//! Moves that other threads are searching (ABDADA: Alpha-Bêta Distribué avec Droit d'Aînesse).

use std::sync::atomic::{AtomicU64, Ordering};

/// Small table of moves under search. A thread defers a move that another thread is searching and usually finds its
/// result in the transposition table later. A lost entry only costs duplicate work.
pub(super) struct AbdadaTable {
    slots: Box<[AtomicU64]>,
}

const SLOTS: usize = 1 << 15;
/// Depth below which searching a move is cheaper than deferring it.
pub(super) const MIN_DEPTH: u32 = 4;

impl AbdadaTable {
    pub(super) fn new() -> AbdadaTable {
        AbdadaTable { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Identifies a move of a position.
    #[inline(always)]
    pub(super) fn hash(key: u64, move_key: u32) -> u64 {
        key ^ u64::from(move_key).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[inline(always)]
    pub(super) fn contains(&self, hash: u64) -> bool {
        self.slots[hash as usize % SLOTS].load(Ordering::Relaxed) == hash
    }

    #[inline(always)]
    pub(super) fn insert(&self, hash: u64) {
        self.slots[hash as usize % SLOTS].store(hash, Ordering::Relaxed);
    }

    #[inline(always)]
    pub(super) fn remove(&self, hash: u64) {
        let slot = &self.slots[hash as usize % SLOTS];
        if slot.load(Ordering::Relaxed) == hash {
            slot.store(0, Ordering::Relaxed);
        }
    }
}
