//! Which moves another thread is searching at this moment.

use std::sync::atomic::{AtomicU64, Ordering};

/// A small table of positions with moves that are being searched: a thread puts such moves off, does others first, and
/// then mostly finds the answer in the transposition table. A lost entry costs only double work.
pub(super) struct Busy {
    slots: Box<[AtomicU64]>,
}

const SLOTS: usize = 1 << 15;
/// Below this depth a move is searched faster than it is put off.
pub(super) const LEAST_DEPTH: u32 = 4;

impl Busy {
    pub(super) fn new() -> Busy {
        Busy { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The name of a move in a position.
    #[inline(always)]
    pub(super) fn name(key: u64, code: u32) -> u64 {
        key ^ u64::from(code).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[inline(always)]
    pub(super) fn has(&self, name: u64) -> bool {
        self.slots[name as usize % SLOTS].load(Ordering::Relaxed) == name
    }

    #[inline(always)]
    pub(super) fn enter(&self, name: u64) {
        self.slots[name as usize % SLOTS].store(name, Ordering::Relaxed);
    }

    #[inline(always)]
    pub(super) fn leave(&self, name: u64) {
        let slot = &self.slots[name as usize % SLOTS];
        if slot.load(Ordering::Relaxed) == name {
            slot.store(0, Ordering::Relaxed);
        }
    }
}
